import type { FastifyInstance } from 'fastify'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { mount } from '../../mount.ts'
import { answerJob, type JobNeeds } from './answer-job.ts'

/** Reads everything about a job. */
export function mountReadJobForStaff(scope: FastifyInstance, needs: JobNeeds): void {
  mount(scope, readJobForStaff, async (call) => answerJob(needs, call))
}
