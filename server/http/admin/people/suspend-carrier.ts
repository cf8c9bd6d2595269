import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { suspendCarrier } from '#contract/admin/carriers.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { decide } from './decide.ts'

/** Stops a carrier from accepting jobs. */
export function mountSuspendCarrier(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, suspendCarrier, async ({ caller, params, body, request }) =>
    decide(kysely, {
      accountId: params.account_id,
      judgement: 'suspend',
      reason: body.reason,
      caller,
      request,
    }),
  )
}
