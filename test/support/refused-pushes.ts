import { newId } from '../../server/lib/ids.ts'
import type { Scene } from './closing-scenes.ts'

/** A push service that has refused the last three pushes, of three people. */
export const refusedPushes: Scene = async (market) => {
  const { pool } = market.app.db
  const service = `push-${newId()}.example`
  for (const status of ['status 403', 'status 403', 'status 401']) {
    const { accountId } = await market.person()
    const id = newId()
    await pool.query(
      `insert into push_subscription (id, account_id, session_id, endpoint, p256dh, auth)
       select $1, $2, id, $3, 'p', 'a' from session where account_id = $2 limit 1`,
      [id, accountId, `https://${service}/${id}`],
    )
    const { rows } = await pool.query(
      `insert into notice (account_id, kind, told_at) values ($1, 'carrier_approved', now()) returning id`,
      [accountId],
    )
    await pool.query(
      `insert into push (id, subscription_id, notice_id, status, last_error) values ($1, $2, $3, 'failed', $4)`,
      [newId(), id, rows[0].id, status],
    )
  }
  return {
    subject: service,
    end: () => pool.query('delete from push_subscription where endpoint like $1', [`https://${service}/%`]),
  }
}
