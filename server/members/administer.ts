import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuditAct } from '#contract/audit-acts.ts'
import type { MemberRole } from '#contract/vocabulary.ts'
import { type AuditChanges, type By, recordAudit } from '../db/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import { raiseDeviceEpoch } from './device-proof.ts'
import { revokeInvitations } from './invitations.ts'
import { lockMember } from './passkey-store.ts'
import { lastAdmin, lastOwner, partnerSuspended, roleTooLow, signedOut } from './refusals.ts'
import { endMemberSessions } from './session-store.ts'
import { findMember, hasOtherOwner, lockOwners, type MemberRow } from './store.ts'
import { hasRights, leadingRole, surfaceOf } from './surface.ts'

/*
 * Changes of a member by an owner, an admin of the partner or a command, each in one transaction with its audit event.
 * All lock the owners or admins, to ensure that concurrent changes leave an active one.
 */

type Needs = { kysely: Kysely<Tables> }

/** `partnerId` is null for the operator's staff. */
export type Change = { memberId: string; partnerId: string | null; by: By }

/**
 * Applies from the member's next request. Returns null for an unknown member.
 *
 * @throws Problem `last_owner`, `last_admin`.
 */
export const changeMemberRole = (needs: Needs, { role, ...change }: Change & { role: MemberRole }) =>
  changed(needs, change, async (trx, member) => {
    if (member.role === role) return null
    const surface = surfaceOf(member.partner_id)
    if (role !== leadingRole(surface)) await keepAnOwner(trx, member, change.by)
    await trx.updateTable('member').set({ role }).where('id', '=', member.id).execute()
    // The member may have invited people with rights that the new role lacks.
    if (!hasRights(surface, role, member.role)) await revokeInvitations(trx, { memberId: member.id })
    return { act: 'member.change_role', changes: { role: { from: member.role, to: role } } }
  })

/** Ends every session and refuses every sign-in. @throws Problem `last_owner`, `last_admin`. */
export const suspendMember = (needs: Needs, change: Change) =>
  changed(needs, change, async (trx, member) => {
    if (member.suspended_at) return null
    await keepAnOwner(trx, member, change.by)
    await setSuspended(trx, member.id, true)
    await endMemberSessions(trx, { memberId: member.id })
    await revokeInvitations(trx, { memberId: member.id })
    return { act: 'member.suspend' }
  })

export const resumeMember = (needs: Needs, change: Change) =>
  changed(needs, change, async (trx, member) => {
    if (!member.suspended_at) return null
    await setSuspended(trx, member.id, false)
    return { act: 'member.resume' }
  })

export const endSessionsOf = (needs: Needs, change: Change) =>
  changed(needs, change, async (trx, member) => {
    await raiseDeviceEpoch(trx, member.id)
    const ended = await endMemberSessions(trx, { memberId: member.id })
    return { act: 'member.end_sessions', changes: { sessions: { from: ended, to: 0 } } }
  })

/**
 * Deletes the member with every way to sign in. Returns false for an unknown member.
 *
 * @throws Problem `last_owner`, `last_admin`.
 */
export function removeMember(
  { kysely }: Needs,
  { memberId, partnerId, by: given }: Change,
): Promise<boolean> {
  return inTransaction(kysely, async (trx) => {
    const by = await lockDeciders(trx, given, partnerId)
    await lockMember(trx, memberId)
    const member = await findMember(trx, { memberId, partnerId })
    if (!member) return false
    await keepAnOwner(trx, member, by)
    await revokeInvitations(trx, { memberId })
    await trx.deleteFrom('member').where('id', '=', memberId).execute()
    const changes = { role: { from: member.role, to: null } }
    await recordAudit(trx, {
      ...by,
      act: 'member.remove',
      targets: [{ type: 'member', id: memberId }],
      changes,
    })
    return true
  })
}

type Made = { act: AuditAct; changes?: AuditChanges } | null

/** Returns the member after the change; null for an unknown member. */
function changed(
  { kysely }: Needs,
  { memberId, partnerId, by: given }: Change,
  make: (trx: Transaction<Tables>, member: MemberRow) => Promise<Made>,
): Promise<MemberRow | null> {
  return inTransaction(kysely, async (trx) => {
    const by = await lockDeciders(trx, given, partnerId)
    const member = await findMember(trx, { memberId, partnerId })
    if (!member) return null
    const made = await make(trx, member)
    if (!made) return member
    await recordAudit(trx, { ...by, ...made, targets: [{ type: 'member', id: memberId }] })
    return (await findMember(trx, { memberId, partnerId })) ?? null
  })
}

const setSuspended = (trx: Transaction<Tables>, memberId: string, suspended: boolean) =>
  trx
    .updateTable('member')
    .set({ suspended_at: suspended ? sql<Date>`now()` : null })
    .where('id', '=', memberId)
    .execute()

/** The operator may leave a partner without an admin, because the operator can invite another one. */
async function keepAnOwner(trx: Transaction<Tables>, member: MemberRow, { actor }: By): Promise<void> {
  const { id: memberId, partner_id: partnerId, role, suspended_at } = member
  if (suspended_at || role !== leadingRole(surfaceOf(partnerId))) return
  if (partnerId !== null && actor.type !== 'partner') return
  if (!(await hasOtherOwner(trx, { memberId, partnerId }))) throw partnerId === null ? lastOwner : lastAdmin
}

/**
 * Takes the lock of the people who manage the members, of the staff or of the partner, for an act. The actor is read
 * again under the lock, because admission read them before the body arrived, and the role or the session may have ended
 * since. The row stays locked, because changes of staff take another lock than acts on the members of a partner.
 *
 * @returns the actor without `confirm`, which would fail after a change of the actor itself.
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
  // All staff except viewers manage the members of a partner.
  const least = surface === 'admin' && partnerId !== null ? 'staff' : leadingRole(surface)
  if (!hasRights(surface, member.role, least)) throw roleTooLow
  await confirm?.(trx)
  return by
}
