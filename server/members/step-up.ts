import type { Transaction } from 'kysely'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { byMember, type Visit } from './by-member.ts'
import { startChallenge, useChallenge } from './challenges.ts'
import { useSecondFactor } from './check-second-factor.ts'
import { markRight, takeGuess } from './guesses.ts'
import { countUse, findPasskey, listPasskeys } from './passkey-store.ts'
import { findWithPassword } from './password-store.ts'
import { challengeEnded, noPasskey, proofRefused, signedOut } from './refusals.ts'
import { type MemberSession, stepUp } from './session-store.ts'
import type { PasskeyAttempt, SignInNeeds } from './sign-in.ts'
import { assertionOptions, verifyAssertion } from './web-authn.ts'

/* A fresh proof of who a signed-in member is, for operations that need one. */

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

/** @throws Problem `challenge_ended`, `proof_refused`. */
export async function finishStepUp(
  { kysely, relyingParty }: Pick<SignInNeeds, 'kysely' | 'relyingParty'>,
  session: MemberSession,
  { challengeId, credential, visit }: PasskeyAttempt,
): Promise<void> {
  const { memberId } = session
  const challenge = await useChallenge(kysely, { id: challengeId, kind: 'step_up', memberId })
  if (!challenge) throw challengeEnded
  const passkey = await findPasskey(kysely, Buffer.from(credential.id, 'base64url'))
  if (passkey?.member_id !== memberId) throw proofRefused
  const counter = await verifyAssertion(relyingParty, { credential, challenge, passkey })
  if (counter === null) throw proofRefused
  await kysely.transaction().execute(async (trx) => {
    if (!(await countUse(trx, { passkeyId: passkey.id, counter }))) throw proofRefused
    await record(trx, session, { visit, by: 'passkey' })
  })
}

/** @throws Problem `proof_refused`, `rate_limit_exceeded`. */
export async function stepUpWithCode(
  { kysely, sealer }: Pick<SignInNeeds, 'kysely' | 'sealer'>,
  session: MemberSession,
  { code, visit }: { code: string; visit: Visit },
): Promise<void> {
  const { memberId } = session
  const { clientAddress } = visit
  const guess = await takeGuess(kysely, { kind: 'session', about: `member ${memberId}`, clientAddress })
  const member = await findWithPassword(kysely, memberId)
  if (!member) throw proofRefused
  await kysely.transaction().execute(async (trx) => {
    const by = await useSecondFactor({ trx, sealer }, { member, code })
    if (!by) throw proofRefused
    await markRight(trx, guess)
    await record(trx, session, { visit, by })
  })
}

async function record(
  trx: Transaction<Tables>,
  session: MemberSession,
  { visit, by }: { visit: Visit; by: string },
): Promise<void> {
  if (!(await stepUp(trx, session.sessionId))) throw signedOut
  await recordAudit(trx, {
    ...byMember(session, visit),
    act: 'member.step_up',
    targets: [{ type: 'member', id: session.memberId }],
    changes: { by: { from: null, to: by } },
  })
}
