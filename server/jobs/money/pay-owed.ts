import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { allJobs, type Scope } from '../scope.ts'

/**
 * Makes parked transfers due if the carrier now has a payout account (`share-out.ts`) or the block was lifted. Before
 * that, parks a refused transfer whose job was blocked before its retry.
 */
export async function payOwed({ kysely }: { kysely: Kysely<Tables> }, scope: Scope = allJobs): Promise<void> {
  // Locked by id (`db/lock-order.ts`).
  await sql`
    update payment_effect set due_at = 'infinity' where id = any(array(
      select effect.id from payment_effect effect, payment where ${isToPark} and ${isOf(scope)}
      order by effect.id for update of effect))`.execute(kysely)
  await sql`
    update payment_effect set due_at = now() where id = any(array(
      select effect.id from payment_effect effect, payment, payout_account payout where ${isToPay} and ${isOf(scope)}
      order by effect.id for update of effect))`.execute(kysely)
}

/** Whether a transfer for one of these jobs is to be parked, or made due, now. */
export const hasOwed = (scope: Scope) => sql<boolean>`(
  exists (select from payment_effect effect, payment where ${isToPark} and ${isOf(scope)})
  or exists (
    select from payment_effect effect, payment, payout_account payout where ${isToPay} and ${isOf(scope)}))`

const isBlocked = sql<boolean>`exists (
  select from money_block b where b.job_id = payment.job_id and b.lifted_at is null)`

const isToPark = sql<boolean>`effect.kind = 'transfer' and effect.status = 'due' and effect.due_at < 'infinity'
  and payment.id = effect.payment_id and ${isBlocked}`

const isToPay = sql<boolean>`effect.kind = 'transfer' and effect.status = 'due' and effect.due_at = 'infinity'
  and payment.id = effect.payment_id
  and payout.carrier_id = effect.carrier_id and payout.processor = payment.processor and payout.ready
  and not ${isBlocked}`

const isOf = (scope: Scope) =>
  scope === allJobs
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from job where job.id = payment.job_id and ${scope})`
