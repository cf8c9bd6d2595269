import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { lockPayment } from '../../payments/store.ts'
import { onDisputed } from './on-disputed.ts'

/**
 * Staff release a payout that a dispute or a fraud warning blocks. Another dispute on the payment still blocks it.
 *
 * @throws Problem `not_found`.
 */
export async function releaseDispute(
  { kysely }: { kysely: Kysely<Tables> },
  { reference, by }: { reference: string; by: By & { reason: string } },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const dispute = await trx
      .selectFrom('dispute')
      .select(['payment_id', 'kind'])
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (!dispute) throw unknownDispute
    // Locks job and payment before the dispute, in the same order as an event of the dispute, which avoids deadlocks.
    const payment = dispute.payment_id ? await lockPayment(trx, dispute.payment_id) : null
    await trx
      .updateTable('dispute')
      .set({ released_at: sql<Date>`coalesce(released_at, now())`, release_reason: by.reason })
      .where('reference', '=', reference)
      .execute()
    const targets = [{ type: 'dispute' as const, id: reference }]
    await recordAudit(trx, { actor: by.actor, act: 'dispute.release', targets })
    if (payment) await onDisputed(trx, { payment, kind: dispute.kind, isBlocking: false })
  })
}

const unknownDispute = new Problem('not_found', (t) => t.payments.noDispute)
