import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { refundJob as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { refundJob } from '../../../jobs/money/refund.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

/** Gives money back. */
export function mountRefundJob(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    const act = { ...staffAct(call), amountCents: call.body.amount_cents }
    const { paymentId, amountCents, leftCents } = await refundJob(needs, act)
    return { payment_id: paymentId, amount_cents: amountCents, left_cents: leftCents }
  })
}
