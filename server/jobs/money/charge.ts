import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { chargeRefusal } from '../staff-guards.ts'
import { paymentsOfJob } from './attempt.ts'
import { isMoneyBlocked } from './blocks.ts'
import { captureOwed } from './capture-or-release.ts'
import { owedCents } from './owed.ts'

/**
 * Staff charge the amount owed again, on the card used last, after the hold was lost and the automatic retry was
 * refused.
 *
 * @returns the amount owed, in cents.
 * @throws Problem `wrong_state` when no amount is owed or the money is blocked; `payment_pending` while it is being
 *   charged; `not_found`.
 */
export function chargeJob(
  { kysely }: { kysely: Kysely<Tables> },
  act: StaffAct,
): Promise<{ owedCents: number }> {
  return kysely.transaction().execute(async (trx) => {
    const job = await recordStaffAct(trx, act, { words: 'charged again', act: 'job.charge' })
    const payments = await paymentsOfJob(trx, { jobId: job.id })
    const statuses = payments.map(({ status }) => status)
    const isBlocked = await isMoneyBlocked(trx, job.id)
    const refusal = chargeRefusal({ owedCents: owedCents(job), statuses, isBlocked })
    if (refusal) throw refusal
    await captureOwed(trx, job)
    return { owedCents: owedCents(job) }
  })
}
