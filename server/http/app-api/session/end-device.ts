import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { endDevice } from '#contract/app/account.ts'
import { endSession } from '../../../accounts/session-store.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'

/** Ends one session of the caller's account. */
export function mountEndDevice(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, endDevice, async ({ caller, params }) => {
    const { accountId } = caller
    if (!(await endSession(kysely, { accountId, sessionId: params.session_id }))) throw notFound
  })
}
