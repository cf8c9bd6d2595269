import type pg from 'pg'

/**
 * Runs `work` in a transaction under a lock on the account of this device. Serializes devices of one account that stop
 * receiving at the same time: each sees what the one before has changed.
 */
export async function withDeviceLock(
  pool: pg.Pool,
  subscriptionId: string,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select pg_advisory_xact_lock(hashtextextended('dray devices ' || account_id, 0)) from push_subscription where id = $1`,
      [subscriptionId],
    )
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}
