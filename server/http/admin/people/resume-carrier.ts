import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { resumeCarrier } from '#contract/admin/carriers.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { decide } from './decide.ts'

/** Lets a suspended carrier accept jobs again. */
export function mountResumeCarrier(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, resumeCarrier, async ({ caller, params, body, request }) =>
    decide(kysely, {
      accountId: params.account_id,
      judgement: 'reinstate',
      reason: body.reason,
      seenAt: body.updated_at,
      caller,
      request,
    }),
  )
}
