import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { removePasskey as operation } from '#contract/admin/own-access.ts'
import type { Tables } from '../../../db/tables.ts'
import { removePasskey } from '../../../members/own-access.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'

/** Removes one of the member's own passkeys, never the last way in. */
export function mountRemovePasskey(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller: session, params, request }) => {
    const own = { session, visit: visitOf(request), passkeyId: params.passkey_id }
    if (!(await removePasskey({ kysely }, own))) throw notFound
  })
}
