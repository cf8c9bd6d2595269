import type { ClientBase } from 'pg'
import { endMemberAccess } from '../members/end-access.ts'

/**
 * Ends all sessions, sign-in codes and invitations. Otherwise those that were ended or used after the backup would become valid
 * again. Everyone has to sign in again.
 *
 * @returns the number of sessions ended.
 */
export async function endSessions(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    'update session set ended_at = now() where ended_at is null and expires_at > now()',
  )
  await client.query('update phone_challenge set expires_at = now() where expires_at > now()')
  return (rowCount ?? 0) + (await endMemberAccess(client))
}
