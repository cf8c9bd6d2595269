import { useEffect, useEffectEvent } from 'react'

/** Chrome on Android reads the code out of the text message itself (WebOTP); an iPhone offers it above the keyboard. */
export function useCodeFromText(onCode: (code: string) => void): void {
  const found = useEffectEvent(onCode)
  useEffect(() => {
    if (!('OTPCredential' in globalThis)) return undefined
    const stop = new AbortController()
    const wish = { otp: { transport: ['sms'] }, signal: stop.signal } as CredentialRequestOptions
    navigator.credentials.get(wish).then(
      (credential) => {
        const code = (credential as { code?: string } | null)?.code
        if (code && /^\d{6}$/.test(code)) found(code)
      },
      // Declined, or the page went on without it: the code is typed.
      () => {},
    )
    return () => stop.abort()
  }, [])
}
