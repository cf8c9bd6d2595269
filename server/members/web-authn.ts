import type { AssertionCredential, RegistrationCredential } from '#contract/admin/passkeys.ts'
import type { PasskeyOfMember, PasskeyUse } from './passkey-store.ts'

/** The service for authenticators: passkeys belong to the host of `BASE_URL`. */
export type RelyingParty = { name: string; baseUrl: string }

/** Loaded by the first passkey: the package includes half a megabyte of certificate parsers. */
const load = () => import('@simplewebauthn/server')

const algorithms = [-8, -7, -257]

type Person = { id: string; name: string }
type Known = { credential_id: Buffer; transports: string[] }

/** The options to create a passkey: found without a name, and with a finger or PIN check. */
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

/** With `known` only these passkeys are requested; else the browser shows all that it has. */
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

export type NewCredential = { credentialId: Buffer; publicKey: Buffer; counter: number; isEligible: boolean }

/** @returns null when any part is wrong: challenge, origin, host or signature. */
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
  const { credential: made, credentialDeviceType } = verified.registrationInfo
  const { id, publicKey, counter } = made
  const isEligible = credentialDeviceType === 'multiDevice'
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    isEligible,
  }
}

/**
 * Verifies all but the counter, which `countUse` compares under a lock. For an unknown passkey it verifies with a key
 * that no authenticator has, to avoid revealing that by the time.
 *
 * @returns null when any part is wrong.
 */
export async function verifyAssertion(
  rp: RelyingParty,
  {
    credential,
    challenge,
    passkey,
  }: { credential: AssertionCredential; challenge: Buffer; passkey: PasskeyOfMember | undefined },
): Promise<PasskeyUse | null> {
  const { verifyAuthenticationResponse } = await load()
  const verified = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: originOf(rp),
    expectedRPID: hostOf(rp),
    requireUserVerification: true,
    credential: {
      id: passkey?.credential_id.toString('base64url') ?? credential.id,
      publicKey: bytesOf(passkey?.public_key ?? nobodysKey),
      // 0 disables the comparison.
      counter: 0,
    },
  }).catch(() => null)
  const { userHandle } = credential.response
  const owner = passkey && Buffer.from(userIdOf(passkey.member_id)).toString('base64url')
  if (!verified?.verified || !owner || (userHandle !== undefined && userHandle !== owner)) return null
  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo
  return {
    counter: newCounter,
    isEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

/** A public key (COSE, P-256) whose private key was discarded. */
const nobodysKey = Buffer.from(
  'pQECAyYgASFYIJiMG2FOtet7O810wL9vW8LGAO9ukUhgbz3gVHV5H3YBIlgg-bM7SZFGXfMv3rSq6sC4XXHihamaPLTyvD-KE0Ny7_c',
  'base64url',
)

const hostOf = ({ baseUrl }: RelyingParty): string => new URL(baseUrl).hostname
const originOf = ({ baseUrl }: RelyingParty): string => new URL(baseUrl).origin
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer)

/** The 16 bytes of the member's id. */
const userIdOf = (memberId: string) => bytesOf(Buffer.from(memberId.replaceAll('-', ''), 'hex'))
