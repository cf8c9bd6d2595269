import type { Kysely, Transaction } from 'kysely'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import type { Sealer } from '../lib/sealer.ts'
import { type Applicant, admitApplicant, challengeFor, sessionOf } from './applicant.ts'
import { byMember, type Visit } from './by-member.ts'
import { keepSealed, readSealed, useSealed } from './challenges.ts'
import { raiseDeviceEpoch } from './device-proof.ts'
import { markRight, takeGuess } from './guesses.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { isTaken, loginNameOf, putPassword, setLoginName } from './password-store.ts'
import { challengeEnded, loginNameNeeded, loginNameTaken, proofRefused, weakPassword } from './refusals.ts'
import { newTotpSecret, replaceRecoveryCodes, stepOf, totpUri } from './second-factor.ts'
import { endMemberSessions } from './session-store.ts'
import { faultOfPassword } from './weak-passwords.ts'
import type { RelyingParty } from './web-authn.ts'

export type PasswordNeeds = {
  kysely: Kysely<Tables>
  passwords: PasswordHasher
  sealer: Sealer
  relyingParty: RelyingParty
}

/** Sealed data until the authenticator app's code confirms it. */
type Kept = { loginName: string; hash: string; secret: string }

export type PasswordOrder = { loginName: string | undefined; password: string; clientAddress: string }

export type PasswordStarted = { challengeId: string; expiresAt: Date; uri: string; secret: string }

/**
 * Creates a secret for an authenticator app. No effect before `confirmPassword`.
 *
 * @throws Problem `validation_error` without a required name, or for a password that is easy to guess;
 *   `login_name_taken`, `rate_limit_exceeded`, `service_unavailable`.
 */
export async function startPassword(
  { kysely, passwords, sealer, relyingParty }: PasswordNeeds,
  applicant: Applicant,
  { loginName: given, password, clientAddress }: PasswordOrder,
): Promise<PasswordStarted> {
  const { memberId } = applicant
  const known = await loginNameOf(kysely, memberId)
  const loginName = given?.toLowerCase() ?? known?.login_name
  if (!loginName) throw loginNameNeeded
  if (loginName !== known?.login_name) await requireFree(kysely, { loginName, memberId, clientAddress })
  const fault = faultOfPassword(password, await ownWordsOf(kysely, { applicant, loginName, relyingParty }))
  if (fault) throw weakPassword[fault]
  const id = newId()
  const secret = newTotpSecret()
  const kept: Kept = { loginName, hash: await passwords.hash(password), secret }
  const sealed = sealer.seal(id, JSON.stringify(kept))
  const { expiresAt } = await keepSealed(kysely, { id, sealed, ...challengeFor(applicant) })
  const uri = totpUri(secret, { issuer: relyingParty.name, label: loginName })
  return { challengeId: id, expiresAt, uri, secret }
}

/** Words that others know about the member: their name, company and service, and their sign-in name and host. */
async function ownWordsOf(
  kysely: Kysely<Tables>,
  {
    applicant,
    loginName,
    relyingParty,
  }: { applicant: Applicant; loginName: string; relyingParty: RelyingParty },
): Promise<string[]> {
  const { name, partnerId } = applicant
  const partner =
    partnerId === null
      ? undefined
      : await kysely
          .selectFrom('partner')
          .select('company_name')
          .where('id', '=', partnerId)
          .executeTakeFirst()
  return [
    name,
    loginName,
    partner?.company_name ?? '',
    relyingParty.name,
    new URL(relyingParty.baseUrl).hostname,
  ]
}

/** Counts a taken name as a wrong guess, because it reveals a member. */
async function requireFree(
  kysely: Kysely<Tables>,
  { loginName, memberId, clientAddress }: { loginName: string; memberId: string; clientAddress: string },
): Promise<void> {
  const guess = await takeGuess(kysely, { kind: 'session', about: `names ${memberId}`, clientAddress })
  if (await isTaken(kysely, { loginName, memberId })) throw loginNameTaken
  await markRight(kysely, guess)
}

export type Confirmation = { challengeId: string; code: string; endsOthers: boolean; visit: Visit }

export type Confirmed = { sessionId: string; token: string | null; recoveryCodes: string[] }

/**
 * Stores the password, and with an invitation creates the member and a session. Other sessions of the member end.
 *
 * @throws Problem `challenge_ended`, `proof_refused`, `login_name_taken`, `invitation_ended`.
 */
export async function confirmPassword(
  needs: PasswordNeeds,
  applicant: Applicant,
  confirmation: Confirmation,
): Promise<Confirmed> {
  const { kysely, sealer } = needs
  const { challengeId, code, endsOthers, visit } = confirmation
  const sought = { id: challengeId, ...challengeFor(applicant) }
  const sealed = await readSealed(kysely, sought)
  const text = sealed && sealer.open(challengeId, sealed)
  if (!text) throw challengeEnded
  const kept = JSON.parse(text) as Kept
  const step = stepOf(code, { secret: kept.secret, nowMs: Date.now() })
  if (step === null) throw proofRefused
  return kysely.transaction().execute(async (trx) => {
    if (!(await useSealed(trx, sought))) throw challengeEnded
    await admitApplicant(trx, applicant, { endsOthers, visit })
    const recoveryCodes = await store(trx, { memberId: applicant.memberId, kept, step, sealer })
    const targets = [{ type: 'member' as const, id: applicant.memberId }]
    await recordAudit(trx, { ...byMember(applicant, visit), act: 'member.set_password', targets })
    const session = await sessionOf(trx, applicant, visit)
    await endMemberSessions(trx, { memberId: applicant.memberId, except: session.sessionId })
    return { ...session, recoveryCodes }
  })
}

async function store(
  trx: Transaction<Tables>,
  { memberId, kept, step, sealer }: { memberId: string; kept: Kept; step: number; sealer: Sealer },
): Promise<string[]> {
  const { loginName, hash, secret } = kept
  if (!(await setLoginName(trx, { loginName, memberId }))) throw loginNameTaken
  await raiseDeviceEpoch(trx, memberId)
  await putPassword(trx, { memberId, hash, totpSecret: sealer.seal(memberId, secret), step })
  return replaceRecoveryCodes(trx, memberId)
}
