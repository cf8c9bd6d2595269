import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { type Static, Type } from 'typebox'
import { challengeMembers } from './common.ts'

/* The JSON forms of WebAuthn (https://www.w3.org/TR/webauthn-3/), as browsers read and write them. */

const Base64Url = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description })

const identity = {
  id: Base64Url(1_400, 'The id of the credential.'),
  rawId: Base64Url(1_400, 'The id of the credential, like `id`.'),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(
    Type.Enum(['platform', 'cross-platform'], {
      type: 'string',
      description: 'Where the passkey is stored: in this device (`platform`) or in another one.',
    }),
  ),
  clientExtensionResults: Type.Object({}, { description: 'Extensions are not used.' }),
}

/** The result of `navigator.credentials.create`, in the format of `PublicKeyCredential.toJSON()`. */
export const RegistrationCredential = Type.Object(
  {
    ...identity,
    response: Type.Object({
      clientDataJSON: Base64Url(8_192, 'The value from the browser.'),
      attestationObject: Base64Url(32_768, 'The value from the authenticator.'),
      transports: Type.Optional(
        Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), {
          maxItems: 8,
          description: 'How the browser reaches the authenticator.',
        }),
      ),
    }),
  },
  { $id: 'RegistrationCredential' },
)
export type RegistrationCredential = Static<typeof RegistrationCredential>

/** The result of `navigator.credentials.get`, in the format of `PublicKeyCredential.toJSON()`. */
export const AssertionCredential = Type.Object(
  {
    ...identity,
    response: Type.Object({
      clientDataJSON: Base64Url(8_192, 'The value from the browser.'),
      authenticatorData: Base64Url(8_192, 'The value from the authenticator.'),
      signature: Base64Url(8_192, 'The value from the authenticator.'),
      userHandle: Type.Optional(Base64Url(100, 'The id of the member that was set at the registration.')),
    }),
  },
  { $id: 'AssertionCredential' },
)
export type AssertionCredential = Static<typeof AssertionCredential>

export const RegistrationStarted = Type.Object(
  {
    ...challengeMembers,
    options: Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>({
      type: 'object',
      additionalProperties: true,
      description: 'For `navigator.credentials.create` (`PublicKeyCredentialCreationOptionsJSON`).',
    }),
  },
  { $id: 'RegistrationStarted', additionalProperties: false },
)

export const AssertionStarted = Type.Object(
  {
    ...challengeMembers,
    options: Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>({
      type: 'object',
      additionalProperties: true,
      description: 'For `navigator.credentials.get` (`PublicKeyCredentialRequestOptionsJSON`).',
    }),
  },
  { $id: 'AssertionStarted', additionalProperties: false },
)
