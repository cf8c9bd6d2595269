import type { Kysely } from 'kysely'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { isErasedAccount } from '../db/errors.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import { hashSessionToken } from '../lib/session-token.ts'
import { acceptTerms } from './accepted-terms.ts'
import { type CodeHasher, countCheck, endOtherCodes, sameHash, useCode } from './code-store.ts'
import { endSessionOf, type SessionKind, startSession } from './session-store.ts'
import type { StartNeeds } from './start-sign-in.ts'
import { type Account, ensureAccount } from './store.ts'

export type CheckNeeds = { kysely: Kysely<Tables>; hashCode: CodeHasher; onCode: StartNeeds['onCode'] }

export type CheckInput = {
  challengeId: string
  phone: string
  code: string
  kind: SessionKind
  device: string
  /** The session that the device had so far: it ends with the new one. */
  formerToken: string | null
  /** The version of the terms that the person accepts by signing in; null without terms. */
  acceptedTerms: string | null
}

/**
 * Signs in with a code. The check is counted before the comparison and stays counted; of concurrent correct codes one
 * succeeds. The first sign-in of a number creates its account.
 *
 * @throws Problem `code_wrong`, `code_expired` (used, expired, checked five times, another number's or unknown),
 *   `account_suspended`.
 */
export async function checkCode(
  needs: CheckNeeds,
  { challengeId, phone, code, kind, device, formerToken, acceptedTerms }: CheckInput,
): Promise<{ account: Account; token: string }> {
  const { country, language } = await requireRightCode(needs, { challengeId, phone, code })
  const signIn = () =>
    needs.kysely.transaction().execute(async (trx) => {
      if (!(await useCode(trx, challengeId))) return null
      await endOtherCodes(trx, { phone, id: challengeId })
      const account = await ensureAccount(trx, { id: newId(), phone, language })
      if (account.suspended) return { account, token: null }
      if (acceptedTerms !== null) await acceptTerms(trx, { accountId: account.id, version: acceptedTerms })
      if (formerToken !== null) await endSessionOf(trx, hashSessionToken(formerToken))
      return { account, token: await startSession(trx, { accountId: account.id, kind, device }) }
    })
  // If the account was erased between the query and the new session, the retry creates a new account.
  const signedIn = await signIn().catch((error: unknown) => {
    if (isErasedAccount(error)) return signIn()
    throw error
  })
  if (!signedIn) throw codeExpired
  needs.onCode('used', country)
  const { account, token } = signedIn
  if (token === null) throw accountSuspended
  return { account, token }
}

type Proof = Pick<CheckInput, 'challengeId' | 'phone' | 'code'>

/**
 * Counts the check, then compares. Does not use up the code (`useCode`).
 *
 * @throws Problem `code_wrong`, `code_expired`.
 */
export async function requireRightCode(
  needs: CheckNeeds,
  { challengeId, phone, code }: Proof,
): Promise<{ country: string; language: PersonLanguage }> {
  const counted = await countCheck(needs.kysely, { id: challengeId, phone })
  if (!counted) throw codeExpired
  const hash = needs.hashCode({ challengeId, phone, code })
  if (!counted.codeHash || !sameHash(hash, counted.codeHash)) {
    needs.onCode('wrong', counted.country)
    throw codeWrong
  }
  return counted
}

const codeWrong = new Problem('code_wrong', (t) => t.accounts.codeWrong)

export const codeExpired = new Problem('code_expired', (t) => t.accounts.codeExpired)

/** Thrown at the sign-in and on every request of a suspended account. */
export const accountSuspended = new Problem('account_suspended', (t) => t.accounts.suspended, {
  asksSupport: true,
})
