import { request } from 'undici'
import { uniqueMembers } from '../load/prepare.ts'
import type { Bench } from '../support/bench.ts'
import { newJob, type Pair, pairs } from '../support/create-load.ts'
import { newKeys } from '../support/keys.ts'

const jobCount = 4_000

/** What the loads request: many keys, many jobs, and pairs of addresses that the server already knows. */
export type Scene = { keys: string[]; jobs: KnownJob[]; routes: Route[] }
export type KnownJob = { apiKey: string; jobId: string }
/** A pair of addresses, with the member of the estimate that only this pair has. */
export type Route = { pair: Pair; total: string }

export async function openScene({ db, options }: Pick<Bench, 'db' | 'options'>, url: string): Promise<Scene> {
  const keys = await newKeys(db, options.keys)
  const routes: Route[] = []
  for (const pair of pairs) routes.push({ pair, total: await totalOf(url, { apiKey: keys[0] ?? '', pair }) })
  const jobs: KnownJob[] = []
  while (jobs.length < jobCount) {
    const some = Array.from({ length: 50 }, (_, index) =>
      createJob(url, { keys, index: jobs.length + index }),
    )
    jobs.push(...(await Promise.all(some)))
  }
  return { keys, jobs, routes }
}

async function totalOf(url: string, { apiKey, pair }: { apiKey: string; pair: Pair }): Promise<string> {
  const text = await post(`${url}/v1/pricing/estimate`, { apiKey, body: { size: newJob.size, ...pair } })
  const total = /"total_customer_pays_eur":[\d.]+/.exec(text)?.[0]
  if (!total) throw new Error(`an estimate without a total: ${text}`)
  return total
}

async function createJob(url: string, { keys, index }: { keys: string[]; index: number }): Promise<KnownJob> {
  const apiKey = keys[index % keys.length] ?? ''
  const body = {
    ...newJob,
    ...pairs[index % pairs.length],
    external_reference: `scene-${index}`,
    customer_phone: `+3471${String(index).padStart(7, '0')}`,
  }
  const { job_id: jobId } = JSON.parse(await post(`${url}/v1/jobs`, { apiKey, body })) as { job_id: string }
  return { apiKey, jobId }
}

async function post(url: string, { apiKey, body }: { apiKey: string; body: object }): Promise<string> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const response = await request(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${url} answered ${response.statusCode}: ${text}`)
  return text
}

/** The body of a create. The load generator makes its reference and phone unique. */
export const uniqueJob = (pair: Pair) => ({ ...newJob, ...pair, ...uniqueMembers })
