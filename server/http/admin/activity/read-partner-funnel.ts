import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { readPartnerFunnel as operation } from '#contract/admin/activity.ts'
import type { Tables } from '../../../db/tables.ts'
import { readFunnel } from '../../../jobs/queries/read-funnel.ts'
import { mount } from '../../mount.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { firstDay } from './first-day.ts'
import { funnelOfAll } from './funnel-of-all.ts'

export type FunnelNeeds = { kysely: Kysely<Tables>; pool: pg.Pool }

/** Reads how far the jobs of a partner come, and those of all partners. */
export function mountReadPartnerFunnel(scope: FastifyInstance, { kysely, pool }: FunnelNeeds): void {
  const readAll = funnelOfAll(pool)
  mount(scope, operation, async ({ params, query: { mode = 'live', days = 30 } }) => {
    const { partner_id: partnerId } = params
    await requirePartner(kysely, partnerId)
    const from = firstDay(days)
    const [partner, all] = await Promise.all([
      readFunnel(pool, { partnerId, mode, from }),
      readAll({ mode, from }),
    ])
    return { from: from.toISOString(), partner, all_partners: all }
  })
}
