import type { carriersCallOperations } from '#contract/app/calls.ts'
import { type OpenLineNeeds, openLine } from '../../../jobs/calls/open-line.ts'
import type { Handlers } from '../../mount.ts'
import { type AnswerNeeds, answerCarriersJob } from './views.ts'

/** The same for the carrier. */
export const carriersCallHandlers: Handlers<typeof carriersCallOperations, AnswerNeeds & OpenLineNeeds> = {
  startCarriersCall:
    (needs) =>
    async ({ caller, params }) => {
      const jobId = params.job_id
      await openLine(needs, { jobId, accountId: caller.accountId, side: 'carrier' })
      return answerCarriersJob(needs, { caller, jobId })
    },
}
