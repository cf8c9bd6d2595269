import type { Kysely } from 'kysely'
import type { Language, MemberRole } from '#contract/vocabulary.ts'
import { type By, recordAudit } from '../db/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import { lockDeciders } from './administer.ts'
import { type IssuedInvitation, insertInvitation, invitationState, revokeInvitations } from './invitations.ts'
import { lockMember } from './passkey-store.ts'
import { invitationUsed } from './refusals.ts'
import { findMember } from './store.ts'

type Needs = { kysely: Kysely<Tables> }

export type Invite = {
  partnerId: string | null
  name: string
  role: MemberRole
  language: Language
  by: By
}

/** Invites somebody to become a member. Only the response has the token. */
export function inviteMember({ kysely }: Needs, { by: given, ...invite }: Invite): Promise<IssuedInvitation> {
  return inTransaction(kysely, async (trx) => {
    const by = await lockDeciders(trx, given, invite.partnerId)
    const issued = await insertInvitation(trx, { ...invite, memberId: null, createdBy: by.actor })
    await recordAudit(trx, {
      ...by,
      act: 'member.invite',
      targets: [{ type: 'invitation', id: issued.invitationId }],
      changes: { role: { from: null, to: invite.role } },
    })
    return issued
  })
}

/**
 * Restores the access of a member who has lost every way to sign in. Ends earlier links. Returns null for an unknown
 * member.
 */
export function inviteMemberBack(
  { kysely }: Needs,
  { memberId, partnerId, by: given }: { memberId: string; partnerId: string | null; by: By },
): Promise<IssuedInvitation | null> {
  return inTransaction(kysely, async (trx) => {
    const by = await lockDeciders(trx, given, partnerId)
    await lockMember(trx, memberId)
    const member = await findMember(trx, { memberId, partnerId })
    if (!member) return null
    await revokeInvitations(trx, { leadsBack: memberId })
    const { name, role, language } = member
    const order = { partnerId, memberId, name, role, language, createdBy: by.actor }
    const issued = await insertInvitation(trx, order)
    const targets = [
      { type: 'member' as const, id: memberId },
      { type: 'invitation' as const, id: issued.invitationId },
    ]
    await recordAudit(trx, { ...by, act: 'member.invite_back', targets })
    return issued
  })
}

/**
 * Revokes an invitation; idempotent. Returns false for an unknown invitation.
 *
 * @throws Problem `wrong_state` when it was used.
 */
export function revokeInvitation(
  { kysely }: Needs,
  { invitationId, partnerId, by: given }: { invitationId: string; partnerId: string | null; by: By },
): Promise<boolean> {
  return inTransaction(kysely, async (trx) => {
    const by = await lockDeciders(trx, given, partnerId)
    if ((await revokeInvitations(trx, { invitationId, partnerId })) === 0) {
      const state = await invitationState(trx, { invitationId, partnerId })
      if (state?.used_at) throw invitationUsed
      return state !== undefined
    }
    const targets = [{ type: 'invitation' as const, id: invitationId }]
    await recordAudit(trx, { ...by, act: 'member.revoke_invitation', targets })
    return true
  })
}
