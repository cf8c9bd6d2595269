import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { confirmJobDelivery as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { confirmDeliveryByStaff } from '../../../jobs/doubts/confirm-delivery.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

/** Ends the doubt about a delivery. */
export function mountConfirmJobDelivery(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    await confirmDeliveryByStaff(needs, staffAct(call))
  })
}
