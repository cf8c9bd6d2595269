import type pg from 'pg'

/**
 * Deletes expired drafts with their SMS and events; the collector deletes their photos. A draft with a payment in
 * progress stays until the payment is decided: then it is posted with its hold, or deleted.
 *
 * @returns the number of deleted drafts.
 */
export async function deleteExpiredDrafts(pool: pg.Pool, limit: number): Promise<number> {
  return deleting(pool, {
    text: `select id from job where status = 'draft' and expires_at <= now() and not ${isPaying}
           order by expires_at limit $1 for update skip locked`,
    values: [limit],
  })
}

/** Deletes one expired draft. @returns whether it was deleted. */
export async function deleteExpiredDraft(pool: pg.Pool, id: string): Promise<boolean> {
  const text = `select id from job where id = $1 and status = 'draft' and expires_at <= now() for update`
  return (await deleting(pool, { text, values: [id] })) === 1
}

/** In addition to `isAlive`: a payment or an unsettled effect at the processor still needs its job. */
const isPaying = `exists (
  select 1 from payment where payment.job_id = job.id and (
    payment.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')
    or exists (select 1 from payment_effect e where e.payment_id = payment.id and e.status in ('due', 'running'))))`

/**
 * Runs two statements, because the first does not see a payment that began while it waited for the row lock. Once the
 * row is locked no payment can begin, so the second statement sees them all.
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

/**
 * Deletes drafts by an array of ids whose rows are locked, except those with a payment in progress. Uses arrays
 * instead of sub-selects: with those the planner reads whole tables to join a thousand rows.
 */
export const deletion = `
  with gone as (
    delete from job where id = any($1::uuid[]) and not ${isPaying} returning id
  ), gone_keys as (
    delete from idempotency_key where job_id = any(array(select id from gone))
  )
  select id from gone`
