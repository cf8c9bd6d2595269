import type pg from 'pg'
import { ofPayment } from './world-rows.ts'

/**
 * Runs `work` in a transaction while no call to the processor is in progress for a world, and none can begin. Background
 * tasks make such calls without the lease of the world, and store the answer afterwards.
 *
 * @param lockWorld locks the row of the world, so that no job is created in it. It may change the row too: all is rolled back when
 *   a call is in progress.
 * @returns false when a call is in progress; then nothing was done.
 */
export async function betweenCalls(
  { pool }: { pool: pg.Pool },
  { keyId, lockWorld }: { keyId: string; lockWorld: Work },
  work: Work,
): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await lockWorld(client)
    const isFree = await lockCalls(client, keyId)
    if (isFree) await work(client)
    await client.query(isFree ? 'commit' : 'rollback')
    client.release()
    return isFree
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}

type Work = (client: pg.PoolClient) => Promise<unknown>

/**
 * Locks the jobs of a world, so that no call is queued, and the calls that wait, so that no worker takes one.
 *
 * @returns false while a worker makes a call. A hold counts also when the lease of its worker has ended: the answer is
 * stored by the next worker.
 */
async function lockCalls(client: pg.PoolClient, keyId: string): Promise<boolean> {
  await client.query(`select from job where key_id = $1 and mode = 'test' order by id for no key update`, [
    keyId,
  ])
  const { rows } = await client.query<{ isRunning: boolean }>(unfinished, [keyId])
  return !rows.some(({ isRunning }) => isRunning)
}

const unfinished = `
  select status = 'running' and (kind = 'authorize' or due_at > now()) as "isRunning" from payment_effect
  where status in ('due', 'running') and ${ofPayment('payment_id')} for update`
