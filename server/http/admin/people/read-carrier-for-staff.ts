import type { FastifyInstance } from 'fastify'
import { readCarrierForStaff } from '#contract/admin/carriers.ts'
import { mount } from '../../mount.ts'
import { answerCarrier, type CarrierNeeds } from './answer-carrier.ts'

/** Reads one carrier. */
export function mountReadCarrierForStaff(scope: FastifyInstance, needs: CarrierNeeds): void {
  mount(scope, readCarrierForStaff, async ({ caller, params }) =>
    answerCarrier(needs, caller, params.account_id),
  )
}
