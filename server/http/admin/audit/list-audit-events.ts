import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { findAuditEvents } from '../../../db/find-audit-events.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { mount } from '../../mount.ts'
import { presentEvents } from './present-event.ts'

/** Lists who changed what, newest first. */
export function mountListAuditEvents(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listAuditEvents, async ({ caller, query }) => {
    const find = (limit: number) => findAuditEvents(kysely, { ...query, limit })
    const { rows, next } = await readPage(query, find, ({ id }) => String(id))
    return { events: await presentEvents(kysely, rows, caller), next }
  })
}
