import { request } from 'undici'
import { expireDrafts } from '../server/jobs/drafts/expire-drafts.ts'
import { issueKey } from '../server/keys/issue.ts'
import { newId } from '../server/lib/ids.ts'
import { insertPartner } from '../server/partners/store.ts'
import { ensureDefaultTariff } from '../server/pricing/store.ts'
import type { TestDatabase } from '../test/support/database.ts'
import { addJobs } from './support/add-jobs.ts'
import { median } from './support/median.ts'
import type { Result } from './support/result.ts'
import { startDray } from './support/servers.ts'

/** The effect of a million jobs on the status call (with a warm cache) and on the deletion of expired drafts. */
export async function run(db: TestDatabase): Promise<Result[]> {
  await ensureDefaultTariff(db)
  const partnerId = newId()
  await insertPartner(db.kysely, { id: partnerId, companyName: 'Sample Partner', smsLanguage: null })
  const service = { kysely: db.kysely, service: 'dray' }
  const { keyId, apiKey } = await issueKey(service, { partnerId, mode: 'live', rateLimitPerMinute: 100_000 })
  await addJobs(db, { keyId, count: 10_000 })
  const small = await statusMs(db, apiKey)
  await addJobs(db, { keyId, count: 990_000 })
  const large = await statusMs(db, apiKey)
  const perThousandMs = await sweepMs(db)
  return [
    {
      name: 'status p50: 1 million jobs against 10 thousand',
      value: large / small,
      goal: '<= 1.3',
      detail: `${large.toFixed(3)} ms against ${small.toFixed(3)} ms`,
    },
    {
      name: 'expiry sweep at 1 million jobs, ms per thousand',
      value: perThousandMs,
      goal: '<= 10',
      detail: 'drafts with their SMS, events and one photo in ten',
    },
  ]
}

/** Sequential calls for random jobs; the first pass warms the cache. */
async function statusMs({ pool, url }: TestDatabase, apiKey: string): Promise<number> {
  await using dray = await startDray(url)
  const { rows } = await pool.query<{ id: string }>(
    'select id from job tablesample bernoulli (20) limit 2000',
  )
  const timings: number[] = []
  for (const pass of [1, 2, 3]) {
    for (const { id } of rows) {
      const begunAt = performance.now()
      const { statusCode, body } = await request(`${dray.url}/v1/jobs/${id}`, {
        headers: { 'x-api-key': apiKey },
      })
      await body.dump()
      if (statusCode !== 200) throw new Error(`status ${statusCode}`)
      if (pass > 1) timings.push(performance.now() - begunAt)
    }
  }
  return median(timings)
}

async function sweepMs({ pool }: TestDatabase): Promise<number> {
  const thousands = 20
  await pool.query(
    `update job set expires_at = now() - interval '1 second'
     where id in (select id from job order by id limit $1)`,
    [thousands * 1_000],
  )
  await pool.query('vacuum analyze job')
  const begunAt = performance.now()
  const deleted = await expireDrafts({ pool })
  if (deleted !== thousands * 1_000) throw new Error(`${deleted} deleted`)
  return (performance.now() - begunAt) / thousands
}
