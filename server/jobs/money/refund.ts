import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { refundRefusal } from '../staff-guards.ts'
import { lockCaptured } from './lock-captured.ts'

export type Refund = { paymentId: string; amountCents: number; leftCents: number }

/**
 * Staff refund captured money, at most the amount left; the platform covers the carrier's share.
 *
 * @throws Problem `wrong_state` when nothing was captured, or less is left; `not_found`.
 */
export function refundJob(
  { kysely }: { kysely: Kysely<Tables> },
  { amountCents, ...act }: StaffAct & { amountCents: number },
): Promise<Refund> {
  return kysely.transaction().execute(async (trx) => {
    await recordStaffAct(trx, act, {
      words: `refund of ${amountCents} cents`,
      act: 'job.refund',
      changes: { amount_cents: { from: null, to: amountCents } },
    })
    const taken = await lockCaptured(trx, act.jobId)
    const refusal = refundRefusal(taken?.leftCents ?? null, amountCents)
    if (refusal || !taken) throw refusal
    const leftCents = taken.leftCents - amountCents
    const paymentId = taken.payment.id
    await queueEffect(trx, { paymentId, kind: 'refund', amountCents })
    return { paymentId, amountCents, leftCents }
  })
}
