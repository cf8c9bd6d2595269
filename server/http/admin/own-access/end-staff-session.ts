import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { endStaffSession } from '#contract/admin/own-access.ts'
import type { Tables } from '../../../db/tables.ts'
import { endOwnSession } from '../../../members/own-access.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'

/** Ends one of the member's own sessions. */
export function mountEndStaffSession(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, endStaffSession, async ({ caller: session, params, request }) => {
    const own = { session, visit: visitOf(request), sessionId: params.session_id }
    if (!(await endOwnSession({ kysely }, own))) throw notFound
  })
}
