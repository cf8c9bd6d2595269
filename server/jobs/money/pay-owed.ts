import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * Makes parked transfers due: those whose carrier now has a payout account (`share-out.ts`), or whose block was
 * lifted. Before that, parks a refused transfer whose job was blocked before its retry.
 *
 * @param testKeyId only for jobs of this test key; null for all.
 */
export async function payOwed(
  { kysely }: { kysely: Kysely<Tables> },
  testKeyId: string | null = null,
): Promise<void> {
  const isMeant = sql<boolean>`(${testKeyId}::uuid is null or payment.job_id in (
    select id from job where key_id = ${testKeyId}::uuid and mode = 'test'))`
  await sql`
    update payment_effect effect set due_at = 'infinity' from payment
    where effect.kind = 'transfer' and effect.status = 'due' and effect.due_at < 'infinity'
      and payment.id = effect.payment_id and ${isBlocked} and ${isMeant}`.execute(kysely)
  await sql`
    update payment_effect effect set due_at = now()
    from payment, payout_account payout
    where effect.kind = 'transfer' and effect.status = 'due' and effect.due_at = 'infinity'
      and payment.id = effect.payment_id
      and payout.carrier_id = effect.carrier_id and payout.processor = payment.processor and payout.ready
      and not ${isBlocked} and ${isMeant}`.execute(kysely)
}

const isBlocked = sql<boolean>`exists (
  select from money_block b where b.job_id = payment.job_id and b.lifted_at is null)`
