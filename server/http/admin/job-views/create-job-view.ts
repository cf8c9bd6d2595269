import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { createJobView as operation } from '#contract/admin/job-views.ts'
import type { Tables } from '../../../db/tables.ts'
import { createView } from '../../../jobs/queries/staff/views.ts'

import { mount } from '../../mount.ts'
import { presentView, whoOf } from './who.ts'

/** Saves a view. */
export function mountCreateJobView(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    const { shared = false, ...view } = call.body
    return presentView(await createView(needs, whoOf(call), { ...view, shared }), call.caller)
  })
}
