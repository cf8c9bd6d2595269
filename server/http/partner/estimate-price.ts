import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { estimatePrice } from '#contract/partner.ts'
import { quote } from '../../jobs/drafts/quote.ts'
import type { NeedsByMode } from '../../sandbox/needs-by-mode.ts'
import { hangUpOf } from '../hang-up.ts'
import { mount } from '../mount.ts'
import { presentEstimate } from './views.ts'

/** Spec 4.1. */
export function mountEstimatePrice(scope: FastifyInstance, needsOf: NeedsByMode): void {
  mount(scope, estimatePrice, async ({ caller: key, body, language, reply }) => {
    // Read all requests that arrived together before sending the first response: separate writes wake the peer for
    // each response, which costs more than the estimate itself (docs/performance.md).
    await nextTurn()
    const quoted = await quote(needsOf({ key, hangUp: () => hangUpOf(reply) }), body, key.partnerId)
    return presentEstimate(quoted, language)
  })
}
