import type pg from 'pg'

/**
 * Deletes expired drafts with their SMS and events; their photos are left to be collected. One whose payment is under way
 * stays until that is decided: posted with its hold, or gone without one.
 *
 * @returns how many went.
 */
export async function deleteExpiredDrafts(pool: pg.Pool, limit: number): Promise<number> {
  return deleting(pool, {
    text: `select id from job where status = 'draft' and expires_at <= now() and not ${isPaying}
           order by expires_at limit $1 for update skip locked`,
    values: [limit],
  })
}

/** One of them. @returns whether it is gone. */
export async function deleteExpiredDraft(pool: pg.Pool, id: string): Promise<boolean> {
  const text = `select id from job where id = $1 and status = 'draft' and expires_at <= now() for update`
  return (await deleting(pool, { text, values: [id] })) === 1
}

/** Beside `isStanding`: whatever may still come of a call to a processor needs its job. */
const isPaying = `exists (
  select 1 from payment where payment.job_id = job.id and (
    payment.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')
    or exists (select 1 from payment_effect e where e.payment_id = payment.id and e.status in ('due', 'running'))))`

/**
 * Two statements, as the first sees no payment that was begun while it waited for the row. Once the row is held none can
 * begin, so the second sees them all.
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
    // The transaction goes with its connection.
    client.release(true)
    throw error
  }
}

const noRows = { rowCount: 0 }

/**
 * Over an array of ids whose rows are locked; leaves those that are being paid. Arrays and no sub-selects: the planner would
 * otherwise read whole tables to join a thousand rows of them.
 */
export const deletion = `
  with gone as (
    delete from job where id = any($1::uuid[]) and not ${isPaying} returning id
  ), gone_keys as (
    delete from idempotency_key where job_id = any(array(select id from gone))
  )
  select id from gone`
