import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lockCustomersJob } from '../find-job.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { wrongState } from '../refusals.ts'
import { confirmRefusal } from '../staff-guards.ts'
import { logEvent, resolveDoubt } from './doubt.ts'

type Needs = { kysely: Kysely<Tables> }

/**
 * The customer confirms the delivery. Has no effect when repeated, or when the delivery was never in doubt.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409) when it is not delivered.
 */
export async function confirmDelivery(
  { kysely }: Needs,
  { jobId, customerId }: { jobId: string; customerId: string },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, { jobId, customerId })
    if (!job.delivered_at || job.status === 'cancelled') throw wrongState(job)
    if (!(await resolveDoubt(trx, job, 'customer'))) return
    await logEvent(trx, job, { actor: 'customer', actorId: customerId, reason: 'delivery confirmed' })
  })
}

/** Staff confirm the delivery. @throws Problem `not_found`, `wrong_state` when the delivery is not in doubt. */
export async function confirmDeliveryByStaff({ kysely }: Needs, act: StaffAct): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await recordStaffAct(trx, act, { words: 'delivery confirmed', act: 'job.confirm_delivery' })
    const refusal = confirmRefusal(await resolveDoubt(trx, job, 'staff'))
    if (refusal) throw refusal
  })
}
