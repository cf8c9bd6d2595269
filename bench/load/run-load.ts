import { type Connection, connect, type Sendable } from './connection.ts'
import { createLatencies } from './latencies.ts'
import type { Load, Outcome, Pace } from './load.ts'

/** A load whose requests are ready to send; `sent` counts them over all runs. */
export type PreparedLoad = Omit<Load, 'requests'> & { requests: Sendable[]; sent: number }

/** Timeout of the responses after the last request. */
const patienceMs = 10_000

/** Sends requests for some seconds, and waits for all responses. `nextCount` makes requests unique among all loads. */
export async function runLoad(
  load: PreparedLoad,
  { connections, seconds, perSecond = Number.POSITIVE_INFINITY }: Pace,
  nextCount: () => number,
): Promise<Outcome> {
  const latencies = createLatencies()
  const samples: string[] = []
  let [wrong, startedAt, endsAt, open] = [0, 0, 0, 0]
  const next = () => {
    if (performance.now() >= endsAt) return null
    const request = load.requests[load.sent++ % load.requests.length]
    if (!request) throw new Error(`${load.name} has no requests`)
    open++
    return { request, count: request.stamp ? nextCount() : 0 }
  }
  let due = 0
  const waitMs = () => startedAt + (due++ * 1_000) / perSecond - performance.now()
  const onAnswer = (micros: number, fault: string | null) => {
    open--
    if (fault === null) return latencies.add(micros)
    wrong++
    if (samples.length < 5) samples.push(`${load.name}: ${fault}`)
  }
  const opened = await Promise.all(
    Array.from({ length: connections }, () => connect(load, { next, waitMs, onAnswer })),
  )
  const before = process.cpuUsage()
  startedAt = performance.now()
  endsAt = startedAt + seconds * 1_000
  await inTime(opened, endsAt + patienceMs)
  const { user, system } = process.cpuUsage(before)
  const took = (performance.now() - startedAt) / 1_000
  if (open > 0) samples.push(`${load.name}: ${open} requests without an answer`)
  const measured = { seconds: took, cpuSeconds: (user + system) / 1e6, ...latencies.summary() }
  const outcome = { ...measured, wrong: wrong + open, samples }
  for (const connection of opened) connection.close()
  return outcome
}

async function inTime(connections: Connection[], deadline: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, deadline - performance.now())
  await Promise.race([Promise.all(connections.map((connection) => connection.start())), promise])
  clearTimeout(timer)
}
