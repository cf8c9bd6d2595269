import type { FastifyInstance } from 'fastify'
import { giveBackJob as operation } from '#contract/app/carrier.ts'
import { giveBackJob } from '../../../jobs/actions/give-back-job.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCarriersJob } from './answer-job.ts'

/** Gives back an accepted job, which cancels it. */
export function mountGiveBackJob(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, operation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await giveBackJob(needs, { jobId, carrierId: caller.accountId, reason: body.reason ?? null })
    return answerCarriersJob(needs, { caller, jobId })
  })
}
