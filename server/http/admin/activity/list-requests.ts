import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { listRequests as operation } from '#contract/admin/activity.ts'
import { findRequests } from '../../../activity/find-requests.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { presentRequest } from './present-request.ts'

export type RequestsNeeds = { kysely: Kysely<Tables>; pool: pg.Pool }

/** Lists the calls of a partner, newest first. */
export function mountListRequests(scope: FastifyInstance, { kysely, pool }: RequestsNeeds): void {
  mount(scope, operation, async ({ params: { partner_id: partnerId }, query }) => {
    await requirePartner(kysely, partnerId)
    const { limit = 50, key_id: keyId, ...filters } = query
    // One more tells whether there is a next page.
    const found = await findRequests(pool, { ...filters, keyId, partnerId, limit: limit + 1 })
    const requests = found.slice(0, limit)
    const next = found.length > limit ? (requests.at(-1)?.request_id ?? null) : null
    return { requests: requests.map(presentRequest), next }
  })
}
