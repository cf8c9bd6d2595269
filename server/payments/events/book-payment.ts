import type { Kysely } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { handleProcessorEvent } from './handle.ts'
import type { ProcessorEventNeeds } from './needs.ts'

type Booked = { changed: boolean; capturedCents: number; refundedCents: number }

/**
 * Reads a payment and its refunds from the processor for staff, as after an event, to book changes made there by hand
 * (decision 27). Recorded first: each change is a separate transaction, and the processor may not respond.
 *
 * @throws Problem `not_found`; `wrong_state` for a payment that the processor does not know.
 * @throws ProviderError when the processor does not respond.
 */
export async function bookPayment(
  needs: ProcessorEventNeeds,
  { paymentId, by }: { paymentId: string; by: By },
): Promise<Booked> {
  const { kysely } = needs
  const before = await read(kysely, paymentId)
  if (!before) throw new Problem('not_found', (t) => t.payments.noPayment)
  const { reference, source } = before
  if (reference === null || source !== 'card')
    throw new Problem('wrong_state', (t) => t.payments.notAtProcessor)
  const targets = [{ type: 'payment' as const, id: paymentId }]
  await kysely.transaction().execute((trx) => recordAudit(trx, { ...by, act: 'payment.book', targets }))
  const refunds = await kysely
    .selectFrom('payment_effect')
    .select('reference')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .where('reference', 'is not', null)
    .execute()
  const references = new Set([reference, ...refunds.flatMap((refund) => refund.reference ?? [])])
  for (const each of references) await handleProcessorEvent(needs, each)
  const after = (await read(kysely, paymentId)) ?? before
  const { captured_cents: capturedCents, refunded_cents: refundedCents } = after
  const changed =
    after.status !== before.status ||
    capturedCents !== before.captured_cents ||
    refundedCents !== before.refunded_cents
  return { changed, capturedCents, refundedCents }
}

const read = (kysely: Kysely<Tables>, paymentId: string) =>
  kysely
    .selectFrom('payment')
    .select(['reference', 'source', 'status', 'captured_cents', 'refunded_cents'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
