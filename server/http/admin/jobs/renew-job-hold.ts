import type { FastifyInstance } from 'fastify'
import { renewJobHold as operation } from '#contract/admin/job-acts.ts'
import { renewHoldByStaff } from '../../../jobs/money/renew-by-staff.ts'
import { mount } from '../../mount.ts'
import { answerJob, type JobNeeds } from './answer-job.ts'
import { staffAct } from './staff-act.ts'

/** Renews the hold of a job now. */
export function mountRenewJobHold(scope: FastifyInstance, needs: JobNeeds): void {
  mount(scope, operation, async (call) => {
    await renewHoldByStaff(needs, staffAct(call))
    return answerJob(needs, call)
  })
}
