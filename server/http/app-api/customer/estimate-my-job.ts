import type { FastifyInstance } from 'fastify'
import { estimateMyJob } from '#contract/app/customer.ts'
import { type QuoteNeeds, quote } from '../../../jobs/drafts/quote.ts'
import { texts } from '../../../texts/index.ts'
import { disclaimerOf } from '../../disclaimer.ts'
import { mount } from '../../mount.ts'
import { presentDistance, presentPrice } from '../job-view.ts'

/** Estimates the price of a job that would start in the app. */
export function mountEstimateMyJob(scope: FastifyInstance, needs: QuoteNeeds): void {
  mount(scope, estimateMyJob, async ({ body, language }) => {
    const quoted = await quote(needs, body, null)
    return {
      price: presentPrice(quoted.price),
      ...presentDistance(quoted),
      duration_minutes: quoted.durationMinutes,
      disclaimer: disclaimerOf(quoted)(texts[language]),
    }
  })
}
