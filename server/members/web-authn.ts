import type { AssertionCredential, RegistrationCredential } from '#contract/admin/passkeys.ts'
import type { PasskeyOfMember } from './passkey-store.ts'

/** The service as authenticators know it: passkeys belong to the host of `BASE_URL`. */
export type RelyingParty = { name: string; baseUrl: string }

/** Loaded by the first passkey: the package brings half a megabyte of parsers for certificates along. */
const load = () => import('@simplewebauthn/server')

const algorithms = [-8, -7, -257]

type Person = { id: string; name: string }
type Known = { credential_id: Buffer; transports: string[] }

/** What a browser needs to make a passkey: one that it finds without a name, and that asks for a finger or a PIN. */
export const registrationOptions = async (
  rp: RelyingParty,
  { person, challenge, known }: { person: Person; challenge: Buffer; known: readonly Known[] },
) =>
  (await load()).generateRegistrationOptions({
    rpName: rp.name,
    rpID: hostOf(rp),
    userName: person.name,
    userDisplayName: person.name,
    userID: userIdOf(person.id),
    challenge: bytesOf(challenge),
    timeout: 300_000,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })

/** With `known` only these passkeys are asked for; else the browser shows those that it has. */
export const assertionOptions = async (
  rp: RelyingParty,
  { challenge, known }: { challenge: Buffer; known?: readonly Known[] },
) =>
  (await load()).generateAuthenticationOptions({
    rpID: hostOf(rp),
    challenge: bytesOf(challenge),
    timeout: 300_000,
    userVerification: 'required',
    ...(known && { allowCredentials: known.map(described) }),
  })

const described = ({ credential_id, transports }: Known) => ({
  id: credential_id.toString('base64url'),
  transports,
})

export type NewCredential = { credentialId: Buffer; publicKey: Buffer; counter: number }

/** @returns null when anything about it is wrong: its challenge, its origin, its host, its signature. */
export async function verifyRegistration(
  rp: RelyingParty,
  { credential, challenge }: { credential: RegistrationCredential; challenge: Buffer },
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await load()
  const verified = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: originOf(rp),
    expectedRPID: hostOf(rp),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter }
}

/**
 * @returns the counter of the authenticator; null when anything is wrong, also when the counter did not go up: then
 * the authenticator may have been copied.
 */
export async function verifyAssertion(
  rp: RelyingParty,
  {
    credential,
    challenge,
    passkey,
  }: { credential: AssertionCredential; challenge: Buffer; passkey: PasskeyOfMember },
): Promise<number | null> {
  const { userHandle } = credential.response
  if (
    userHandle !== undefined &&
    userHandle !== Buffer.from(userIdOf(passkey.member_id)).toString('base64url')
  )
    return null
  const { verifyAuthenticationResponse } = await load()
  const verified = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: originOf(rp),
    expectedRPID: hostOf(rp),
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: bytesOf(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

const hostOf = ({ baseUrl }: RelyingParty): string => new URL(baseUrl).hostname
const originOf = ({ baseUrl }: RelyingParty): string => new URL(baseUrl).origin
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer)

/** The 16 bytes of the member's id. */
const userIdOf = (memberId: string) => bytesOf(Buffer.from(memberId.replaceAll('-', ''), 'hex'))
