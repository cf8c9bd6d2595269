import type { FastifyInstance } from 'fastify'
import { openDraft } from '#contract/app/customer.ts'
import { claimDraft } from '../../../jobs/drafts/claim-draft.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

/** Opens a draft by the link in its SMS; the first customer with its phone number owns it. */
export function mountOpenDraft(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, openDraft, async ({ caller, params }) => {
    const { accountId, phone } = caller
    const jobId = await claimDraft(needs, { shortId: params.short_id, accountId, phone })
    return answerCustomersJob(needs, { caller, jobId })
  })
}
