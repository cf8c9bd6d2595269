import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { withinDeadline } from '../lib/deadline.ts'
import type { Processors } from './processors.ts'

type ForgetNeeds = { kysely: Kysely<Tables>; processors: Processors; onEffectError: (error: Error) => void }

/**
 * Tells processors to forget the cards that were removed; what they do not take is tried again on the next run. Cards at
 * one that is not connected any more keep nobody from their turn.
 */
export async function forgetRemovedMethods(needs: ForgetNeeds, signal: AbortSignal): Promise<void> {
  const removed = await needs.kysely
    .selectFrom('payment_method')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('forgotten_at', 'is', null)
    .where('processor', 'in', needs.processors.names)
    .orderBy('removed_at')
    .limit(100)
    .execute()
  for (const { id } of removed) if (!signal.aborted) await forgetMethod(needs, id)
}

/** Tells the processor to forget one card that was removed. Never throws: what failed is tried again later. */
export async function forgetMethod(
  { kysely, processors, onEffectError }: ForgetNeeds,
  id: string,
): Promise<void> {
  try {
    const method = await kysely
      .selectFrom('payment_method')
      .select(['processor', 'reference'])
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .where('forgotten_at', 'is', null)
      .executeTakeFirst()
    const processor = method && processors.named(method.processor)
    if (!processor) return
    await withinDeadline(
      processor.forgetMethod(method.reference),
      20_000,
      () => new Error('payments: a card was not forgotten in time'),
    )
    await kysely
      .updateTable('payment_method')
      .set({ forgotten_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .execute()
  } catch (error) {
    onEffectError(error instanceof Error ? error : new Error('payments: a card was not forgotten'))
  }
}
