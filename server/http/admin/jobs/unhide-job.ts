import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { unhideJob as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { unhideByStaff } from '../../../jobs/actions/hide-by-staff.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

/** Puts a hidden job back into the feed. */
export function mountUnhideJob(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    await unhideByStaff(needs, staffAct(call))
  })
}
