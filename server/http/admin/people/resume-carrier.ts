import type { FastifyInstance } from 'fastify'
import { resumeCarrier } from '#contract/admin/carriers.ts'
import { mount } from '../../mount.ts'
import type { CarrierNeeds } from './answer-carrier.ts'
import { decide } from './decide.ts'

/** Lets a suspended carrier accept jobs again. */
export function mountResumeCarrier(scope: FastifyInstance, needs: CarrierNeeds): void {
  mount(scope, resumeCarrier, async ({ caller, params, body, request }) =>
    decide(needs, {
      accountId: params.account_id,
      judgement: 'reinstate',
      told: body.told,
      seenAt: body.updated_at,
      caller,
      request,
    }),
  )
}
