import type { FastifyInstance } from 'fastify'
import { rejectCarrier } from '#contract/admin/carriers.ts'
import { mount } from '../../mount.ts'
import type { CarrierNeeds } from './answer-carrier.ts'
import { decide } from './decide.ts'

/** Turns a carrier down. */
export function mountRejectCarrier(scope: FastifyInstance, needs: CarrierNeeds): void {
  mount(scope, rejectCarrier, async ({ caller, params, body, request }) =>
    decide(needs, {
      accountId: params.account_id,
      judgement: 'reject',
      told: body.told,
      caller,
      request,
    }),
  )
}
