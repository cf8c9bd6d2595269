import type { Kysely } from 'kysely'
import type { RegistrationCredential } from '#contract/admin/passkeys.ts'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { type Applicant, admitApplicant, challengeFor, sessionOf } from './applicant.ts'
import { byMember, type Visit } from './by-member.ts'
import { type StartedChallenge, startChallenge, useChallenge } from './challenges.ts'
import { insertPasskey, listPasskeys } from './passkey-store.ts'
import { challengeEnded, passkeyRefused } from './refusals.ts'
import { type RelyingParty, registrationOptions, verifyRegistration } from './web-authn.ts'

type Needs = { kysely: Kysely<Tables>; relyingParty: RelyingParty }

/** Starts to register a passkey; the authenticator refuses if it already has one for the member. */
export async function startRegistration({ kysely, relyingParty }: Needs, applicant: Applicant) {
  const started: StartedChallenge = await startChallenge(kysely, {
    kind: 'register',
    ...challengeFor(applicant),
  })
  const { memberId: id, name } = applicant
  const known = await listPasskeys(kysely, id)
  const person = { id, name }
  const options = await registrationOptions(relyingParty, { person, challenge: started.challenge, known })
  return { ...started, options }
}

export type Registration = {
  challengeId: string
  credential: RegistrationCredential
  passkeyName: string
  endsOthers: boolean
  visit: Visit
}

/**
 * Adds the passkey, and with an invitation creates the member and a session.
 *
 * @returns the session; `token` is null for the session of the request.
 *
 * @throws Problem `challenge_ended`, `passkey_refused`, `invitation_ended`.
 */
export async function finishRegistration(
  { kysely, relyingParty }: Needs,
  applicant: Applicant,
  { challengeId, credential, passkeyName, endsOthers, visit }: Registration,
): Promise<{ sessionId: string; token: string | null }> {
  const sought = { id: challengeId, kind: 'register' as const, ...challengeFor(applicant) }
  const challenge = await useChallenge(kysely, sought)
  if (!challenge) throw challengeEnded
  const verified = await verifyRegistration(relyingParty, { credential, challenge })
  if (!verified) throw passkeyRefused
  const { memberId } = applicant
  const { transports = [] } = credential.response
  return kysely.transaction().execute(async (trx) => {
    await admitApplicant(trx, applicant, { endsOthers, visit })
    const id = newId()
    if (!(await insertPasskey(trx, { ...verified, id, memberId, transports, name: passkeyName })))
      throw passkeyRefused
    await recordAudit(trx, {
      ...byMember(applicant, visit),
      act: 'member.add_passkey',
      targets: [{ type: 'member', id: memberId }],
    })
    return sessionOf(trx, applicant, visit)
  })
}
