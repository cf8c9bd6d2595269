import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { accountBalance, book, ledgerAccount } from '../../payments/ledger/entries.ts'
import type { Payment } from '../../payments/payment.ts'

/** If the money was already shared out, the platform pays the refund and the carrier keeps their share. */
export async function onRefunded(trx: Transaction<Tables>, payment: Payment): Promise<void> {
  if (payment.jobId) {
    const notice = { account_id: payment.accountId, kind: 'job_refunded' as const, job_id: payment.jobId }
    await trx.insertInto('notice').values(notice).execute()
  }
  const captured = ledgerAccount.captured(payment.id)
  await book(trx, {
    mode: payment.mode,
    jobId: payment.jobId,
    paymentId: payment.id,
    effectId: null,
    kind: 'correction',
    debit: ledgerAccount.platformFees,
    credit: captured,
    amountCents: Math.max(0, -(await accountBalance(trx, captured))),
  })
}
