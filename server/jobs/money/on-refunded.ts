import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { book, ledgerAccount } from '../../payments/ledger.ts'
import type { Payment } from '../../payments/store.ts'

/** What was shared out already cannot be given back twice: the platform pays for it, the carrier keeps their part. */
export async function onRefunded(trx: Transaction<Tables>, payment: Payment): Promise<void> {
  const captured = ledgerAccount.captured(payment.id)
  await book(trx, {
    mode: payment.mode,
    jobId: payment.jobId,
    paymentId: payment.id,
    effectId: null,
    kind: 'correction',
    debit: ledgerAccount.platformFees,
    credit: captured,
    amountCents: Math.max(0, -(await balanceOf(trx, captured))),
  })
}

async function balanceOf(trx: Transaction<Tables>, account: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when credit = ${account} then amount_cents else -amount_cents end), 0)::integer as cents
    from ledger_transfer where ${account} in (debit, credit)`.execute(trx)
  return rows[0]?.cents ?? 0
}
