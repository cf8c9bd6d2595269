import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { checkLedger as operation } from '#contract/admin/money/ledger.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../../db/tables.ts'
import { askForCheck } from '../../../today/ledger.ts'
import { mount } from '../../mount.ts'
import { rateLimited } from '../../rate-headers.ts'
import { byCaller } from '../by-caller.ts'
import { answerLedger } from './answer-ledger.ts'

type CheckNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/** Of all members together: each is recorded. */
const mostPerMinute = 6

/** Asks for a check of the whole ledger. */
export function mountCheckLedger(scope: FastifyInstance, { kysely, limiter }: CheckNeeds): void {
  mount(scope, operation, async ({ caller, request }) => {
    const decision = await limiter.take('ledger-check', mostPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    await askForCheck(kysely, byCaller(caller, request))
    return answerLedger(kysely)
  })
}
