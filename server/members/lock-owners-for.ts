import { sql, type Transaction } from 'kysely'
import type { By } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { roleTooLow, signedOut } from './refusals.ts'
import { lockOwners } from './store.ts'

/**
 * Takes the lock of the owners for an act. A member of staff is read again under the lock, because the admission read
 * them before the body came, and the role or the session may have ended since.
 *
 * @throws Problem `signed_out`, `role_too_low`.
 */
export async function lockOwnersFor(trx: Transaction<Tables>, { actor, sessionId }: By): Promise<void> {
  await lockOwners(trx)
  if (actor.type !== 'staff') return
  const { rows } = await sql<{ role: string }>`
    select m.role from member_session s join member m on m.id = s.member_id
    where s.id = ${sessionId ?? null} and m.id = ${actor.id ?? null} and m.partner_id is null
      and s.ended_at is null and s.expires_at > now() and m.suspended_at is null`.execute(trx)
  if (!rows[0]) throw signedOut
  if (rows[0].role !== 'owner') throw roleTooLow
}
