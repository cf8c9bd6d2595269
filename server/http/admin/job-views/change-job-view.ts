import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changeJobView as operation } from '#contract/admin/job-views.ts'
import type { Tables } from '../../../db/tables.ts'
import { changeView } from '../../../jobs/queries/staff/views.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentView, whoOf } from './who.ts'

/** Changes a view. */
export function mountChangeJobView(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    const view = await changeView(needs, whoOf(call), { viewId: call.params.view_id, ...call.body })
    if (!view) throw notFound
    return presentView(view, call.caller)
  })
}
