import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { withinDeadline } from '../../lib/deadline.ts'
import type { Processors } from '../providers/processors.ts'
import { readCardSetup } from './setup.ts'

type ForgetNeeds = { kysely: Kysely<Tables>; processors: Processors; onEffectError: (error: Error) => void }

/**
 * Detaches removed cards at their processors; errors are retried on the next run. Skips cards of disconnected
 * processors, to avoid filling the batch.
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

type SettleNeeds = { kysely: Kysely<Tables>; processors: Processors; onEffectError: (error: Error) => void }

/**
 * Reads the result of card setups that were open when their account was erased, because the person cannot return and a
 * webhook may be lost. A card that was saved is then detached by `forgetRemovedMethods`.
 */
export async function settleErasedSetups(needs: SettleNeeds, signal: AbortSignal): Promise<void> {
  const { kysely, processors } = needs
  const { rows } = await sql<{ id: string; accountId: string }>`
    select s.id, s.account_id as "accountId" from card_setup s join account a on a.id = s.account_id
    where s.status = 'pending' and s.reference is not null and a.erased_at is not null
      and s.processor = any(${processors.names}::text[])
    order by s.created_at limit ${batch}`.execute(kysely)
  for (const setup of rows) if (!signal.aborted) await settle(needs, setup)
}

const batch = 100

/** A failure is retried on the next run, for 30 days. */
async function settle(
  needs: SettleNeeds,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  try {
    const setup = await withinDeadline(
      readCardSetup(needs, { id, accountId }),
      20_000,
      () => new Error('payments: a card setup was not read in time'),
    )
    // Processors close such a page after a day; only the sandbox keeps it open.
    if (setup?.status === 'pending') await giveUp(needs.kysely, id, '2 days')
  } catch (error) {
    await giveUp(needs.kysely, id, '30 days')
    needs.onEffectError(error instanceof Error ? error : new Error('payments: a card setup was not read'))
  }
}

const giveUp = (kysely: Kysely<Tables>, id: string, after: string) =>
  sql`
    update card_setup set status = 'refused'
    where id = ${id} and status = 'pending' and created_at < now() - ${after}::interval`.execute(kysely)
