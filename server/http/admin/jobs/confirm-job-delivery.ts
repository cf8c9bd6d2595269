import type { FastifyInstance } from 'fastify'
import { confirmJobDelivery as operation } from '#contract/admin/job-acts.ts'
import { confirmDeliveryByStaff } from '../../../jobs/doubts/confirm-delivery.ts'
import { mount } from '../../mount.ts'
import { answerJob, type JobNeeds } from './answer-job.ts'
import { staffAct } from './staff-act.ts'

/** Ends the doubt about a delivery. */
export function mountConfirmJobDelivery(scope: FastifyInstance, needs: JobNeeds): void {
  mount(scope, operation, async (call) => {
    await confirmDeliveryByStaff(needs, staffAct(call))
    return answerJob(needs, call)
  })
}
