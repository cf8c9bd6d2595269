import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

type Db = Kysely<Tables>

/** A saved card, as shown to its owner. */
export type SavedMethod = {
  id: string
  brand: string
  lastFour: string
  expiresMonth: number
  expiresYear: number
}

export const cardColumns = [
  'id',
  'brand',
  'last_four as lastFour',
  'expires_month as expiresMonth',
  'expires_year as expiresYear',
] as const

/** The account's cards that this processor can charge, the newest first. */
export async function listMethods(
  kysely: Db,
  { accountId, processor }: { accountId: string; processor: string },
): Promise<SavedMethod[]> {
  return kysely
    .selectFrom('payment_method')
    .select(cardColumns)
    .where('account_id', '=', accountId)
    .where('processor', '=', processor)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Whether the account can still pay with this card by this processor. Locks the row, so the card cannot be removed
 * until the transaction ends.
 */
export async function isUsableMethod(
  db: Db,
  { id, accountId, processor }: { id: string; accountId: string; processor: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_method')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('processor', '=', processor)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a card unless a payment may still need it. The request to the processor follows (`forget.ts`). */
export async function removeMethod(
  kysely: Db,
  { id, accountId }: { id: string; accountId: string },
): Promise<'removed' | 'in_use' | 'absent'> {
  return kysely.transaction().execute(async (trx) => {
    // The lock waits for a concurrent insert of a payment with this card, so the next statement sees it.
    const method = await trx
      .selectFrom('payment_method')
      .select('id')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!method) return 'absent'
    const use = await trx
      .selectFrom('payment')
      .leftJoin('job', 'job.id', 'payment.job_id')
      .select('payment.id')
      .where('payment.account_id', '=', accountId)
      .where('payment.method_id', '=', id)
      .where(isNeeded)
      .executeTakeFirst()
    if (use) return 'in_use'
    await trx
      .updateTable('payment_method')
      .set({ removed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    return 'removed'
  })
}

/**
 * Also true when a delivered job's hold did not yield the amount owed: staff may charge the card again
 * (`jobs/money/charge.ts`).
 */
const isNeeded = sql<boolean>`(payment.status in ('authorizing', 'action_required', 'held', 'capturing')
  or (payment.held_at is not null and job.status = 'accepted' and job.delivered_at is not null))`
