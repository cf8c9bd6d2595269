import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { eraseMe, readErasure } from '#contract/app/account.ts'
import type { CheckNeeds } from '../../accounts/check-code.ts'
import type { Tables } from '../../db/tables.ts'
import { eraseMe as erase } from '../../privacy/erase-me.ts'
import { findBlockers } from '../../privacy/erasure-blockers.ts'
import { appRoute } from './route.ts'
import type { SessionCookie } from './session-cookie.ts'

export type ErasureNeeds = { kysely: Kysely<Tables>; signIn: CheckNeeds; cookie: SessionCookie }

/** Routes for the reasons that block the deletion of the caller's account, and for deleting it. */
export function mountErasure(scope: FastifyInstance, { kysely, signIn, cookie }: ErasureNeeds): void {
  appRoute(scope, readErasure, async ({ caller }) => ({
    blockers: await findBlockers(kysely, caller.accountId),
  }))
  appRoute(scope, eraseMe, async ({ caller, body, reply }) => {
    const { challenge_id: challengeId, code } = body
    await erase(signIn, { accountId: caller.accountId, phone: caller.phone, challengeId, code })
    cookie.clear(reply)
  })
}
