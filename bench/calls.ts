import { issueKey } from '../server/keys/issue.ts'
import { newId } from '../server/lib/ids.ts'
import { insertPartner } from '../server/partners/store.ts'
import { ensureDefaultTariff } from '../server/pricing/store.ts'
import type { TestDatabase } from '../test/support/database.ts'
import { type Figure, interleaved, type Load } from './support/measure.ts'
import type { Result } from './support/result.ts'
import { startServer } from './support/server-process.ts'

const input = {
  title: 'Three-seat sofa',
  description: 'Grey, 2.10 m long.',
  size: 'L',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  customer_phone: '+34612345678',
}

/** The three calls against a bare server on the same database. Goals: issue of the partner API. */
export async function run(db: TestDatabase): Promise<Result[]> {
  await ensureDefaultTariff(db)
  // Many keys, as a key's own limit would be the first thing the load meets.
  const keys = await Promise.all(Array.from({ length: 200 }, () => newKey(db)))
  await using bare = await startServer('bare.ts', { DATABASE_URL: db.url })
  await using dray = await startServer('dray.ts', { DATABASE_URL: db.url })
  const body = JSON.stringify(input)
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
  const compared = async (
    name: string,
    paths: { ours: Load['request']; theirs: Load['request'] },
    goal: number,
  ) => {
    const loads = [
      { server: bare, request: paths.theirs },
      { server: dray, request: paths.ours },
    ]
    const [theirs, ours] = await interleaved(loads, { rounds: 5, seconds: 2 })
    return results(name, { theirs, ours, goal })
  }
  const status: Load['request'] = { requests: jobs }
  return [
    ...(await compared('status', { ours: status, theirs: status }, 0.95)),
    ...(await compared('estimate', { ours: post('/v1/pricing/estimate'), theirs: post('/echo') }, 0.5)),
    ...(await compared('create', { ours: post('/v1/jobs'), theirs: post('/v1/jobs') }, 0.85)),
  ]
}

function results(
  name: string,
  { theirs, ours, goal }: { theirs: Figure | undefined; ours: Figure | undefined; goal: number },
): Result[] {
  if (!theirs || !ours) return []
  const figure = (of: Figure) => `${Math.round(of.perSecond)}/s, ${Math.round(of.cpuMicros)} µs CPU`
  return [
    {
      name: `${name}: Dray against bare`,
      value: ours.perSecond / theirs.perSecond,
      goal: `>= ${goal}`,
      detail: `${figure(ours)} against ${figure(theirs)}`,
    },
  ]
}

async function newKey({ kysely }: TestDatabase): Promise<string> {
  const partnerId = newId()
  await insertPartner(kysely, { id: partnerId, companyName: 'Sample Partner', smsLanguage: null })
  const order = { partnerId, mode: 'live' as const, rateLimitPerMinute: 100_000 }
  return (await issueKey({ kysely, service: 'dray' }, order)).apiKey
}

async function createOne(url: string, { key, body }: { key: string; body: string }): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body })
  const { job_id } = (await response.json()) as { job_id: string }
  return job_id
}
