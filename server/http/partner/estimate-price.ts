import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { estimatePrice } from '#contract/partner.ts'
import { type QuoteNeeds, quote } from '../../jobs/drafts/quote.ts'
import { mount } from '../mount.ts'
import { presentEstimate } from './views.ts'

/** Spec 4.1. */
export function mountEstimatePrice(scope: FastifyInstance, needs: QuoteNeeds): void {
  mount(scope, estimatePrice, async ({ caller: key, body, language }) => {
    // Read all requests that arrived together before sending the first response: separate writes wake the peer for
    // each response, which costs more than the estimate itself (docs/performance.md).
    await nextTurn()
    const quoted = await quote(needs, body, key.partnerId)
    return presentEstimate(quoted, language)
  })
}
