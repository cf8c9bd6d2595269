import type { FastifyInstance } from 'fastify'
import { hideJob as operation } from '#contract/admin/job-acts.ts'
import { hideByStaff } from '../../../jobs/actions/hide-by-staff.ts'
import { mount } from '../../mount.ts'
import { answerJob, type JobNeeds } from './answer-job.ts'
import { staffAct } from './staff-act.ts'

/** Takes a posted job out of the feed. */
export function mountHideJob(scope: FastifyInstance, needs: JobNeeds): void {
  mount(scope, operation, async (call) => {
    await hideByStaff(needs, staffAct(call))
    return answerJob(needs, call)
  })
}
