import type { Kysely, Transaction } from 'kysely'
import type { MemberRole } from '#contract/vocabulary.ts'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { byMember, type Visit } from './by-member.ts'
import type { ChallengeFor } from './challenges.ts'
import { markRight, takeGuess } from './guesses.ts'
import { findInvitation, type LiveInvitation, revokeWaysBack, useInvitation } from './invitations.ts'
import { deleteWaysIn, lockMember } from './passkey-store.ts'
import { invitationEnded, memberSuspended, signedOut, stepUpRequired } from './refusals.ts'
import { endMemberSessions, lockMemberSession, type MemberSession } from './session-store.ts'
import { beginSession } from './sign-in.ts'
import { insertMember } from './store.ts'
import type { Surface } from './surface.ts'

/** A person who adds a way to sign in: the holder of an invitation, or a member with a fresh proof of identity. */
export type Applicant = {
  memberId: string
  name: string
  role: MemberRole
  partnerId: string | null
  invitation: LiveInvitation | null
  session: MemberSession | null
}

export type Application = { token?: string | undefined; session: MemberSession | null; clientAddress: string }

type Needs = { kysely: Kysely<Tables>; surface: Surface }

/**
 * The token counts before the session: its holder may have the session of another member.
 *
 * @throws Problem `invitation_ended`; without a token `signed_out`, `member_suspended` or `step_up_required`.
 */
export async function requireApplicant(needs: Needs, application: Application): Promise<Applicant> {
  const { token, session, clientAddress } = application
  if (token !== undefined) return invited(await requireInvitation(needs, { token, clientAddress }))
  if (!session) throw signedOut
  if (session.suspended) throw memberSuspended
  if (!session.isFresh) throw stepUpRequired
  const { memberId, name, role, partnerId } = session
  return { memberId, name, role, partnerId, session, invitation: null }
}

/** A new member gets the id of the invitation, so one invitation can make only one member. */
const invited = (invitation: LiveInvitation): Applicant => ({
  memberId: invitation.member_id ?? invitation.id,
  name: invitation.name,
  role: invitation.role,
  partnerId: invitation.partner_id,
  invitation,
  session: null,
})

/** @throws Problem `invitation_ended`, `rate_limit_exceeded`. */
export async function requireInvitation(
  { kysely, surface }: Needs,
  { token, clientAddress }: { token: string; clientAddress: string },
): Promise<LiveInvitation> {
  const guess = await takeGuess(kysely, { kind: 'token', about: 'invitations', clientAddress })
  const invitation = await findInvitation(kysely, { token, ofStaff: surface === 'admin' })
  if (!invitation) throw invitationEnded
  await markRight(kysely, guess)
  return invitation
}

/** The challenge of an applicant can be finished only by the same applicant. */
export const challengeFor = ({ invitation, memberId }: Applicant): ChallengeFor =>
  invitation ? { invitationId: invitation.id } : { memberId }

export type Admission = { endsOthers: boolean; visit: Visit }

/**
 * With an invitation: uses it, and creates the member or restores access. Without one: locks the session, which may
 * have ended meanwhile. Must run first in the transaction that adds the way to sign in.
 *
 * @throws Problem `invitation_ended` when a concurrent request used it first, `signed_out`, `step_up_required`.
 */
export async function admitApplicant(
  trx: Transaction<Tables>,
  applicant: Applicant,
  { endsOthers, visit }: Admission,
): Promise<void> {
  const { invitation, memberId, session } = applicant
  if (!invitation) {
    if (!session) throw signedOut
    return lockMemberSession(trx, session, { fresh: true })
  }
  // Locked before the invitation, in the same order as all changes of a member that revoke invitations.
  if (invitation.member_id !== null) await requireMember(trx, invitation.member_id)
  if (!(await useInvitation(trx, invitation.id))) throw invitationEnded
  const { id, name, role, language, partner_id: partnerId, member_id: known } = invitation
  if (known === null) await insertMember(trx, { id, partnerId, name, role, language })
  else {
    await revokeWaysBack(trx, known)
    if (endsOthers) await deleteWaysIn(trx, known)
    await endMemberSessions(trx, { memberId: known })
  }
  await recordAudit(trx, {
    ...byMember(applicant, visit),
    act: known === null ? 'member.join' : 'member.return',
    targets: [
      { type: 'member', id: memberId },
      { type: 'invitation', id: invitation.id },
    ],
    ...(known !== null && { changes: { ends_others: { from: null, to: endsOthers } } }),
  })
}

async function requireMember(trx: Transaction<Tables>, memberId: string): Promise<void> {
  if (!(await lockMember(trx, memberId))) throw invitationEnded
}

/** The session of the applicant: that of the request, or with an invitation a new one. */
export async function sessionOf(
  trx: Transaction<Tables>,
  { session, memberId }: Applicant,
  visit: Visit,
): Promise<{ sessionId: string; token: string | null }> {
  return session ? { sessionId: session.sessionId, token: null } : beginSession(trx, { memberId, visit })
}
