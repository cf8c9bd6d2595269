import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { paymentsOfJob } from './attempt.ts'
import { captureOwed } from './capture-or-release.ts'
import { owedCents } from './owed.ts'

/**
 * Staff charge the amount owed again, on the card that was used last, after the hold was lost and the automatic retry
 * was refused too.
 *
 * @returns the amount owed, in cents.
 * @throws Problem `wrong_state` when nothing is owed; `payment_pending` while it is being charged; `not_found`.
 */
export function chargeJob(
  { kysely }: { kysely: Kysely<Tables> },
  act: StaffAct,
): Promise<{ owedCents: number }> {
  return kysely.transaction().execute(async (trx) => {
    const job = await recordStaffAct(trx, act, { words: 'charged again', act: 'job.charge' })
    const payments = await paymentsOfJob(trx, { jobId: job.id })
    const isAny = (...statuses: string[]) => payments.some(({ status }) => statuses.includes(status))
    if (owedCents(job) === 0 || isAny('captured')) throw nothingOwed
    if (isAny('authorizing', 'action_required', 'capturing')) throw pending
    await captureOwed(trx, job)
    return { owedCents: owedCents(job) }
  })
}

const nothingOwed = new Problem('wrong_state', (t) => t.payments.nothingOwed)

const pending = new Problem('payment_pending', (t) => t.payments.inProgress)
