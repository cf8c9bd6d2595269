import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { lockPayment } from '../../payments/payment.ts'
import { withoutReason } from '../record-staff-act.ts'
import { onDisputed } from './on-disputed.ts'

/**
 * Staff release a payout that a dispute or a fraud warning blocks. Another dispute on the payment still blocks it.
 * Releasing one again changes nothing. Without a processor the reference must be known for one processor only.
 *
 * @throws Problem `not_found`.
 */
export async function releaseDispute(
  { kysely }: { kysely: Kysely<Tables> },
  {
    reference,
    by,
    ...of
  }: { processor?: string | undefined; reference: string; by: By & { reason: string } },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const [dispute, ...others] = await trx
      .selectFrom('dispute')
      .select(['processor', 'payment_id', 'kind'])
      .where('reference', '=', reference)
      .$if(of.processor !== undefined, (found) => found.where('processor', '=', of.processor ?? ''))
      .execute()
    if (!dispute || others.length > 0) throw unknownDispute
    // Locks job and payment before the dispute, in the same order as an event of the dispute, which avoids deadlocks.
    const payment = dispute.payment_id ? await lockPayment(trx, dispute.payment_id) : null
    const { numUpdatedRows } = await trx
      .updateTable('dispute')
      .set({ released_at: sql<Date>`now()`, release_reason: by.reason })
      .where('processor', '=', dispute.processor)
      .where('reference', '=', reference)
      .where('released_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const targets = [{ type: 'dispute' as const, id: reference }]
    await recordAudit(trx, { ...withoutReason(by), act: 'dispute.release', targets })
    if (payment) await onDisputed(trx, { payment, kind: dispute.kind, isBlocking: false })
  })
}

const unknownDispute = new Problem('not_found', (t) => t.payments.noDispute)
