import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { cancelJob as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { cancelByStaff } from '../../../jobs/actions/cancel-by-staff.ts'
import { findJobStatus } from '../../../jobs/queries/for-operator.ts'
import { cancelRefusal } from '../../../jobs/staff-guards.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

/** Cancels a posted or accepted job. */
export function mountCancelJob(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    if (await cancelByStaff(needs, staffAct(call))) return
    const status = await findJobStatus(needs.kysely, call.params.job_id)
    throw (status && cancelRefusal({ status, statuses: [] })) ?? notFound
  })
}
