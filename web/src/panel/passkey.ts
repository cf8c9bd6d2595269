import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

type Reason = 'cancelled' | 'exists' | 'insecure' | 'unsupported' | 'failed'

/** Why the browser gave no passkey. */
export class PasskeyError extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

/** Lets the browser make a passkey. @throws PasskeyError */
export const createPasskey = (
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> => callBrowser(() => startRegistration({ optionsJSON }))

/** Lets the person use a passkey. @throws PasskeyError */
export const presentPasskey = (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> => callBrowser(() => startAuthentication({ optionsJSON }))

/** Whether the browser can offer passkeys among the suggestions of a field. */
export const canSuggestPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/**
 * Offers the passkeys of the device among the suggestions of a field with `webauthn` in its `autocomplete`, which the
 * page may show later. Waits until the person chooses one.
 *
 * @throws PasskeyError also when another request for a passkey, or `stopSuggesting`, ends the wait.
 */
export const suggestPasskey = (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> =>
  callBrowser(() =>
    startAuthentication({ optionsJSON, useBrowserAutofill: true, verifyBrowserAutofillInput: false }),
  )

export const stopSuggesting = (): void => WebAuthnAbortService.cancelCeremony()

const reasons: Record<string, Reason> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'exists',
  SecurityError: 'insecure',
  NotSupportedError: 'unsupported',
}

/** Calls the browser; its errors become a `PasskeyError`. */
async function callBrowser<T>(ask: () => Promise<T>): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new PasskeyError('unsupported')
  try {
    return await ask()
  } catch (error) {
    throw new PasskeyError(reasons[(error as Error).name] ?? 'failed')
  }
}
