import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { rejectCarrier } from '#contract/admin/carriers.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { decide } from './decide.ts'

/** Turns a carrier down. */
export function mountRejectCarrier(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, rejectCarrier, async ({ caller, params, body, request }) =>
    decide(kysely, {
      accountId: params.account_id,
      judgement: 'reject',
      reason: body.reason,
      caller,
      request,
    }),
  )
}
