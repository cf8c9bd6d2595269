import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { orderJobViews as operation } from '#contract/admin/job-views.ts'
import type { Tables } from '../../../db/tables.ts'
import { orderViews } from '../../../jobs/queries/staff/views.ts'

import { mount } from '../../mount.ts'
import { whoOf } from './who.ts'

/** Orders views. */
export function mountOrderJobViews(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    await orderViews(needs, whoOf(call), call.body.view_ids)
  })
}
