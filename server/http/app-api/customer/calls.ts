import type { customersCallOperations } from '#contract/app/calls.ts'
import { type OpenLineNeeds, openLine } from '../../../jobs/calls/open-line.ts'
import type { Handlers } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './views.ts'

/** Calls over a number that hides those of both sides, for the customer (decision 78). */
export const customersCallHandlers: Handlers<typeof customersCallOperations, AnswerNeeds & OpenLineNeeds> = {
  startCall:
    (needs) =>
    async ({ caller, params }) => {
      const jobId = params.job_id
      await openLine(needs, { jobId, accountId: caller.accountId, side: 'customer' })
      return answerCustomersJob(needs, { caller, jobId })
    },
}
