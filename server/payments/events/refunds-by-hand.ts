import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { settleOutcome } from '../effects/settle.ts'
import { lockPayment } from '../payment.ts'
import type { MadeRefund } from '../processor.ts'
import type { ProcessorEventNeeds } from './needs.ts'

/**
 * Books refunds that were made on the processor's own pages, each once, as effects whose origin is the processor: a
 * refund's reference is unique for its payment. A refund in progress is settled later, like a refund made by Dray.
 *
 * @throws ProviderError when the processor does not respond.
 */
export async function bookForeignRefunds(needs: ProcessorEventNeeds, reference: string): Promise<void> {
  const { kysely, processors, onMoneyAlert } = needs
  const payment = await kysely
    .selectFrom('payment')
    .select(['id', 'processor'])
    .where('reference', '=', reference)
    .where('status', '=', 'captured')
    .where('source', '=', 'card')
    .executeTakeFirst()
  const processor = payment && processors.named(payment.processor)
  if (!processor) return
  for (const refund of await processor.listRefunds(reference)) {
    const isNew = await kysely
      .transaction()
      .execute((trx) => bookOne(trx, needs, { paymentId: payment.id, refund }))
    if (isNew)
      onMoneyAlert(`refund ${refund.reference} of ${refund.amountCents} cents was made at ${processor.name}`)
  }
}

type Foreign = { paymentId: string; refund: MadeRefund }

/** @returns false when the refund is already known or moved no money. */
async function bookOne(
  trx: Transaction<Tables>,
  needs: ProcessorEventNeeds,
  { paymentId, refund }: Foreign,
): Promise<boolean> {
  const { moved, reference, amountCents } = refund
  const payment = await lockPayment(trx, paymentId)
  const isMade = moved.outcome === 'done' || moved.outcome === 'in_progress'
  if (!payment || !isMade || (await isKnown(trx, refund))) return false
  const isDone = moved.outcome === 'done'
  const effect = { id: newId(), kind: 'refund', amountCents, carrierId: null, keyNumber: 0 } as const
  const row = await trx
    .insertInto('payment_effect')
    .values({
      id: effect.id,
      payment_id: paymentId,
      kind: 'refund',
      amount_cents: amountCents,
      origin: 'processor',
      reference,
      status: isDone ? 'done' : 'due',
      waits_for: isDone ? null : 'refund',
      settled_at: isDone ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row && isDone) await settleOutcome(trx, needs, { kind: 'refund', outcome: moved, effect, payment })
  return row !== undefined
}

async function isKnown(db: Kysely<Tables>, { effectId, reference }: MadeRefund): Promise<boolean> {
  const ours = effectId && uuid.test(effectId) ? effectId : null
  const row = await db
    .selectFrom('payment_effect')
    .select('id')
    .where('kind', '=', 'refund')
    .where(sql<boolean>`(reference = ${reference} or id = ${ours}::uuid)`)
    .executeTakeFirst()
  return row !== undefined
}

/** The processor's metadata may contain any text; compared as text, the id would use no index. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
