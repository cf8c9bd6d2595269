import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../db/tables.ts'
import { isOfWorldSql, type WorldName } from '../db/worlds.ts'
import { Problem } from '../lib/problem.ts'
import { withLease } from './with-world.ts'

type Needs = { kysely: Kysely<Tables>; pool: pg.Pool }

/**
 * Deletes the jobs of a world with all their rows, its people and its clock. Test money leaves the books on both sides,
 * so they still agree. Photos lose their job, and the collector deletes them. The caller holds the lease of the world.
 *
 * @param before only jobs and people with a lower id: ids begin with the real time of their creation. Absent: the whole
 *   world.
 */
export async function deleteWorld(
  { pool }: { pool: pg.Pool },
  { keyId, name }: WorldName,
  before?: string,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(lockWorld, [keyId, name])
    const values = [keyId, name, before ?? lastId]
    for (const deletion of deletions) await client.query(deletion, values)
    if (!before)
      await client.query('delete from sandbox_world where key_id = $1 and name = $2', [keyId, name])
    await client.query('commit')
    client.release()
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Then no job is created in it. */
const lockWorld = 'select from sandbox_world where key_id = $1 and name = $2 for update'

const isOfWorld = `${isOfWorldSql('$1', '$2')} and job.id < $3`
const isPerson = `sandbox_key_id = $1 and coalesce(sandbox_world, '') = $2 and id < $3`
const jobs = `select id from job where ${isOfWorld}`
const people = `select id from account where ${isPerson}`
// An expired draft leaves its payments without a job.
const payments = `select id from payment where mode = 'test' and job_id in (${jobs})
  union select id from payment where mode = 'test' and account_id in (${people})`
const authorizations = `select reference from sandbox_authorization where payment_id in (${payments})`

/** Children before parents, in the order of the foreign keys. */
const deletions = [
  `delete from ledger_transfer where payment_id in (${payments})`,
  `delete from dispute where payment_id in (${payments})`,
  `delete from sandbox_call where key in (
    select e.id || case number when 0 then '' else '.' || number end
    from payment_effect e cross join generate_series(0, e.key_number) number where e.payment_id in (${payments}))`,
  `delete from payment_effect where payment_id in (${payments})`,
  `delete from sandbox_movement where authorization_reference in (${authorizations})`,
  `delete from sandbox_authorization where payment_id in (${payments})`,
  `delete from payment where id in (${payments})`,
  `delete from carrier_strike where carrier_id in (${people})`,
  `delete from rating where job_id in (${jobs})`,
  `delete from idempotency_key where job_id in (${jobs})`,
  `delete from job where ${isOfWorld}`,
  `delete from sandbox_card where reference in (
    select reference from payment_method where account_id in (${people}))`,
  `delete from payment_method where account_id in (${people})`,
  `delete from sandbox_setup where setup_id in (select id from card_setup where account_id in (${people}))`,
  `delete from card_setup where account_id in (${people})`,
  `delete from payer where account_id in (${people})`,
  `delete from payout_account where carrier_id in (${people})`,
  `delete from sandbox_payout_account where carrier_id in (${people})`,
  `delete from carrier where account_id in (${people})`,
  `delete from account where ${isPerson}`,
]

/**
 * Deletes the jobs that were created more than 30 days ago, in real time, and worlds without a job that were unused for
 * as long. Jobs of the sandbox need this limit, because their world may never move.
 */
export async function forgetWorlds(
  { kysely, pool }: Needs,
  signal: AbortSignal,
  keptDays = 30,
): Promise<void> {
  const { rows } = await sql<WorldName & { before: string }>`
    with old as (
      select (lpad(to_hex((extract(epoch from now() - make_interval(days => ${keptDays})) * 1000)::bigint), 12, '0')
        || '00000000000000000000')::uuid as id
    )
    select key_id as "keyId", name, old.id as before from sandbox_world world, old
    where ${isUnused(keptDays)} or exists (select from job
      where job.key_id = world.key_id and job.mode = 'test' and coalesce(job.sandbox_world, '') = world.name and job.id < old.id)
    order by used_at limit 100`.execute(kysely)
  for (const { before, ...which } of rows) {
    if (signal.aborted) return
    const forget = async () => {
      await deleteWorld({ pool }, which, before)
      await sql`
        delete from sandbox_world world where key_id = ${which.keyId} and name = ${which.name} and ${isUnused(keptDays)}`.execute(
        kysely,
      )
    }
    await withLease(kysely, which, 0, forget).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}

const isUnused = (
  keptDays: number,
) => sql<boolean>`world.used_at < now() - make_interval(days => ${keptDays}) and not exists (select from job
  where job.key_id = world.key_id and job.mode = 'test' and coalesce(job.sandbox_world, '') = world.name)`
