import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { findAuditEvents } from '../../../db/find-audit-events.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { presentEvent } from './present-event.ts'

/** Lists who changed what, newest first. */
export function mountListAuditEvents(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listAuditEvents, async ({ query: { limit = 50, before, ...filters } }) => {
    // One more tells whether there is a next page.
    const found = await findAuditEvents(kysely, { ...filters, before, limit: limit + 1 })
    const events = found.slice(0, limit)
    const next = found.length > limit ? (events.at(-1)?.id ?? null) : null
    return { events: events.map(presentEvent), next }
  })
}
