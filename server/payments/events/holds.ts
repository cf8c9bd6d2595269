import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { settleOutcome } from '../effects/settle.ts'
import { book, ledgerAccount } from '../ledger/entries.ts'
import { bookedJob, changePayment, lockPayment } from '../payment.ts'
import type { Authorization } from '../processor.ts'
import type { ProcessorEventNeeds } from './needs.ts'

/**
 * Books a change of a hold that Dray did not make: a bank may end a hold early, and a person may cancel or capture it
 * at the processor. A hold that is gone is released in the ledger too, so the job is found to need a new hold.
 *
 * @throws ProviderError when the processor does not respond.
 */
export async function readHold(needs: ProcessorEventNeeds, reference: string): Promise<void> {
  const { kysely, processors, onMoneyAlert } = needs
  const held = await kysely
    .selectFrom('payment')
    .select(['id', 'processor'])
    .where('reference', '=', reference)
    .where('status', '=', 'held')
    .executeTakeFirst()
  const processor = held && processors.named(held.processor)
  if (!processor) return
  const authorization = await processor.readAuthorization(reference)
  const news = await kysely
    .transaction()
    .execute((trx) => bookNews(trx, needs, { paymentId: held.id, authorization }))
  if (news) onMoneyAlert(`payment ${held.id}: ${news} at ${processor.name}`)
}

type HoldNews = { paymentId: string; authorization: Authorization }

/** @returns the text of the alert; null without a change. */
async function bookNews(
  trx: Transaction<Tables>,
  needs: ProcessorEventNeeds,
  { paymentId, authorization }: HoldNews,
): Promise<string | null> {
  const { outcome } = authorization
  if (outcome === 'released') return (await lose(trx, paymentId)) ? 'its hold was ended' : null
  if (outcome !== 'captured') return null
  const { capturedCents } = authorization
  const isNew = await bookForeignCapture(trx, needs, { paymentId, capturedCents })
  return isNew ? `${capturedCents} cents were captured by hand` : null
}

/** @returns false when a capture or a void of the hold was started since it was read; that effect settles it. */
async function lose(trx: Transaction<Tables>, paymentId: string): Promise<boolean> {
  const payment = await lockPayment(trx, paymentId)
  if (payment?.status !== 'held') return false
  const { mode, processor, amountCents } = payment
  await changePayment(trx, paymentId, { status: 'released' })
  await book(trx, {
    mode,
    jobId: bookedJob(payment),
    paymentId,
    effectId: null,
    kind: 'release',
    debit: ledgerAccount.held(paymentId),
    credit: ledgerAccount.processor(processor),
    amountCents,
  })
  return true
}

/**
 * Books a capture that was made on the processor's own pages, once, as an effect whose origin is the processor. The
 * rest of the hold is released, as with every capture.
 *
 * @returns false when the payment is no longer held: the effect that is running then settles it.
 */
async function bookForeignCapture(
  trx: Transaction<Tables>,
  needs: Pick<ProcessorEventNeeds, 'settle'>,
  { paymentId, capturedCents }: { paymentId: string; capturedCents: number },
): Promise<boolean> {
  const payment = await lockPayment(trx, paymentId)
  if (payment?.status !== 'held') return false
  const effect = {
    id: newId(),
    kind: 'capture',
    amountCents: capturedCents,
    carrierId: null,
    keyNumber: 0,
  } as const
  await trx
    .insertInto('payment_effect')
    .values({
      id: effect.id,
      payment_id: paymentId,
      kind: 'capture',
      amount_cents: capturedCents,
      origin: 'processor',
      reference: payment.reference,
      status: 'done',
      settled_at: sql<Date>`now()`,
    })
    .execute()
  await settleOutcome(trx, needs, {
    kind: 'capture',
    outcome: { outcome: 'captured', capturedCents },
    effect,
    payment,
  })
  return true
}
