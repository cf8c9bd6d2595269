import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Polled = { p50Ms: number; p99Ms: number; reads: number }

/** A live job whose status is read. */
export type PolledJob = { url: string; apiKey: string; jobId: string }

const everyMs = 5

/**
 * Reads the status of a job every 5 ms for some seconds, whether or not earlier reads have been answered, so that a pause of
 * the server counts for every read in it.
 *
 * @throws Error when a read is not answered 200.
 */
export async function pollStatus(job: PolledJob, seconds: number): Promise<Polled> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const reads: Promise<number>[] = []
  const startedAt = performance.now()
  for (let read = 0; read * everyMs < seconds * 1_000; read++) {
    const dueAt = startedAt + read * everyMs
    const earlyMs = dueAt - performance.now()
    if (earlyMs > 0) await sleep(earlyMs)
    reads.push(readOnce(job, agent))
  }
  const times = (await Promise.all(reads)).sort((a, b) => a - b)
  agent.destroy()
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), reads: times.length }
}

function readOnce({ url, apiKey, jobId }: PolledJob, agent: http.Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sentAt = performance.now()
  const request = http.get(`${url}/v1/jobs/${jobId}`, { agent, headers: { 'x-api-key': apiKey } })
  request.on('error', reject)
  request.on('response', (response) => {
    response.resume()
    response.on('end', () =>
      response.statusCode === 200
        ? resolve(performance.now() - sentAt)
        : reject(new Error(`the status was answered ${response.statusCode}`)),
    )
  })
  return promise
}
