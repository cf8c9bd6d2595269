import type { FastifyInstance } from 'fastify'
import { approveCarrier } from '#contract/admin/carriers.ts'
import type { NeededDocuments } from '../../../accounts/documents/needed.ts'
import { mount } from '../../mount.ts'
import type { CarrierNeeds } from './answer-carrier.ts'
import { decide } from './decide.ts'

/** Lets a carrier accept jobs. */
export function mountApproveCarrier(
  scope: FastifyInstance,
  { neededDocuments, ...needs }: CarrierNeeds & { neededDocuments: NeededDocuments },
): void {
  mount(scope, approveCarrier, async ({ caller, params, body, request }) =>
    decide(needs, {
      accountId: params.account_id,
      judgement: 'approve',
      told: body.told,
      seenAt: body.updated_at,
      needed: neededDocuments,
      caller,
      request,
    }),
  )
}
