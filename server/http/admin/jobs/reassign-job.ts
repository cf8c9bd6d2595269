import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { reassignJob as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { reassignJob } from '../../../jobs/actions/reassign.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

export type ReassignNeeds = { kysely: Kysely<Tables>; mostOpenJobs: number }

/** Moves an accepted job to another carrier. */
export function mountReassignJob(scope: FastifyInstance, needs: ReassignNeeds): void {
  mount(scope, operation, async (call) => {
    await reassignJob(needs, { ...staffAct(call), carrierId: call.body.carrier_id })
  })
}
