import type { FastifyInstance } from 'fastify'
import { reportProblem as operation } from '#contract/app/customer.ts'
import { reportProblem } from '../../../jobs/doubts/report-problem.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

/** Reports a problem with a job to the operator. */
export function mountReportProblem(scope: FastifyInstance, needs: AnswerNeeds): void {
  mount(scope, operation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await reportProblem(needs, {
      jobId,
      customerId: caller.accountId,
      problemId: body.problem_id,
      kind: body.kind,
      text: body.text || null,
      photoNames: body.photo_ids ?? [],
    })
    return answerCustomersJob(needs, { caller, jobId })
  })
}
