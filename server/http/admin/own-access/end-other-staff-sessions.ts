import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { endOtherStaffSessions } from '#contract/admin/own-access.ts'
import type { Tables } from '../../../db/tables.ts'
import { endOtherSessions } from '../../../members/own-access.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'

/** Ends the member's own sessions except that of the request. */
export function mountEndOtherStaffSessions(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, endOtherStaffSessions, async ({ caller: session, request }) => {
    await endOtherSessions({ kysely }, { session, visit: visitOf(request) })
  })
}
