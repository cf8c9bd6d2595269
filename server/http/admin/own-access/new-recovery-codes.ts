import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { newRecoveryCodes as operation } from '#contract/admin/own-access.ts'
import type { Tables } from '../../../db/tables.ts'
import { newRecoveryCodes } from '../../../members/own-access.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'

/** Replaces the member's recovery codes. */
export function mountNewRecoveryCodes(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller: session, request }) => ({
    recovery_codes: await newRecoveryCodes({ kysely }, { session, visit: visitOf(request) }),
  }))
}
