import type { FastifyInstance } from 'fastify'
import { suspendCarrier } from '#contract/admin/carriers.ts'
import { mount } from '../../mount.ts'
import type { CarrierNeeds } from './answer-carrier.ts'
import { decide } from './decide.ts'

/** Stops a carrier from accepting jobs. */
export function mountSuspendCarrier(scope: FastifyInstance, needs: CarrierNeeds): void {
  mount(scope, suspendCarrier, async ({ caller, params, body, request }) =>
    decide(needs, {
      accountId: params.account_id,
      judgement: 'suspend',
      told: body.told,
      caller,
      request,
    }),
  )
}
