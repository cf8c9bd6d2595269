import { type Kysely, sql } from 'kysely'
import { isUnfinished } from '../db/leased-rows.ts'
import type { EffectKind, Tables } from '../db/tables.ts'

export type EffectDepth = { kind: EffectKind; waiting: number; oldestSeconds: number }

/**
 * Number and age of unsettled effects; kinds without any have no row. Leaves out effects that wait for a customer to
 * confirm, for a carrier's payout account, for the processor's balance, or for a refund's bank: they need no alarm
 * (`payment list --stuck`).
 */
export async function readEffectDepths(kysely: Kysely<Tables>): Promise<EffectDepth[]> {
  return kysely
    .selectFrom('payment_effect')
    .innerJoin('payment', 'payment.id', 'payment_effect.payment_id')
    .where(isUnfinished('payment_effect.status'))
    .where('payment.status', '<>', 'action_required')
    .where('payment_effect.due_at', '<', sql<Date>`'infinity'`)
    .where('payment_effect.waits_for', 'is', null)
    .groupBy('kind')
    .select([
      'kind',
      sql<number>`count(*)`.as('waiting'),
      sql<number>`extract(epoch from now() - min(payment_effect.created_at))::float8`.as('oldestSeconds'),
    ])
    .execute()
}
