import type { customersWindowOperations } from '#contract/app/windows.ts'
import { agreeToWindow } from '../../../jobs/windows/agree.ts'
import { proposeWindow } from '../../../jobs/windows/propose.ts'
import { saveWishes } from '../../../jobs/windows/save-wishes.ts'
import type { Handlers } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './views.ts'

/** The time of the collection, for the customer: wishes, proposals and agreements. */
export const customersWindowHandlers: Handlers<typeof customersWindowOperations, AnswerNeeds> = {
  saveWishes:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      await saveWishes(needs, { jobId, customerId: caller.accountId, wishes: body.wishes })
      return answerCustomersJob(needs, { caller, jobId })
    },
  proposeWindow:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      const party = { jobId, accountId: caller.accountId, side: 'customer' as const }
      await proposeWindow(needs, {
        ...party,
        ...body,
        windowId: body.window_id,
        seenId: body.seen_id ?? null,
      })
      return answerCustomersJob(needs, { caller, jobId })
    },
  agreeToWindow:
    (needs) =>
    async ({ caller, params }) => {
      const jobId = params.job_id
      const party = { jobId, accountId: caller.accountId, side: 'customer' as const }
      await agreeToWindow(needs, { ...party, windowId: params.window_id })
      return answerCustomersJob(needs, { caller, jobId })
    },
}
