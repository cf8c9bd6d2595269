import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { deleteJobView as operation } from '#contract/admin/job-views.ts'
import type { Tables } from '../../../db/tables.ts'
import { deleteView } from '../../../jobs/queries/staff/views.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { whoOf } from './who.ts'

/** Deletes a view. */
export function mountDeleteJobView(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    if (!(await deleteView(needs, whoOf(call), call.params.view_id))) throw notFound
  })
}
