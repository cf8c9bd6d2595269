import type { FastifyInstance } from 'fastify'
import { cancelJob as operation } from '#contract/admin/job-acts.ts'
import { cancelByStaff } from '../../../jobs/actions/cancel-by-staff.ts'
import { cancelRefusal } from '../../../jobs/staff-guards.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { answerJob, type JobNeeds } from './answer-job.ts'
import { staffAct } from './staff-act.ts'

/** Cancels a posted or accepted job. */
export function mountCancelJob(scope: FastifyInstance, needs: JobNeeds): void {
  mount(scope, operation, async (call) => {
    const isCancelled = (await cancelByStaff(needs, staffAct(call))) !== null
    const job = await answerJob(needs, call)
    // A repeated call. A job that the customer cancelled may have cost a fee, so that one is refused.
    if (isCancelled || job.cancelled_by === 'staff') return job
    throw cancelRefusal({ status: job.status, statuses: [] }) ?? notFound
  })
}
