import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { isUnfinished } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'

type Db = Kysely<Tables>

/**
 * Makes all waiting effects of this payment due, so that the next run settles them. Leaves out parked transfers
 * (`due_at` is infinity), because an event of a payment says nothing about the payout account or the block they wait
 * for.
 */
export const makePaymentDueNow = (db: Db, reference: string): Promise<void> =>
  makeDueNow(
    db,
    sql<boolean>`due_at < 'infinity' and payment_id in (select id from payment where reference = ${reference})`,
  )

/** Makes every unsettled transfer to this payout account due, including refused transfers that wait for a retry. */
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

/**
 * A running effect is only marked: its answer may be older than the event, so it becomes due again right after it.
 */
async function makeDueNow(db: Db, which: Expression<SqlBool>): Promise<void> {
  await db
    .updateTable('payment_effect')
    .set({
      due_at: sql<Date>`case status when 'due' then least(due_at, now()) else due_at end`,
      has_news: sql<boolean>`has_news or status = 'running'`,
    })
    .where(isUnfinished('status'))
    .where(which)
    .execute()
}
