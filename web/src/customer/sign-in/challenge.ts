import { useState } from 'react'
import { startSignIn } from '#contract/app/account.ts'
import { call } from '../../kit/api.ts'
import { currentLanguage } from '../../kit/language.ts'

/** A code that was sent. Stored for this tab, which the browser may reload while the user reads the SMS. */
export type Challenge = { id: string; phone: string; expiresAt: number; resendAt: number }

/** `shortId` is the id in the link of the SMS, if the user signs in for a draft. */
export type CodeRequest = { phone: string; shortId: string | undefined }

/** Requests a code. `resendAt` is computed with the device's clock. */
export async function askForCode({ phone, shortId }: CodeRequest): Promise<Challenge> {
  const draft = shortId ? { short_id: shortId } : {}
  const answer = await call(startSignIn, { body: { phone, language: currentLanguage(), ...draft } })
  return {
    id: answer.challenge_id,
    phone,
    expiresAt: Date.parse(answer.expires_at),
    resendAt: Date.now() + answer.resend_after_seconds * 1_000,
  }
}

/** `purpose` separates the code of an account deletion from the code of a sign-in. */
export function useChallenge(
  purpose: 'sign-in' | 'erasure',
): [Challenge | null, (challenge: Challenge | null) => void] {
  const [challenge, setChallenge] = useState(() => readSaved(storageKeys[purpose]))
  const save = (next: Challenge | null) => {
    writeSaved(storageKeys[purpose], next)
    setChallenge(next)
  }
  return [challenge, save]
}

const storageKeys = { 'sign-in': 'dray.challenge', erasure: 'dray.challenge.erasure' }

function readSaved(name: string): Challenge | null {
  try {
    const challenge = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Challenge | null
    return challenge && challenge.expiresAt > Date.now() ? challenge : null
  } catch {
    return null
  }
}

function writeSaved(name: string, challenge: Challenge | null): void {
  try {
    if (challenge) sessionStorage.setItem(name, JSON.stringify(challenge))
    else sessionStorage.removeItem(name)
  } catch {
    // Without session storage it is lost on reload.
  }
}
