import { request } from 'undici'
import { expireDrafts } from '../server/jobs/drafts/expire-drafts.ts'
import { issueKey } from '../server/keys/issue.ts'
import { newId } from '../server/lib/ids.ts'
import { insertPartner } from '../server/partners/store.ts'
import { ensureDefaultTariff } from '../server/pricing/store.ts'
import type { TestDatabase } from '../test/support/database.ts'
import { median } from './support/measure.ts'
import type { Result } from './support/result.ts'
import { startServer } from './support/server-process.ts'

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

/** Inserts jobs with time-ordered ids, as Dray generates them, each with an event and an SMS, as after a create. */
async function addJobs(
  { pool }: TestDatabase,
  { keyId, count }: { keyId: string; count: number },
): Promise<void> {
  const step = 50_000
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  for (let done = 0; done < count; done += step) {
    const ids = Array.from({ length: Math.min(step, count - done) }, newId)
    await client.query(
      `with new_job as (
         insert into job (id, short_id, key_id, mode, status, title, size, customer_phone, pickup, dropoff, route,
           duration_minutes, tariff_id, price, expires_at)
         select id, replace(id::text, '-', ''), $2, 'live', 'draft', 'Three-seat sofa', 'L', '+34612345678', $3, $3, '{}',
           300, '00000000-0000-7000-8000-000000000001', '{}', now() + interval '48 hours'
         from unnest($1::uuid[]) id returning id)
       , new_event as (
         insert into job_event (job_id, actor, to_status, reason) select id, 'partner', 'draft', 'created' from new_job)
       insert into sms (id, kind, job_id, key_id, mode, to_phone, body, provider, status, give_up_at)
       select gen_random_uuid(), 'draft', id, $2, 'live', '+34612345678', 'Sample', 'outbox', 'sent', now() from new_job`,
      [
        ids,
        keyId,
        JSON.stringify({
          address: 'Calle Mayor 10, 28013 Madrid',
          lat: 40.4,
          lon: -3.7,
          precision: 'locality',
        }),
      ],
    )
  }
  await client.query('analyze')
  client.release()
}

/** Sequential calls for random jobs; the first pass warms the cache. */
async function statusMs({ pool, url }: TestDatabase, apiKey: string): Promise<number> {
  await using dray = await startServer('dray.ts', { DATABASE_URL: url })
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
