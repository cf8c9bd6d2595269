import { sql, type Transaction } from 'kysely'
import type { MemberRole } from '#contract/vocabulary.ts'
import type { By } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { partnerSuspended, roleTooLow, signedOut } from './refusals.ts'
import { lockOwners } from './store.ts'
import { hasRights, leadingRole, surfaceOf } from './surface.ts'

/**
 * Takes the lock of those who decide on the members, of the staff or of the partner, for an act. The actor is read again
 * under the lock, because the admission read them before the body came, and the role or the session may have ended since.
 * The row stays locked, because changes of staff take another lock than acts on the members of a partner.
 *
 * @returns the actor without `confirm`, which would fail for those who have just changed themselves.
 * @throws Problem `signed_out`, `role_too_low`, `partner_suspended`, `step_up_required`.
 */
export async function lockDeciders(
  trx: Transaction<Tables>,
  { confirm, ...by }: By,
  partnerId: string | null,
): Promise<By> {
  const { actor, sessionId } = by
  await lockOwners(trx, partnerId)
  if (actor.type !== 'staff' && actor.type !== 'partner') return by
  const { rows } = await sql<{ role: MemberRole; partner_id: string | null; suspended: boolean }>`
    select m.role, m.partner_id, p.suspended_at is not null as suspended
    from member_session s join member m on m.id = s.member_id left join partner p on p.id = m.partner_id
    where s.id = ${sessionId ?? null} and m.id = ${actor.id ?? null} and s.viewed_partner_id is null
      and s.ended_at is null and s.expires_at > now() and m.suspended_at is null
    for share of m`.execute(trx)
  const member = rows[0]
  if (!member || (member.partner_id ?? partnerId) !== partnerId) throw signedOut
  if (member.suspended) throw partnerSuspended
  const surface = surfaceOf(member.partner_id)
  // On the members of a partner, all staff but viewers decide.
  const least = surface === 'admin' && partnerId !== null ? 'staff' : leadingRole(surface)
  if (!hasRights(surface, member.role, least)) throw roleTooLow
  await confirm?.(trx)
  return by
}
