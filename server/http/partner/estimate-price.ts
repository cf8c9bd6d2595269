import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type EstimateInput, estimatePrice } from '#contract/partner.ts'
import { type QuoteNeeds, quote } from '../../jobs/drafts/quote.ts'
import { routeOf } from '../route-of.ts'
import { answerLanguage } from './answer-language.ts'
import { presentEstimate } from './views.ts'

/** Spec 4.1. */
export function mountEstimatePrice(app: FastifyInstance, needs: QuoteNeeds) {
  app.route<{ Body: EstimateInput }>({
    ...routeOf(estimatePrice),
    handler: async (request) => {
      // Read all requests that arrived together before sending the first response: separate writes wake the peer for
      // each response, which costs more than the estimate itself (docs/performance.md).
      await nextTurn()
      const quoted = await quote(needs, request.body, request.partnerKey.partnerId)
      return presentEstimate(quoted, answerLanguage(request))
    },
  })
}
