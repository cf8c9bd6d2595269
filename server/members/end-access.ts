import { type Kysely, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Tables } from '../db/tables.ts'

/**
 * Ends all sessions of members, and the rows that could still create one. After a restore, rows ended or used since the
 * backup would become valid again.
 *
 * @returns the number of sessions ended.
 */
export async function endMemberAccess(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    'update member_session set ended_at = now() where ended_at is null and expires_at > now()',
  )
  await client.query('update member_challenge set expires_at = now() where expires_at > now()')
  await client.query(
    'update member_invitation set revoked_at = now() where used_at is null and revoked_at is null',
  )
  return rowCount ?? 0
}

/**
 * After the secret key was replaced, every authenticator app is invalid: its secret was sealed with the old key. The
 * members sign in with a passkey or a recovery code and set up the app again.
 *
 * @returns the number of apps.
 */
export async function endAuthenticatorApps(trx: Kysely<Tables>): Promise<number> {
  await sql`update member_challenge set expires_at = now(), sealed = '' where sealed is not null`.execute(trx)
  const { numAffectedRows } =
    await sql`update member_password set totp_secret = null where totp_secret is not null`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
