import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A live job whose status is read. */
export type PolledJob = { url: string; apiKey: string; jobId: string }

const everyMs = 5

/**
 * Reads the status of a job every 5 ms for some seconds, without waiting for earlier responses, so a pause of the
 * server counts for every read in it.
 *
 * @returns how long each read took, in milliseconds.
 * @throws Error when a response is not a 200.
 */
export async function pollStatus(job: PolledJob, seconds: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const reads: Promise<number>[] = []
  const startedAt = performance.now()
  for (let read = 0; read * everyMs < seconds * 1_000; read++) {
    const dueAt = startedAt + read * everyMs
    const earlyMs = dueAt - performance.now()
    if (earlyMs > 0) await sleep(earlyMs)
    reads.push(readOnce(job, agent))
  }
  const times = await Promise.all(reads)
  agent.destroy()
  return times
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
