import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { chargeJobAgain as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { chargeJob } from '../../../jobs/money/charge.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

/** Tries again to take what is owed. */
export function mountChargeJobAgain(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    const { owedCents } = await chargeJob(needs, staffAct(call))
    return { owed_cents: owedCents }
  })
}
