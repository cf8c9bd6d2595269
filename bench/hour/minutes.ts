import { aligned } from '../calls/table.ts'
import { median } from '../support/median.ts'
import type { Sample } from './sample.ts'
import type { Taken } from './traffic.ts'

/** Garbage that is not collected yet is not a leak: of the heap the least of a minute counts, else the most. */
const isLeast = (name: string): boolean => name.includes('heap')

/** Collects the samples of each minute. */
export function createMinutes() {
  const rows: Sample[] = []
  const errors: string[] = []
  let samples: Sample[] = []
  let answersBefore = 0
  return {
    add: (one: Sample) => void samples.push(one),
    /** Ends a minute. @returns its line of CSV; the first one has the head before it. */
    end({ p50Ms, p99Ms, errors: seen }: Taken): string {
      const names = Object.keys(samples[0] ?? {})
      const of = (name: string) => samples.map((one) => one[name] ?? Number.NaN)
      const held = names.map((name): [string, number] => [
        name,
        isLeast(name) ? Math.min(...of(name)) : Math.max(...of(name)),
      ])
      const { answers = 0, ...others }: Sample = Object.fromEntries(held)
      const latencies = { 'p50 ms': p50Ms, 'p99 ms': p99Ms }
      const row: Sample = { calls: answers - answersBefore, ...latencies, errors: seen.length, ...others }
      answersBefore = answers
      rows.push(row)
      errors.push(...seen)
      samples = []
      const head = rows.length === 1 ? `minute,${Object.keys(row).join(',')}\n` : ''
      const shown = seen.map((text) => `\n# ${text.replaceAll('\n', ' ').slice(0, 300)}`).slice(0, 5)
      return `${head}${rows.length},${Object.values(row).map(rounded).join(',')}${shown.join('')}`
    },
    summary(): string {
      const length = Math.min(10, Math.ceil(rows.length / 3))
      const middle = Math.floor((rows.length - length) / 2)
      const spans = [rows.slice(0, length), rows.slice(middle, middle + length), rows.slice(-length)]
      const figures = Object.keys(rows[0] ?? {}).map((name) => [
        name,
        ...spans.map((span) => rounded(median(span.map((row) => row[name] ?? Number.NaN)))),
      ])
      const head = ['median of a minute', `first ${length}`, `middle ${length}`, `last ${length}`]
      return `${aligned([head, ...figures])}\nerrors in all: ${errors.length}`
    },
  }
}

const rounded = (value: number): string => String(Math.round(value * 10) / 10)
