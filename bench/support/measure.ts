import autocannon from 'autocannon'
import type { ServerProcess } from './server-process.ts'

export type Load = { server: ServerProcess; request: Omit<autocannon.Options, 'url'> }
/** `connections` is the number of concurrent calls; each connection sends its next call after the response. */
export type Pace = { rounds: number; seconds: number; connections: number }
export type Figure = { perSecond: number; cpuMicros: number; p50Ms: number }

/**
 * Runs several loads alternately (A B A B), so that other work of the machine affects all of them.
 *
 * @returns for each load the median over the rounds.
 */
export async function interleaved(loads: Load[], { rounds, seconds, connections }: Pace): Promise<Figure[]> {
  const seen: Figure[][] = loads.map(() => [])
  for (const load of loads) await runLoad(load, { seconds: 1, connections })
  for (let round = 0; round < rounds; round++) {
    for (const [index, load] of loads.entries())
      seen[index]?.push(await runLoad(load, { seconds, connections }))
  }
  return seen.map((figures) => ({
    perSecond: median(figures.map((figure) => figure.perSecond)),
    cpuMicros: median(figures.map((figure) => figure.cpuMicros)),
    p50Ms: median(figures.map((figure) => figure.p50Ms)),
  }))
}

/** Runs a load for some seconds. @throws Error if a response is not a success. */
export async function runLoad(
  { server, request }: Load,
  { seconds, connections }: Omit<Pace, 'rounds'>,
): Promise<Figure> {
  const before = server.cpuSeconds()
  const result = await autocannon({
    connections,
    duration: seconds,
    ...request,
    url: server.url,
  })
  if (result.non2xx || result.errors)
    throw new Error(`${server.url}: ${result.non2xx} refused, ${result.errors} errors`)
  const answered = result['2xx']
  return {
    perSecond: answered / result.duration,
    cpuMicros: ((server.cpuSeconds() - before) / answered) * 1e6,
    p50Ms: result.latency.p50,
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
