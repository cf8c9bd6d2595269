import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { endOtherDevices } from '#contract/app/account.ts'
import { endOtherSessions } from '../../../accounts/session-store.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'

/** Ends all sessions of the caller's account except that of the request. */
export function mountEndOtherDevices(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, endOtherDevices, async ({ caller }) => {
    await endOtherSessions(kysely, caller)
  })
}
