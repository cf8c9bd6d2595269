import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { blockingDisputes } from '../../payments/blocking-disputes.ts'
import { lockPayment } from '../../payments/store.ts'
import { onDisputed } from './on-disputed.ts'

/**
 * Staff let the payout go on that a dispute or a fraud warning holds back. Another one on the same payment goes on holding it.
 *
 * @throws Problem `not_found`.
 */
export async function releaseDispute(
  { kysely }: { kysely: Kysely<Tables> },
  { reference, reason }: { reference: string; reason: string },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const dispute = await trx
      .updateTable('dispute')
      .set({ released_at: sql<Date>`coalesce(released_at, now())`, release_reason: reason })
      .where('reference', '=', reference)
      .returning(['payment_id', 'kind'])
      .executeTakeFirst()
    if (!dispute) throw unknownDispute
    const payment = dispute.payment_id ? await lockPayment(trx, dispute.payment_id) : null
    if (!payment) return
    const others = await blockingDisputes(trx, payment.id)
    if (!others.includes(dispute.kind))
      await onDisputed(trx, { payment, kind: dispute.kind, isBlocking: false })
  })
}

const unknownDispute = new Problem('not_found', {
  en: 'There is no such dispute.',
  es: 'No existe esa disputa.',
})
