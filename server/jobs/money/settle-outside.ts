import type { Kysely } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { type PaidOutside, settleMoveOutside } from '../../payments/effects/outside.ts'
import { captureOutside } from './capture-outside.ts'
import { settleJobMoney } from './settle.ts'

/**
 * Settles a call to the processor that cannot go through, because the money was moved in another way: a refund, a payout,
 * or the capture for a job that is owed. A repeated act with the same reference changes nothing.
 *
 * @throws Problem `not_found`; `wrong_state` when the call may still succeed, or is settled; `payment_pending` while the
 * customer pays the job.
 */
export function settleOutside(
  { kysely }: { kysely: Kysely<Tables> },
  { by, ...paid }: PaidOutside & { by: By },
): Promise<void> {
  return kysely.transaction().execute(async (trx) => {
    const effect = await trx
      .selectFrom('payment_effect')
      .select(['kind', 'payment_id as paymentId'])
      .where('id', '=', paid.effectId)
      .executeTakeFirst()
    if (!effect) throw new Problem('not_found', (t) => t.payments.noEffect)
    const { kind, paymentId } = effect
    const isMove = kind === 'refund' || kind === 'transfer'
    const isNew = isMove
      ? await settleMoveOutside(trx, { settle: settleJobMoney }, { ...paid, paymentId })
      : await captureOutside(trx, { ...paid, paymentId })
    if (!isNew) return
    const targets = [
      { type: 'effect' as const, id: paid.effectId },
      { type: 'payment' as const, id: paymentId },
    ]
    const changes = { [paid.paidThrough]: { from: null, to: paid.reference } }
    await recordAudit(trx, { ...by, act: 'payment.settle_outside', targets, changes })
  })
}
