import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { readPartnerUsage as operation } from '#contract/admin/activity.ts'
import { readUsage } from '../../../activity/read-usage.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { requirePartner } from '../partners/present-partner.ts'

export type UsageNeeds = { kysely: Kysely<Tables>; pool: pg.Pool }

/** How far back a chart goes: more points would not be told apart. */
const mostDays = { hour: 14, day: 65 }

/** Reads the calls of a partner over time. */
export function mountReadPartnerUsage(scope: FastifyInstance, { kysely, pool }: UsageNeeds): void {
  mount(scope, operation, async ({ params: { partner_id: partnerId }, query }) => {
    await requirePartner(kysely, partnerId)
    const { step } = query
    const to = query.to === undefined ? new Date() : new Date(query.to)
    const earliest = new Date(Date.now() - mostDays[step] * 86_400_000)
    const from = query.from === undefined ? earliest : new Date(query.from)
    const points = await readUsage(pool, { partnerId, from: from > earliest ? from : earliest, to, step })
    return {
      points: points.map(({ at, ms_average, ms_max, ...point }) => ({
        ...point,
        at: at.toISOString(),
        average_ms: ms_average,
        slowest_ms: ms_max,
      })),
    }
  })
}
