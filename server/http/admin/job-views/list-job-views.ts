import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listJobViews as operation } from '#contract/admin/job-views.ts'
import type { Tables } from '../../../db/tables.ts'
import { listViews } from '../../../jobs/queries/staff/views.ts'

import { mount } from '../../mount.ts'
import { presentView } from './who.ts'

/** Lists the saved views. */
export function mountListJobViews(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    const views = await listViews(needs, call.caller.memberId)
    return { views: views.map((row) => presentView(row, call.caller)) }
  })
}
