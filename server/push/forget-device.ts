import type pg from 'pg'

/**
 * The browser has dropped this subscription, and its pushes go with it. Where it was the last one of its account, every notice
 * that it has not received is told once more, and then finds another way (an SMS).
 *
 * The lock on the account makes two devices that are dropped at once wait for each other: the second sees that the first is
 * gone.
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
    // The transaction goes with its connection.
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
