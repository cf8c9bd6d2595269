import { styleText } from 'node:util'
import type pg from 'pg'

/** Settings of a connection that sends the plan of each statement with its rows, times and buffers, as a notice. */
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_nested_statements': 'on',
}

/** The URL of the same database, whose connections tell their plans. */
export function withPlans(url: string): string {
  const told = new URL(url)
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  told.searchParams.set('options', options.join(' '))
  return told.href
}

/**
 * Prints the plans that the connections of the pool tell.
 *
 * @returns begins: the following plans belong to the request of this name.
 */
export function printPlans(pool: pg.Pool): (name: string) => void {
  let shown: string | null = null
  pool.on('connect', (client) =>
    client.on('notice', ({ message }) => {
      if (shown !== null && message?.startsWith('duration')) console.error(message)
    }),
  )
  return (name) => {
    shown = name
    if (process.env.PANEL_PLAN) console.error(styleText('bold', `\n${name}`))
  }
}
