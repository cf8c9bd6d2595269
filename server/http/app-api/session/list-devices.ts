import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listDevices } from '#contract/app/account.ts'
import { listSessions } from '../../../accounts/session-store.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'

/** Lists the sessions (devices) of the caller's account. */
export function mountListDevices(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listDevices, async ({ caller }) => {
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
}
