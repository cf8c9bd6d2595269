import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { hideJob as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { hideByStaff } from '../../../jobs/actions/hide-by-staff.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

/** Takes a posted job out of the feed. */
export function mountHideJob(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    await hideByStaff(needs, staffAct(call))
  })
}
