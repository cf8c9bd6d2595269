import { Client } from 'pg'
import { newId } from '../../server/lib/ids.ts'
import type { TestDatabase } from '../../test/support/database.ts'

/**
 * Inserts jobs with time-ordered ids, as Dray generates them, each with an event and an SMS, as after a create. On a
 * separate connection: the pool has a statement timeout of some seconds. Without triggers and foreign keys, which would
 * take most of the time. The keys own the jobs in turn.
 *
 * @returns the ids, in that order.
 */
export async function addJobs(
  { url }: Pick<TestDatabase, 'url'>,
  { keyIds, count }: { keyIds: string[]; count: number },
): Promise<string[]> {
  const step = 50_000
  const all: string[] = []
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  for (let done = 0; done < count; done += step) {
    const ids = Array.from({ length: Math.min(step, count - done) }, newId)
    const owners = ids.map((_, index) => keyIds[(done + index) % keyIds.length])
    all.push(...ids)
    await client.query(
      `with new_job as (
         insert into job (id, short_id, key_id, mode, status, title, size, customer_phone, pickup, dropoff, route,
           duration_minutes, tariff_id, price, expires_at)
         select id, replace(id::text, '-', ''), owner, 'live', 'draft', 'Three-seat sofa', 'L', '+34612345678', $3, $3, '{}',
           300, '00000000-0000-7000-8000-000000000001', '{}', now() + interval '48 hours'
         from unnest($1::uuid[], $2::uuid[]) given (id, owner) returning id, key_id)
       , new_event as (
         insert into job_event (job_id, actor, to_status, reason) select id, 'partner', 'draft', 'created' from new_job)
       insert into sms (id, kind, job_id, key_id, mode, to_phone, body, provider, status, give_up_at)
       select gen_random_uuid(), 'draft', id, key_id, 'live', '+34612345678', 'Sample', 'outbox', 'sent', now() from new_job`,
      [
        ids,
        owners,
        JSON.stringify({
          address: 'Calle Mayor 10, 28013 Madrid',
          lat: 40.4,
          lon: -3.7,
          precision: 'locality',
        }),
      ],
    )
  }
  await client.query('vacuum analyze')
  await client.end()
  return all
}
