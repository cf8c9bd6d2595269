import { isMet } from '../support/result.ts'
import { goals } from './goals.ts'
import type { CallName } from './loads.ts'
import type { Figure } from './measure.ts'

export type Row = { call: CallName; connections: number; dray: Figure; bare: Figure }

const columns: [title: string, name: keyof Figure][] = [
  ['req/s', 'perSecond'],
  ['p50 ms', 'p50Ms'],
  ['p99 ms', 'p99Ms'],
  ['node µs', 'nodeMicros'],
  ['db µs', 'databaseMicros'],
]

/** A table for the terminal and for Markdown: Dray / bare, the ratio, and the goal of the ratio. */
export function tableOf(rows: Row[]): string {
  const head = ['call, connections', ...columns.flatMap(([title]) => [`${title} Dray / bare`, 'ratio'])]
  return aligned([head, ...rows.map(cellsOf)])
}

function cellsOf({ call, connections, dray, bare }: Row): string[] {
  const cells = columns.flatMap(([, name]) => {
    // The bare estimate does not use the database.
    if (call === 'estimate' && name === 'databaseMicros') return [shown(dray[name]), '-']
    const ratio = dray[name] / bare[name]
    const goal = goals[call][name]?.[connections]
    const verdict = goal ? ` (${goal}: ${isMet(ratio, goal) ? 'met' : '**MISSED**'})` : ''
    return [`${shown(dray[name])} / ${shown(bare[name])}`, ratio.toFixed(2) + verdict]
  })
  return [`${call}, ${connections}`, ...cells]
}

const shown = (value: number): string => {
  if (value >= 1_000) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

/** Rows as a Markdown table whose columns have the same width. */
export function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
