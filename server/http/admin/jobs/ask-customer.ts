import type { FastifyInstance } from 'fastify'
import { askCustomer as operation } from '#contract/admin/job-acts.ts'
import { askCustomer } from '../../../jobs/actions/ask-customer.ts'
import { mount } from '../../mount.ts'
import { answerJob, type JobNeeds } from './answer-job.ts'
import { staffAct } from './staff-act.ts'

export type AskNeeds = JobNeeds & { smsNotices: boolean }

/** Asks the customer to pay, or for the exact address. */
export function mountAskCustomer(scope: FastifyInstance, needs: AskNeeds): void {
  mount(scope, operation, async (call) => {
    await askCustomer(needs, { ...staffAct(call), what: call.body.about })
    return answerJob(needs, call)
  })
}
