import { CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../db/tables.ts'
import { isInRealTimeSql, isOfWorldSql, type WorldName } from '../../db/worlds.ts'
import { stageOfJob } from '../funnel-stage.ts'
import { isAliveSql, isPayingSql } from '../is-alive.ts'

export type DraftsOf = WorldName | 'real time'

/**
 * Deletes expired drafts with their SMS and events; the collector deletes their photos. A draft with a payment in
 * progress stays until the payment is decided: then it is posted with its hold, or deleted.
 *
 * @param of those in real time, or those of a world of the sandbox, where the caller has shifted the rows to the
 *   present.
 * @returns the number of deleted drafts.
 */
export async function deleteExpiredDrafts(
  pool: pg.Pool,
  { limit, of }: { limit: number; of: DraftsOf },
): Promise<number> {
  const isMeant = of === 'real time' ? isInRealTimeSql : isOfWorldSql('$2', '$3')
  return deleting(pool, {
    text: `select id from job where ${isExpiredSql} and ${isMeant} order by expires_at limit $1 for update skip locked`,
    values: [limit, ...(of === 'real time' ? [] : [of.keyId, of.name])],
  })
}

/** SQL condition on a row of `job`: the draft is to be deleted. */
export const isExpiredSql = `job.status = 'draft' and job.expires_at <= now() and not ${isPayingSql}`

/**
 * Frees the reference of an expired draft: deletes the draft, or takes the reference from a draft whose payment is
 * being released, which is deleted after that. Returns no result: another transaction may have deleted the draft, or a
 * payment may have begun before the expiry, so the caller queries again.
 */
export async function freeReference(pool: pg.Pool, id: string): Promise<void> {
  const text = `select id from job where id = $1 and status = 'draft' and expires_at <= now() for update`
  await deleting(pool, { text, values: [id] })
  await pool.query(
    `update job set external_reference = null, external_reference_nfc = null where id = $1 and not ${isAliveSql}`,
    [id],
  )
}

/**
 * Ends drafts before their time, in the caller's transaction. The background deletes those in real time, as they have
 * expired then. Those of the sandbox are deleted here, as no task of the background looks at them; one with a payment
 * in progress stays.
 *
 * @param which a condition on a row of `job`.
 * @returns the number of drafts that end by this.
 */
export async function endDrafts(trx: Kysely<Tables>, which: RawBuilder<SqlBool>): Promise<number> {
  const isStill = sql`not ${sql.raw(isInRealTimeSql)}`
  const { rows } = await sql<{ id: string; isStill: boolean }>`
    update job set expires_at = least(expires_at, now())
    where ${which} and status = 'draft' and (expires_at > now() or ${isStill})
    returning id, ${isStill} as "isStill"`.execute(trx)
  const still = rows.filter((row) => row.isStill).map(({ id }) => id)
  if (still.length > 0) await trx.executeQuery(CompiledQuery.raw(deletion, [still]))
  return rows.length
}

/**
 * Runs two statements, because the first does not see a payment that began while it waited for the row lock. Once the
 * row is locked no payment can begin, so the second statement sees every payment.
 */
async function deleting(pool: pg.Pool, lock: { text: string; values: unknown[] }): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>(lock)
    const { rowCount } = rows.length > 0 ? await client.query(deletion, [rows.map(({ id }) => id)]) : noRows
    await client.query('commit')
    client.release()
    return rowCount ?? 0
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}

const noRows = { rowCount: 0 }

/** Deletes a draft whose row the caller has locked. @returns false, and no change, while a payment is in progress. */
export async function deleteLockedDraft(trx: Kysely<Tables>, jobId: string): Promise<boolean> {
  const { rows } = await trx.executeQuery(CompiledQuery.raw(deletion, [[jobId]]))
  return rows.length > 0
}

/**
 * Deletes drafts by an array of ids whose rows are locked, except those with a payment in progress, and counts how far
 * they had come (`queries/read-funnel.ts`). Uses arrays because sub-selects make the planner read whole tables to join
 * a thousand rows.
 */
const deletion = `
  with ending as (
    select job.id, k.partner_id, job.mode, (job.created_at at time zone 'utc')::date as day,
      case when job.expires_at <= now() then 'expired' else 'withdrawn' end as outcome, ${stageOfJob} as stage
    from job join api_key k on k.id = job.key_id where job.id = any($1::uuid[])
  ), gone as (
    delete from job where id = any($1::uuid[]) and not ${isPayingSql} returning id
  ), gone_keys as (
    delete from idempotency_key where job_id = any(array(select id from gone))
  ), counted as (
    insert into draft_end as e (partner_id, mode, day, outcome, stage, drafts)
    select partner_id, mode, day, outcome, stage, count(*) from ending join gone using (id)
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (partner_id, mode, day, outcome, stage) do update set drafts = e.drafts + excluded.drafts
  )
  select id from gone`
