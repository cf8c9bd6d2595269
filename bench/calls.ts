import { ensureDefaultTariff } from '../server/pricing/store.ts'
import type { TestDatabase } from '../test/support/database.ts'
import { newJob, newKeys } from './support/create-load.ts'
import { type Figure, interleaved, type Load } from './support/measure.ts'
import type { Result } from './support/result.ts'
import { startServer } from './support/server-process.ts'

/** The three calls, compared with a bare server on the same database. The goals come from the partner API's issue. */
export async function run(db: TestDatabase): Promise<Result[]> {
  await ensureDefaultTariff(db)
  const keys = await newKeys(db)
  await using bare = await startServer('bare.ts', { DATABASE_URL: db.url })
  await using dray = await startServer('dray.ts', { DATABASE_URL: db.url })
  const body = JSON.stringify(newJob)
  const requests = (method: 'GET' | 'POST', path: string) =>
    keys.map((key) => ({ method, path, headers: { 'x-api-key': key, 'content-type': 'application/json' } }))
  const post = (path: string): Load['request'] => ({ requests: requests('POST', path), body })
  const read = (key: string, path: string) => ({
    method: 'GET' as const,
    path,
    headers: { 'x-api-key': key },
  })
  const jobs = await Promise.all(
    keys.map(async (key) => read(key, `/v1/jobs/${await createOne(dray.url, { key, body })}`)),
  )
  const status: Load['request'] = { requests: jobs }
  const results: Result[] = []
  for (const connections of [10, 50]) {
    const compared = async (name: string, ours: Load['request'], theirs: Load['request']) => {
      const loads = [
        { server: bare, request: theirs },
        { server: dray, request: ours },
      ]
      const figures = await interleaved(loads, { rounds: 5, seconds: 2, connections })
      results.push(
        ratio(`${name}, ${connections} connections: Dray against bare`, figures, goals[name] ?? ''),
      )
    }
    await compared('status', status, status)
    await compared('estimate', post('/v1/pricing/estimate'), post('/echo'))
    await compared('create', post('/v1/jobs'), post('/v1/jobs'))
  }
  return results
}

const goals: Record<string, string> = { status: '>= 0.95', estimate: '>= 0.5', create: '>= 0.85' }

function ratio(name: string, [theirs, ours]: Figure[], goal: string): Result {
  if (!theirs || !ours) throw new Error('a load was not measured')
  const shown = (of: Figure) => `${Math.round(of.perSecond)}/s, ${Math.round(of.cpuMicros)} µs CPU`
  return {
    name,
    value: ours.perSecond / theirs.perSecond,
    goal,
    detail: `${shown(ours)} against ${shown(theirs)}`,
  }
}

async function createOne(url: string, { key, body }: { key: string; body: string }): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body })
  const { job_id } = (await response.json()) as { job_id: string }
  return job_id
}
