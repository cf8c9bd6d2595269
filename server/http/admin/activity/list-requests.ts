import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { listRequests as operation } from '#contract/admin/activity.ts'
import type { Activity } from '../../../activity/activity.ts'
import { findRequests } from '../../../activity/find-requests.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { mount } from '../../mount.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { presentRequest } from './present-request.ts'

export type RequestsNeeds = {
  kysely: Kysely<Tables>
  pool: pg.Pool
  recordedUntil: Activity['recordedUntil']
}

/** Lists the calls of a partner, newest first. */
export function mountListRequests(
  scope: FastifyInstance,
  { kysely, pool, recordedUntil }: RequestsNeeds,
): void {
  mount(scope, operation, async ({ params: { partner_id: partnerId }, query }) => {
    await requirePartner(kysely, partnerId)
    const { key_id: keyId, request_id: requestId, ...filters } = query
    const find = (limit: number) => findRequests(pool, { ...filters, keyId, requestId, partnerId, limit })
    const { rows, next } = await readPage(query, find, ({ request_id }) => request_id)
    const recorded_until = recordedUntil()?.toISOString() ?? null
    return { requests: rows.map(presentRequest), recorded_until, next }
  })
}
