import type pg from 'pg'

/**
 * Deletes a subscription that the browser has dropped, and its pushes. If it was the last active subscription of its
 * account, its undelivered notices are processed again, so that they are sent in another way (SMS).
 *
 * The lock on the account serializes concurrent calls for two devices: the second sees that the first is deleted.
 */
export async function forgetDevice(
  pool: pg.Pool,
  { subscriptionId, endpoint }: { subscriptionId: string; endpoint: string },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select pg_advisory_xact_lock(hashtextextended('dray devices ' || account_id, 0)) from push_subscription where id = $1`,
      [subscriptionId],
    )
    await client.query(forget, [subscriptionId, endpoint])
    await client.query('commit')
    client.release()
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}

const forget = `
  with gone as (
    delete from push_subscription where id = $1 and endpoint = $2 returning account_id
  ), missed as (
    select notice_id from push where subscription_id = $1 and status in ('due', 'running')
  )
  update notice set told_at = null from gone
  where notice.account_id = gone.account_id and notice.id in (select notice_id from missed)
    and not exists (
      select from push_subscription other join session on session.id = other.session_id
      where other.account_id = gone.account_id and other.id <> $1
        and session.ended_at is null and session.expires_at > now())`
