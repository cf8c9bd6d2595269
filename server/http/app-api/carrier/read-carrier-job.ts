import type { FastifyInstance } from 'fastify'
import { readCarrierJob } from '#contract/app/carrier.ts'
import { appRoute } from '../route.ts'
import { type AnswerNeeds, answerCarriersJob } from './answer-job.ts'

/** Shows a job that the carrier has accepted. */
export function mountReadCarrierJob(scope: FastifyInstance, needs: AnswerNeeds): void {
  appRoute(scope, readCarrierJob, ({ caller, params }) =>
    answerCarriersJob(needs, { caller, jobId: params.job_id }),
  )
}
