import type { carriersWindowOperations } from '#contract/app/windows.ts'
import { agreeToWindow } from '../../../jobs/windows/agree.ts'
import { proposeWindow } from '../../../jobs/windows/propose.ts'
import type { Handlers } from '../../mount.ts'
import { type AnswerNeeds, answerCarriersJob } from './views.ts'

/** The time of the collection, for the carrier: proposals and agreements. */
export const carriersWindowHandlers: Handlers<typeof carriersWindowOperations, AnswerNeeds> = {
  proposeCarriersWindow:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      const party = { jobId, accountId: caller.accountId, side: 'carrier' as const }
      await proposeWindow(needs, {
        ...party,
        ...body,
        windowId: body.window_id,
        seenId: body.seen_id ?? null,
      })
      return answerCarriersJob(needs, { caller, jobId })
    },
  agreeToCustomersWindow:
    (needs) =>
    async ({ caller, params }) => {
      const jobId = params.job_id
      const party = { jobId, accountId: caller.accountId, side: 'carrier' as const }
      await agreeToWindow(needs, { ...party, windowId: params.window_id })
      return answerCarriersJob(needs, { caller, jobId })
    },
}
