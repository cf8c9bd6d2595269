import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { accountOperations, erasureOperations } from '#contract/app/account.ts'
import type { dataOperations } from '#contract/app/data.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { acceptTerms } from '../../../accounts/accepted-terms.ts'
import type { CheckNeeds } from '../../../accounts/check-code.ts'
import { changeAccount } from '../../../accounts/store.ts'
import type { Tables } from '../../../db/tables.ts'
import { Problem } from '../../../lib/problem.ts'
import { eraseMe } from '../../../privacy/erase-account.ts'
import { findBlockers } from '../../../privacy/erasure-blockers.ts'
import { exportAccount } from '../../../privacy/export-account.ts'
import { notFound } from '../../errors/errors.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handlers } from '../../mount.ts'
import { type MeNeeds, presentMe } from '../present-me.ts'
import type { SessionCookie } from '../session-cookie.ts'

export type AccountNeeds = MeNeeds

/** The caller's account. */
export const accountHandlers: Handlers<typeof accountOperations, AccountNeeds> = {
  readMe:
    (needs) =>
    async ({ caller }) =>
      presentMe(needs, caller),
  changeMe:
    (needs) =>
    async ({ caller, body }) => {
      await changeAccount(needs.kysely, { accountId: caller.accountId, ...body })
      return presentMe(needs, {
        ...caller,
        name: body.name ?? caller.name,
        language: body.language ?? caller.language,
      })
    },
  acceptTerms:
    (needs) =>
    async ({ caller, body: { version } }) => {
      if (version !== needs.termsVersion) throw notInForce
      await acceptTerms(needs.kysely, { accountId: caller.accountId, version })
      return presentMe(needs, caller)
    },
}

const notInForce = new Problem('wrong_state', (t) => t.accounts.termsNotInForce)

export type PrivacyNeeds = {
  kysely: Kysely<Tables>
  limiter: Limiter
  signIn: CheckNeeds
  cookie: SessionCookie
}

/** Download and deletion of all data about the caller. */
export const privacyHandlers: Handlers<typeof erasureOperations | typeof dataOperations, PrivacyNeeds> = {
  readErasure:
    ({ kysely }) =>
    async ({ caller }) => ({
      blockers: await findBlockers(kysely, caller.accountId),
    }),
  eraseMe:
    ({ signIn, cookie }) =>
    async ({ caller, body, reply }) => {
      const { challenge_id: challengeId, code } = body
      await eraseMe(signIn, { accountId: caller.accountId, phone: caller.phone, challengeId, code })
      cookie.clear(reply)
    },
  downloadMyData:
    ({ kysely, limiter }) =>
    async ({ caller: { accountId }, reply }) => {
      const decision = await limiter.take(`account:${accountId}:data`, maxPerMinute)
      if (!decision.allowed) throw rateLimited(decision)
      const pieces = await exportAccount(kysely, accountId)
      if (!pieces) throw notFound
      reply.header('content-type', 'application/json')
      reply.header('content-disposition', 'attachment; filename="dray-my-data.json"')
      return Readable.from(pieces)
    },
}

/** Limit per account: an export reads all data of an account. Enough for a retry, too few to overload the database. */
const maxPerMinute = 2
