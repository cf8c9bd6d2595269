import { useEffect, useEffectEvent } from 'react'

/** Reads the code from the SMS in Chrome on Android (WebOTP); iOS offers the code above the keyboard without this. */
export function useCodeFromText(onCode: (code: string) => void): void {
  const report = useEffectEvent(onCode)
  useEffect(() => {
    if (!('OTPCredential' in globalThis)) return undefined
    const stop = new AbortController()
    const options = { otp: { transport: ['sms'] }, signal: stop.signal } as CredentialRequestOptions
    navigator.credentials.get(options).then(
      (credential) => {
        const code = (credential as { code?: string } | null)?.code
        if (code && /^\d{6}$/.test(code)) report(code)
      },
      // The user declined, or the page aborted it: the user types the code.
      () => {},
    )
    return () => stop.abort()
  }, [])
}
