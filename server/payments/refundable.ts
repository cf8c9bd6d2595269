import { sql } from 'kysely'
import { isUnfinished } from '../db/leased-rows.ts'

/**
 * What can still be given back of a captured payment: the captured amount minus the refunds done and in progress.
 * `payment` names the row in the query around.
 */
export const refundableCents = (payment: string) => sql<number>`(
  ${sql.ref(`${payment}.captured_cents`)} - ${sql.ref(`${payment}.refunded_cents`)} - (
    select coalesce(sum(refund.amount_cents), 0)::integer from payment_effect refund
    where refund.payment_id = ${sql.ref(`${payment}.id`)} and refund.kind = 'refund'
      and ${isUnfinished('refund.status')}))`
