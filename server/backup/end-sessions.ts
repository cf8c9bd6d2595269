import type { ClientBase } from 'pg'

/**
 * Ends what lets people in: a session, code or link to the panel that was ended or used after the backup would come back to
 * life otherwise. Everybody signs in again.
 */
export async function endSessions(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    'update session set ended_at = now() where ended_at is null and expires_at > now()',
  )
  await client.query(
    'update admin_sign_in set expires_at = now() where used_at is null and expires_at > now()',
  )
  await client.query('update phone_challenge set expires_at = now() where expires_at > now()')
  return rowCount ?? 0
}
