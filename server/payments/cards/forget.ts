import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { withinDeadline } from '../../lib/deadline.ts'
import type { Processors } from '../providers/processors.ts'

type ForgetNeeds = { kysely: Kysely<Tables>; processors: Processors; onEffectError: (error: Error) => void }

/**
 * Detaches removed cards at their processors; a failure is retried on the next run. Skips cards of processors that
 * are not connected any more, so that they do not fill the batch.
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

/** Detaches one removed card at its processor. Never throws: a failure is retried on the next run. */
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
