import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { approveCarrier } from '#contract/admin/carriers.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { decide } from './decide.ts'

/** Lets a carrier accept jobs. */
export function mountApproveCarrier(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, approveCarrier, async ({ caller, params, body, request }) =>
    decide(kysely, {
      accountId: params.account_id,
      judgement: 'approve',
      reason: body.reason,
      seenAt: body.updated_at,
      caller,
      request,
    }),
  )
}
