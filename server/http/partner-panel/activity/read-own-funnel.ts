import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { readOwnFunnel as operation } from '#contract/partner-panel/activity.ts'
import { readFunnel } from '../../../jobs/queries/read-funnel.ts'
import { firstDay } from '../../admin/activity/first-day.ts'
import { mount } from '../../mount.ts'

/** Reads how far the jobs of the partner come. */
export function mountReadOwnFunnel(scope: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  mount(scope, operation, async ({ caller: { partnerId }, query: { mode = 'live', days = 30 } }) => {
    const from = firstDay(days)
    return { from: from.toISOString(), stages: await readFunnel(pool, { partnerId, mode, from }) }
  })
}
