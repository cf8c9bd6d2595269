import type { FastifyInstance } from 'fastify'
import { readCarrierJob } from '#contract/app/carrier.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCarriersJob } from './answer-job.ts'

/** Shows a job that the carrier has accepted. */
export function mountReadCarrierJob(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, readCarrierJob, ({ caller, params }) =>
    answerCarriersJob(needs, { caller, jobId: params.job_id }),
  )
}
