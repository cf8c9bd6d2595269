import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { book, ledgerAccount } from './ledger.ts'
import type { Processors } from './processors.ts'
import { changePayment, lockPayment } from './store.ts'

/**
 * A bank may end a hold before its time. Then it leaves the books here too, and whatever needs a hold is found without one.
 *
 * @throws ProviderError when the processor does not answer.
 */
export async function readHold(
  { kysely, processors }: { kysely: Kysely<Tables>; processors: Processors },
  reference: string,
): Promise<void> {
  const held = await kysely
    .selectFrom('payment')
    .select(['id', 'processor'])
    .where('reference', '=', reference)
    .where('status', '=', 'held')
    .executeTakeFirst()
  const processor = held && processors.named(held.processor)
  if (!processor) return
  const { outcome } = await processor.readAuthorization(reference)
  if (outcome === 'released') await kysely.transaction().execute((trx) => lose(trx, held.id))
}

async function lose(trx: Transaction<Tables>, paymentId: string): Promise<void> {
  const payment = await lockPayment(trx, paymentId)
  // Since it was asked about, it may be on its way to be captured or given back, which settles it.
  if (payment?.status !== 'held') return
  const { mode, jobId, processor, amountCents } = payment
  await changePayment(trx, paymentId, { status: 'released' })
  await book(trx, {
    mode,
    jobId,
    paymentId,
    effectId: null,
    kind: 'release',
    debit: ledgerAccount.held(paymentId),
    credit: ledgerAccount.processor(processor),
    amountCents,
  })
}
