import type { Transaction } from 'kysely'
import type { AssertionCredential } from '#contract/admin/passkeys.ts'
import { type AuditChanges, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import type { Problem } from '../lib/problem.ts'
import type { Sealer } from '../lib/sealer.ts'
import { byMember, type Visit } from './by-member.ts'
import { startChallenge, useChallenge } from './challenges.ts'
import type { MemberDeviceProof } from './device-proof.ts'
import { markRight, takeGuess, tryGuess } from './guesses.ts'
import { signOutMember } from './own-access.ts'
import { countUse, findPasskey, type PasskeyOfMember, type PasskeyUse } from './passkey-store.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { findByLoginName, type MemberWithPassword } from './password-store.ts'
import { challengeEnded, memberSuspended, signInRefused } from './refusals.ts'
import { noteRefusedProof, type Refusal, type RefusalNeeds, tellRefusedProofs } from './refused-proofs.ts'
import { isTotpCode, type SecondFactor, useSecondFactor } from './second-factor.ts'
import { startMemberSession } from './session-store.ts'
import { surfaceOf } from './surface.ts'
import { assertionOptions, type RelyingParty, verifyAssertion } from './web-authn.ts'

export type SignInNeeds = RefusalNeeds & {
  relyingParty: RelyingParty
  passwords: PasswordHasher
  sealer: Sealer
  memberDevices: MemberDeviceProof
}

type SignedIn = { memberId: string; sessionId: string; token: string }

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
  needs: Pick<SignInNeeds, 'kysely' | 'surface' | 'relyingParty' | 'onRefusedProof'>,
  { challengeId, credential, visit }: PasskeyAttempt,
): Promise<SignedIn> {
  const { kysely, surface, relyingParty } = needs
  const challenge = await useChallenge(kysely, { id: challengeId, kind: 'sign_in' })
  if (!challenge) throw challengeEnded
  const found = await findPasskey(kysely, Buffer.from(credential.id, 'base64url'))
  const passkey = found && surfaceOf(found.partner_id) === surface ? found : undefined
  const use = await verifyAssertion(relyingParty, { credential, challenge, passkey })
  const refusal = { memberId: passkey?.member_id, isKnown: false, visit }
  if (!passkey || !use) throw await refused(needs, { ...refusal, what: 'passkey' })
  if (passkey.suspended_at) throw memberSuspended
  const signedIn = await kysely.transaction().execute(async (trx) => {
    const counted = await countUse(trx, { passkeyId: passkey.id, use })
    if (counted === 'refused' || counted === 'gone') return counted
    const changes = counterChange(counted, use)
    return enter(trx, { member: passkey, visit, by: 'passkey', changes })
  })
  if (signedIn === 'gone') throw signInRefused
  if (signedIn === 'refused') throw await refused(needs, { ...refusal, what: 'copy' })
  return signedIn
}

/** Records a counter that did not rise, because the passkey was copied. */
export const counterChange = (
  counted: 'risen' | { counterBefore: number },
  { counter }: PasskeyUse,
): AuditChanges =>
  counted === 'risen' ? {} : { passkey_counter: { from: counted.counterBefore, to: counter } }

type PasswordAttempt = {
  loginName: string
  password: string
  code: string
  /** The proof of the device cookie. */
  device: string | undefined
  visit: Visit
}

/**
 * Counts the attempt before the comparison; takes the same time for an unknown name.
 *
 * @throws Problem `sign_in_refused` for any wrong part, `rate_limit_exceeded`, `member_suspended`,
 *   `service_unavailable` while too many passwords wait to be hashed.
 */
export async function signInWithPassword(needs: SignInNeeds, attempt: PasswordAttempt): Promise<SignedIn> {
  const { kysely, surface, passwords, memberDevices } = needs
  const { password, device, visit } = attempt
  const loginName = attempt.loginName.trim().toLowerCase()
  const member = await findByLoginName(kysely, { loginName, ofStaff: surface === 'admin' })
  const isKnown = await memberDevices.proves(device, member)
  // Before the attempt is counted, so an overload does not use up attempts.
  const place = passwords.reserve({ isFirst: isKnown })
  const guess = await takeGuess(kysely, {
    kind: isKnown ? 'known' : 'unknown',
    about: `${surface} name ${loginName}`,
    clientAddress: visit.clientAddress,
  }).catch((error: unknown) => {
    place.leave()
    throw error
  })
  const isRight = await place.verify(password, member?.hash ?? null)
  const refusal = { memberId: member?.member_id, isKnown, visit }
  if (!member || !isRight) throw await refused(needs, { ...refusal, what: 'password' })
  const signedIn = await enterWithCode(needs, attempt, { member, isKnown, guess })
  if (!signedIn) throw await refused(needs, { ...refusal, what: 'code' })
  if (signedIn === 'suspended') throw memberSuspended
  return signedIn
}

type RightPassword = { member: MemberWithPassword; isKnown: boolean; guess: number }

/**
 * Returns null for a wrong code, or after too many wrong codes today: then only a recovery code or a known browser
 * succeeds.
 */
async function enterWithCode(
  { kysely, sealer }: SignInNeeds,
  { code, visit }: PasswordAttempt,
  { member, isKnown, guess }: RightPassword,
): Promise<SignedIn | 'suspended' | null> {
  const isBounded = !isKnown && isTotpCode(code)
  const { clientAddress } = visit
  const counted = isBounded
    ? await tryGuess(kysely, { kind: 'code', about: `codes ${member.member_id}`, clientAddress })
    : { id: guess }
  if ('wait' in counted) return null
  return kysely.transaction().execute(async (trx) => {
    const by = await useSecondFactor({ trx, sealer }, { member, code })
    if (!by) return null
    await markRight(trx, guess)
    await markRight(trx, counted.id)
    return member.suspended_at ? 'suspended' : enter(trx, { member, visit, by })
  })
}

async function refused(needs: RefusalNeeds, refusal: Refusal): Promise<Problem> {
  await noteRefusedProof(needs, refusal)
  return signInRefused
}

type Entering = {
  member: PasskeyOfMember | MemberWithPassword
  visit: Visit
  by: 'passkey' | NonNullable<SecondFactor>
  changes?: AuditChanges
}

async function enter(trx: Transaction<Tables>, { member, visit, by, changes }: Entering): Promise<SignedIn> {
  const { member_id: memberId, partner_id: partnerId, name, role } = member
  const session = await beginSession(trx, { memberId, visit })
  await recordAudit(trx, {
    ...byMember({ memberId, partnerId, name, role }, visit),
    act: 'member.sign_in',
    targets: [{ type: 'member', id: memberId }],
    changes: { by: { from: null, to: by }, ...changes },
  })
  return { memberId, ...session }
}

/** Signs a member in, ends the previous session of the browser, and returns the proofs refused meanwhile. */
export async function beginSession(
  trx: Transaction<Tables>,
  { memberId, visit }: { memberId: string; visit: Visit },
): Promise<{ sessionId: string; token: string }> {
  if (visit.tokenBefore !== undefined)
    await signOutMember({ kysely: trx }, { token: visit.tokenBefore, visit })
  const session = await startMemberSession(trx, { memberId, device: visit.device })
  await tellRefusedProofs(trx, { memberId, sessionId: session.sessionId })
  return session
}
