import { sql, type Transaction } from 'kysely'
import { type AuditChanges, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import type { Problem } from '../lib/problem.ts'
import { byMember, type Visit } from './by-member.ts'
import { startChallenge, useChallenge } from './challenges.ts'
import { markRight, takeGuess } from './guesses.ts'
import { countUse, findPasskey, listPasskeys } from './passkey-store.ts'
import { findWithPassword } from './password-store.ts'
import { challengeEnded, noPasskey, proofRefused, roleTooLow, signedOut, stepUpRequired } from './refusals.ts'
import { noteRefusedProof, type Refusal } from './refused-proofs.ts'
import { useSecondFactor } from './second-factor.ts'
import { type MemberSession, stepUp, stepUpMinutes } from './session-store.ts'
import { counterChange, type PasskeyAttempt, type SignInNeeds } from './sign-in.ts'
import { assertionOptions, verifyAssertion } from './web-authn.ts'

/* A fresh proof of identity of a signed-in member, for operations that need one. */

/** @throws Problem `wrong_state` when the member has no passkey. */
export async function startStepUp(
  { kysely, relyingParty }: Pick<SignInNeeds, 'kysely' | 'relyingParty'>,
  { memberId }: MemberSession,
) {
  const known = await listPasskeys(kysely, memberId)
  if (known.length === 0) throw noPasskey
  const started = await startChallenge(kysely, { kind: 'step_up', memberId })
  const options = await assertionOptions(relyingParty, { challenge: started.challenge, known })
  return { ...started, options }
}

type StepUpNeeds = Pick<SignInNeeds, 'kysely' | 'surface' | 'onRefusedProof'>

/** @returns the session's new token. @throws Problem `challenge_ended`, `proof_refused`. */
export async function finishStepUp(
  needs: StepUpNeeds & Pick<SignInNeeds, 'relyingParty'>,
  session: MemberSession,
  { challengeId, credential, visit }: PasskeyAttempt,
): Promise<string> {
  const { kysely, relyingParty } = needs
  const { memberId } = session
  const challenge = await useChallenge(kysely, { id: challengeId, kind: 'step_up', memberId })
  if (!challenge) throw challengeEnded
  const passkey = await findPasskey(kysely, Buffer.from(credential.id, 'base64url'))
  const use =
    passkey?.member_id === memberId &&
    (await verifyAssertion(relyingParty, { credential, challenge, passkey }))
  if (!passkey || !use) throw await refused(needs, { memberId, visit, what: 'step_up' })
  const token = await kysely.transaction().execute(async (trx) => {
    const counted = await countUse(trx, { passkeyId: passkey.id, use })
    if (counted === 'refused' || counted === 'gone') return null
    return record(trx, session, { visit, by: 'passkey', changes: counterChange(counted, use) })
  })
  if (token === null) throw await refused(needs, { memberId, visit, what: 'copy' })
  return token
}

/** @returns the session's new token. @throws Problem `proof_refused`, `rate_limit_exceeded`. */
export async function stepUpWithCode(
  needs: StepUpNeeds & Pick<SignInNeeds, 'sealer'>,
  session: MemberSession,
  { code, visit }: { code: string; visit: Visit },
): Promise<string> {
  const { kysely, sealer } = needs
  const { memberId } = session
  const { clientAddress } = visit
  const guess = await takeGuess(kysely, { kind: 'session', about: `member ${memberId}`, clientAddress })
  const member = await findWithPassword(kysely, memberId)
  const token =
    member &&
    (await kysely.transaction().execute(async (trx) => {
      const by = await useSecondFactor({ trx, sealer }, { member, code })
      if (!by) return null
      await markRight(trx, guess)
      return record(trx, session, { visit, by })
    }))
  if (!token) throw await refused(needs, { memberId, visit, what: 'step_up' })
  return token
}

async function refused(needs: StepUpNeeds, refusal: Omit<Refusal, 'isKnown'>): Promise<Problem> {
  await noteRefusedProof(needs, { ...refusal, isKnown: true })
  return proofRefused
}

async function record(
  trx: Transaction<Tables>,
  session: MemberSession,
  { visit, by, changes }: { visit: Visit; by: string; changes?: AuditChanges },
): Promise<string> {
  const token = await stepUp(trx, session.sessionId)
  if (token === null) throw signedOut
  await recordAudit(trx, {
    ...byMember(session, visit),
    act: 'member.step_up',
    targets: [{ type: 'member', id: session.memberId }],
    changes: { by: { from: null, to: by }, ...changes },
  })
  return token
}

/**
 * For the transaction of an act: reads the session again, because admission read it before the body arrived, and locks
 * it until the transaction ends. So an end of the session, a suspension or a removal either waits for the act or
 * refuses it.
 *
 * @throws Problem `signed_out`, `role_too_low` when the role has changed, `step_up_required`.
 */
export const confirmSession =
  ({ sessionId, role }: Pick<MemberSession, 'sessionId' | 'role'>, { stepUp }: { stepUp: boolean }) =>
  async (trx: Transaction<Tables>): Promise<void> => {
    const session = await trx
      .selectFrom('member_session as s')
      .innerJoin('member as m', 'm.id', 's.member_id')
      .select(sql<string>`case when s.viewed_partner_id is null then m.role else 'viewer' end`.as('role'))
      .select(
        sql<boolean>`coalesce(s.stepped_up_at > now() - make_interval(mins => ${stepUpMinutes}), false)`.as(
          'isFresh',
        ),
      )
      .where('s.id', '=', sessionId)
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', sql<Date>`now()`)
      .where('m.suspended_at', 'is', null)
      .forShare('s')
      .executeTakeFirst()
    if (!session) throw signedOut
    if (session.role !== role) throw roleTooLow
    if (stepUp && !session.isFresh) throw stepUpRequired
  }
