import type { Kysely, Transaction } from 'kysely'
import type { AssertionCredential } from '#contract/admin/passkeys.ts'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import type { Sealer } from '../lib/sealer.ts'
import { byMember, type Visit } from './by-member.ts'
import { startChallenge, useChallenge } from './challenges.ts'
import { type SecondFactor, useSecondFactor } from './check-second-factor.ts'
import type { MemberDeviceProof } from './device-proof.ts'
import { markRight, takeGuess } from './guesses.ts'
import { countUse, findPasskey, type PasskeyOfMember } from './passkey-store.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { findByLoginName, type MemberWithPassword } from './password-store.ts'
import { challengeEnded, memberSuspended, signInRefused } from './refusals.ts'
import { startMemberSession } from './session-store.ts'
import type { Surface } from './surface.ts'
import { assertionOptions, type RelyingParty, verifyAssertion } from './web-authn.ts'

export type SignInNeeds = {
  kysely: Kysely<Tables>
  surface: Surface
  relyingParty: RelyingParty
  passwords: PasswordHasher
  sealer: Sealer
  memberDevices: MemberDeviceProof
}

export type SignedIn = { memberId: string; sessionId: string; token: string }

/** Starts a sign-in with any passkey that the browser finds. */
export async function startPasskeySignIn({
  kysely,
  relyingParty,
}: Pick<SignInNeeds, 'kysely' | 'relyingParty'>) {
  const started = await startChallenge(kysely, { kind: 'sign_in' })
  return { ...started, options: await assertionOptions(relyingParty, started) }
}

export type PasskeyAttempt = { challengeId: string; credential: AssertionCredential; visit: Visit }

/** @throws Problem `challenge_ended`, `sign_in_refused`, `member_suspended`. */
export async function signInWithPasskey(
  { kysely, surface, relyingParty }: Pick<SignInNeeds, 'kysely' | 'surface' | 'relyingParty'>,
  { challengeId, credential, visit }: PasskeyAttempt,
): Promise<SignedIn> {
  const challenge = await useChallenge(kysely, { id: challengeId, kind: 'sign_in' })
  if (!challenge) throw challengeEnded
  const passkey = await findPasskey(kysely, Buffer.from(credential.id, 'base64url'))
  if (!passkey || (passkey.partner_id === null) !== (surface === 'admin')) throw signInRefused
  const counter = await verifyAssertion(relyingParty, { credential, challenge, passkey })
  if (counter === null) throw signInRefused
  if (passkey.suspended_at) throw memberSuspended
  return kysely.transaction().execute(async (trx) => {
    if (!(await countUse(trx, { passkeyId: passkey.id, counter }))) throw signInRefused
    return enter(trx, { member: passkey, visit, by: 'passkey' })
  })
}

export type PasswordAttempt = {
  loginName: string
  password: string
  code: string
  /** The proof of the device cookie. */
  device: string | undefined
  visit: Visit
}

/**
 * The attempt is counted before anything is compared, and takes as long for an unknown name.
 *
 * @throws Problem `sign_in_refused` for any wrong part, `rate_limit_exceeded`, `member_suspended`.
 */
export async function signInWithPassword(needs: SignInNeeds, attempt: PasswordAttempt): Promise<SignedIn> {
  const { kysely, surface, passwords, sealer, memberDevices } = needs
  const { password, code, device, visit } = attempt
  const loginName = attempt.loginName.trim().toLowerCase()
  const member = await findByLoginName(kysely, { loginName, ofStaff: surface === 'admin' })
  const isKnown = await memberDevices.proves(device, member)
  const guess = await takeGuess(kysely, {
    kind: isKnown ? 'known' : 'unknown',
    about: `${surface} name ${loginName}`,
    clientAddress: visit.clientAddress,
  })
  const isRight = await passwords.verify(password, member?.hash ?? null)
  if (!member || !isRight) throw signInRefused
  const signedIn = await kysely.transaction().execute(async (trx) => {
    const by = await useSecondFactor({ trx, sealer }, { member, code })
    if (!by) throw signInRefused
    await markRight(trx, guess)
    return member.suspended_at ? null : enter(trx, { member, visit, by })
  })
  if (!signedIn) throw memberSuspended
  return signedIn
}

type Entering = {
  member: PasskeyOfMember | MemberWithPassword
  visit: Visit
  by: 'passkey' | NonNullable<SecondFactor>
}

async function enter(trx: Transaction<Tables>, { member, visit, by }: Entering): Promise<SignedIn> {
  const { member_id: memberId, partner_id: partnerId, name, role } = member
  const session = await startMemberSession(trx, { memberId, device: visit.device })
  await recordAudit(trx, {
    ...byMember({ memberId, partnerId, name, role }, visit),
    act: 'member.sign_in',
    targets: [{ type: 'member', id: memberId }],
    changes: { by: { from: null, to: by } },
  })
  return { memberId, ...session }
}
