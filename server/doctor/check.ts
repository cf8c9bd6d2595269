import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../db/json-columns.ts'
import { redacted } from '../start/log.ts'

export type { Check } from '../db/json-columns.ts'

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, remedy: null })
export const warn = (name: string, detail: string, remedy: string): Check => ({
  name,
  status: 'warn',
  detail,
  remedy,
})
export const fail = (name: string, detail: string, remedy: string): Check => ({
  name,
  status: 'fail',
  detail,
  remedy,
})

/** Runs a check with a timeout of 20 s. An error or timeout becomes a failed check with `remedy`; it never throws. */
export async function attempt(
  { name, remedy }: { name: string; remedy: string },
  work: () => Check | Promise<Check>,
): Promise<Check> {
  const late = new AbortController()
  const lateness = sleep(20_000, undefined, { signal: late.signal, ref: true }).then(() => {
    throw new Error('there was no answer within 20 s')
  })
  lateness.catch(() => {})
  try {
    return await Promise.race([work(), lateness])
  } catch (error) {
    return fail(name, reasonOf(error), remedy)
  } finally {
    late.abort()
  }
}

/** The message of an error, without keys, phone numbers and credentials in URLs. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { message, code } = error as { message?: string; code?: string }
  return redacted(message || code || String(error)).replace(/\/\/[^/@\s]*@/g, '//[credentials]@')
}
