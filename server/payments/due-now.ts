import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

type Db = Kysely<Tables>

/**
 * Makes everything due that waits for this payment; the next run of the effects settles it. Not the transfer that waits for
 * its carrier, as no news of a payment is about them.
 */
export const makePaymentDueNow = (db: Db, reference: string): Promise<void> =>
  makeDueNow(
    db,
    sql<boolean>`due_at < 'infinity' and payment_id in (select id from payment where reference = ${reference})`,
  )

/** Makes every transfer due that waits for this payout account, also one that was refused for lack of it. */
export const makeTransfersDueNow = (
  db: Db,
  { carrierId, processor }: { carrierId: string; processor: string },
): Promise<void> =>
  makeDueNow(
    db,
    sql<boolean>`kind = 'transfer' and carrier_id = ${carrierId}
      and payment_id in (select id from payment where processor = ${processor})`,
  )

export const makeEffectDueNow = (db: Db, effectId: string): Promise<void> =>
  makeDueNow(db, sql<boolean>`id = ${effectId}`)

/** One that is running is marked: its answer may be from before the news, so it is due again right after it. */
async function makeDueNow(db: Db, which: Expression<SqlBool>): Promise<void> {
  await db
    .updateTable('payment_effect')
    .set({
      due_at: sql<Date>`case status when 'due' then least(due_at, now()) else due_at end`,
      has_news: sql<boolean>`has_news or status = 'running'`,
    })
    .where('status', 'in', ['due', 'running'])
    .where(which)
    .execute()
}
