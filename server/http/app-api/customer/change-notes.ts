import type { FastifyInstance } from 'fastify'
import { changeNotes as operation } from '#contract/app/customer.ts'
import { changeNotes } from '../../../jobs/actions/change-notes.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

/** Changes the notes for the carrier. */
export function mountChangeNotes(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, operation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await changeNotes(needs, { jobId, customerId: caller.accountId, notes: body.notes })
    return answerCustomersJob(needs, { caller, jobId })
  })
}
