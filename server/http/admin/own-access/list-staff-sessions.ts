import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listStaffSessions } from '#contract/admin/own-access.ts'
import type { Tables } from '../../../db/tables.ts'
import { listMemberSessions } from '../../../members/session-store.ts'
import { mount } from '../../mount.ts'

/** Lists where the member is signed in. */
export function mountListStaffSessions(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listStaffSessions, async ({ caller }) => {
    const sessions = await listMemberSessions(kysely, caller.memberId)
    return {
      sessions: sessions.map(({ id, device, created_at, last_seen_at, expires_at }) => ({
        session_id: id,
        device,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
        expires_at: expires_at.toISOString(),
        current: id === caller.sessionId,
      })),
    }
  })
}
