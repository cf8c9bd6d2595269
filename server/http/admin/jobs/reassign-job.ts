import type { FastifyInstance } from 'fastify'
import { reassignJob as operation } from '#contract/admin/job-acts.ts'
import { reassignJob } from '../../../jobs/actions/reassign.ts'
import { mount } from '../../mount.ts'
import { answerJob, type JobNeeds } from './answer-job.ts'
import { staffAct } from './staff-act.ts'

export type ReassignNeeds = JobNeeds & { mostOpenJobs: number }

/** Moves an accepted job to another carrier. */
export function mountReassignJob(scope: FastifyInstance, needs: ReassignNeeds): void {
  mount(scope, operation, async (call) => {
    await reassignJob(needs, { ...staffAct(call), carrierId: call.body.carrier_id })
    return answerJob(needs, call)
  })
}
