import type { FastifyInstance } from 'fastify'
import { unhideJob as operation } from '#contract/admin/job-acts.ts'
import { unhideByStaff } from '../../../jobs/actions/hide-by-staff.ts'
import { mount } from '../../mount.ts'
import { answerJob, type JobNeeds } from './answer-job.ts'
import { staffAct } from './staff-act.ts'

/** Puts a hidden job back into the feed. */
export function mountUnhideJob(scope: FastifyInstance, needs: JobNeeds): void {
  mount(scope, operation, async (call) => {
    await unhideByStaff(needs, staffAct(call))
    return answerJob(needs, call)
  })
}
