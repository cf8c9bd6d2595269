import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { endDevice, endOtherDevices, listDevices } from '#contract/app/account.ts'
import { endOtherSessions, endSession, listSessions } from '../../accounts/session-store.ts'
import type { Tables } from '../../db/tables.ts'
import { notFound } from '../errors.ts'
import { appRoute } from './route.ts'

/** Routes for the sessions (devices) of the caller's account. */
export function mountDevices(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  appRoute(scope, listDevices, async ({ caller }) => {
    const sessions = await listSessions(kysely, caller.accountId)
    return {
      devices: sessions.map(({ id, device, kind, created_at, last_seen_at }) => ({
        session_id: id,
        device,
        kind,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
        current: id === caller.sessionId,
      })),
    }
  })
  appRoute(scope, endDevice, async ({ caller, params }) => {
    const { accountId } = caller
    if (!(await endSession(kysely, { accountId, sessionId: params.session_id }))) throw notFound
  })
  appRoute(scope, endOtherDevices, async ({ caller }) => {
    await endOtherSessions(kysely, caller)
  })
}
