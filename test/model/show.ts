import type { Call, Evidence, Outcome } from './history.ts'

/** The calls and faults of a history, one a line in the order of their starts. */
export function show({ calls, faults }: Evidence): string {
  const lines = [
    ...calls.map((call) => ({ startMs: call.startMs, line: lineOf(call) })),
    ...faults.map(({ fault: { kind, ...more }, startMs, endMs }) => ({
      startMs,
      line: `${span({ startMs, endMs })}  FAULT  ${kind} ${wordsOf(more)}`,
    })),
  ]
  return lines
    .sort((a, b) => a.startMs - b.startMs)
    .map(({ line }) => line)
    .join('\n')
}

function lineOf({ number, order, act: { do: name, ...more }, node, loss, outcome, ...times }: Call): string {
  const subject = order === null ? 'key' : `order ${order}`
  const what = `${name} ${wordsOf(more)}`.trim()
  const lost = loss ? ` (client loses ${loss})` : ''
  return `${span(times)}  ${String(number).padStart(3)}  ${subject}: ${what} at ${node}${lost} → ${resultOf(outcome)}`
}

const span = ({ startMs, endMs }: Pick<Call, 'startMs' | 'endMs'>): string =>
  `${startMs.toFixed(0).padStart(6)} … ${endMs.toFixed(0).padStart(6)} ms`

const wordsOf = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')

function resultOf(outcome: Outcome): string {
  if (outcome.is === 'refused') return `refused: ${outcome.error}`
  if (outcome.is === 'unknown') return `unknown: ${outcome.why}`
  const { status } = (outcome.body ?? {}) as { status?: string }
  return `acknowledged${status ? `, ${status}` : ''}`
}
