import { useState } from 'react'
import { startSignIn } from '#contract/app/account.ts'
import { call } from '../../kit/api.ts'
import { currentLanguage } from '../../kit/language.ts'

/** A code that is on its way. Kept for this tab: who looks at the text message may come back to a page that was closed. */
export type Challenge = { id: string; phone: string; expiresAt: number; resendAt: number }

/** `shortId` is that of the link in the SMS, where the sign-in is for a draft. */
export type Asked = { phone: string; shortId: string | undefined }

/** Asks for a code; the clock of the phone counts from now on. */
export async function askForCode({ phone, shortId }: Asked): Promise<Challenge> {
  const draft = shortId ? { short_id: shortId } : {}
  const answer = await call(startSignIn, { body: { phone, language: currentLanguage(), ...draft } })
  return {
    id: answer.challenge_id,
    phone,
    expiresAt: Date.parse(answer.expires_at),
    resendAt: Date.now() + answer.resend_after_seconds * 1_000,
  }
}

/** `purpose` keeps the code of a deletion apart from that of a sign-in. */
export function useChallenge(
  purpose: 'sign-in' | 'erasure',
): [Challenge | null, (challenge: Challenge | null) => void] {
  const [challenge, setChallenge] = useState(() => readKept(kept[purpose]))
  const keep = (next: Challenge | null) => {
    writeKept(kept[purpose], next)
    setChallenge(next)
  }
  return [challenge, keep]
}

const kept = { 'sign-in': 'dray.challenge', erasure: 'dray.challenge.erasure' }

function readKept(name: string): Challenge | null {
  try {
    const challenge = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Challenge | null
    return challenge && challenge.expiresAt > Date.now() ? challenge : null
  } catch {
    return null
  }
}

function writeKept(name: string, challenge: Challenge | null): void {
  try {
    if (challenge) sessionStorage.setItem(name, JSON.stringify(challenge))
    else sessionStorage.removeItem(name)
  } catch {
    // Without storage it lasts as long as the page.
  }
}
