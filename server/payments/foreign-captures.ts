import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import type { ProcessorEventNeeds } from './handle-processor-event.ts'
import { settleForeign } from './settle-foreign.ts'
import { lockPayment } from './store.ts'

/**
 * Books a capture that was made on the processor's own pages, once, as an effect whose origin is the processor. The
 * rest of the hold is released, as with every capture.
 *
 * @returns false when the payment is not held any more: the effect that is running then settles it.
 */
export async function bookForeignCapture(
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
  await settleForeign(trx, needs, {
    kind: 'capture',
    outcome: { outcome: 'captured', capturedCents },
    effect,
    payment,
  })
  return true
}
