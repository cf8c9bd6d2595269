import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { withinDeadline } from '../../lib/deadline.ts'
import type { Processors } from '../providers/processors.ts'
import { type CardSetup, readCardSetup } from './setup.ts'

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

/**
 * Ends the card setups that people have left: after a day, and at once when their account was erased. A card that was
 * saved meanwhile is stored, because a webhook may be lost; that of an erased account is then detached by
 * `forgetRemovedMethods`.
 */
export async function settleLeftSetups(needs: ForgetNeeds, signal: AbortSignal): Promise<void> {
  const { kysely, processors } = needs
  const { rows } = await sql<{ id: string; accountId: string }>`
    select s.id, s.account_id as "accountId" from card_setup s join account a on a.id = s.account_id
    where s.status = 'pending' and s.reference is not null
      and (a.erased_at is not null or s.created_at < now() - interval '1 day')
      and s.processor = any(${processors.names}::text[])
    order by s.created_at limit ${batch}`.execute(kysely)
  for (const setup of rows) if (!signal.aborted) await settle(needs, setup)
}

const batch = 100

/** A failure is retried on the next run, for 30 days. */
async function settle(needs: ForgetNeeds, { id, accountId }: SetupKey): Promise<void> {
  try {
    const setup = await withinDeadline(
      endSetup(needs, { id, accountId }),
      20_000,
      () => new Error('payments: a card setup was not ended in time'),
    )
    // A page of a processor cannot be ended; the processor closes it after a day.
    if (setup?.status === 'pending') await giveUp(needs.kysely, id, '2 days')
  } catch (error) {
    await giveUp(needs.kysely, id, '30 days')
    needs.onEffectError(error instanceof Error ? error : new Error('payments: a card setup was not read'))
  }
}

type SetupKey = { id: string; accountId: string }

/** Reads it before and after: the customer may have finished it at any moment. */
async function endSetup(needs: ForgetNeeds, key: SetupKey): Promise<CardSetup | null> {
  const setup = await readCardSetup(needs, key)
  if (setup?.status !== 'pending' || !setup.reference) return setup
  await needs.processors.named(setup.processor)?.endCardSetup(setup.reference)
  return readCardSetup(needs, key)
}

const giveUp = (kysely: Kysely<Tables>, id: string, after: string) =>
  sql`
    update card_setup set status = 'refused'
    where id = ${id} and status = 'pending' and created_at < now() - ${after}::interval`.execute(kysely)
