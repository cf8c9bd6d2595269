import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { blockingDisputes } from '../../payments/blocking-disputes.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import { book, ledgerAccount } from '../../payments/ledger/entries.ts'
import type { Payment } from '../../payments/payment.ts'
import { chooseTopUp } from '../../payments/wallet/top-up-source.ts'
import type { JobRow } from '../transition.ts'
import { blockMoney, isMoneyBlocked } from './blocks.ts'
import { setOffPayouts } from './set-off.ts'
import type { Share } from './share.ts'

type Trx = Transaction<Tables>

/**
 * Books the shares of captured money for carrier and platform, and queues the transfer to the carrier's payout
 * account.
 */
export async function shareOut(
  trx: Trx,
  { payment, job, share }: { payment: Payment; job: JobRow; share: Share },
): Promise<void> {
  const { carrier_id: carrierId } = job
  if (!carrierId) throw new Error('a job without a carrier has nothing to share out')
  const about = { mode: payment.mode, jobId: job.id, paymentId: payment.id, effectId: null }
  const debit = ledgerAccount.captured(payment.id)
  await book(trx, {
    ...about,
    kind: 'correction',
    debit: ledgerAccount.platformFees,
    credit: debit,
    amountCents: Math.max(0, -share.platformCents),
  })
  await book(trx, {
    ...about,
    kind: 'share',
    debit,
    credit: ledgerAccount.carrier(carrierId),
    amountCents: share.carrierCents,
  })
  await book(trx, {
    ...about,
    kind: 'fee',
    debit,
    credit: ledgerAccount.platformFees,
    amountCents: Math.max(0, share.platformCents),
  })
  await payCarrier(trx, { payment, job, carrierId, amountCents: share.carrierCents })
}

export type Transfer = { payment: Payment; job: JobRow; carrierId: string; amountCents: number }

/**
 * Queues the transfer of a share, less what is kept back for earlier refunds (`set-off.ts`). Of a blocked job nothing
 * is kept back before its block is lifted.
 */
export async function payCarrier(trx: Trx, to: Transfer): Promise<void> {
  if (to.amountCents === 0) return
  await transfer(trx, to)
  await setOffPayouts(trx, to.job.id)
}

/**
 * Queues the transfer, parked while the carrier has no payout account or the job is blocked (`pay-owed.ts`). If the
 * top-up that funds it is disputed by then, the job is blocked too.
 */
async function transfer(trx: Trx, { payment, job, carrierId, amountCents }: Transfer): Promise<void> {
  const { accountId, processor, source, createdAt: paidAt } = payment
  const sourcePaymentId =
    source === 'wallet' ? await chooseTopUp(trx, { accountId, processor, amountCents, paidAt }) : null
  const causes = sourcePaymentId ? await blockingDisputes(trx, sourcePaymentId) : []
  for (const cause of causes) await blockMoney(trx, { jobId: job.id, cause, forHours: null })
  const effect = { paymentId: payment.id, kind: 'transfer', amountCents, carrierId, sourcePaymentId } as const
  const id = await queueEffect(trx, effect)
  const isBlocked = await isMoneyBlocked(trx, job.id)
  if (!isBlocked && (await canBePaid(trx, carrierId, processor))) return
  const never = sql<Date>`'infinity'::timestamptz`
  await trx.updateTable('payment_effect').set({ due_at: never }).where('id', '=', id).execute()
}

async function canBePaid(trx: Trx, carrierId: string, processor: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payout_account')
    .select('ready')
    .where('carrier_id', '=', carrierId)
    .where('processor', '=', processor)
    .executeTakeFirst()
  return row?.ready ?? false
}
