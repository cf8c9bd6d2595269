import type { MoneyEffect } from '#contract/admin/money/effects.ts'
import type { EffectRow } from '../../../payments/queries/find-effects.ts'
import type { Words } from '../sees-phones.ts'
import { jobCells, partnerCells, presentJobAndPartner } from './present-job.ts'

export const presentEffect = (row: EffectRow, words: Words): MoneyEffect => ({
  effect_id: row.effectId,
  kind: row.kind,
  state: row.state,
  by_hand: row.byHand,
  amount_cents: row.amountCents,
  payment_id: row.paymentId,
  processor: row.processor,
  source: row.source,
  attempts: row.attempts,
  last_error: row.lastError,
  next_try_at: row.nextTryAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  settled_at: row.settledAt?.toISOString() ?? null,
  carrier: row.carrierId === null ? null : { account_id: row.carrierId, name: words(row.carrierName) },
  ...presentJobAndPartner(row, words),
})

export const effectColumns = {
  effect_id: ({ effect_id }: MoneyEffect) => effect_id,
  kind: ({ kind }: MoneyEffect) => kind,
  state: ({ state }: MoneyEffect) => state,
  by_hand: ({ by_hand }: MoneyEffect) => String(by_hand),
  amount_cents: ({ amount_cents }: MoneyEffect) => amount_cents,
  payment_id: ({ payment_id }: MoneyEffect) => payment_id,
  processor: ({ processor }: MoneyEffect) => processor,
  source: ({ source }: MoneyEffect) => source,
  attempts: ({ attempts }: MoneyEffect) => attempts,
  last_error: ({ last_error }: MoneyEffect) => last_error,
  next_try_at: ({ next_try_at }: MoneyEffect) => next_try_at,
  created_at: ({ created_at }: MoneyEffect) => created_at,
  settled_at: ({ settled_at }: MoneyEffect) => settled_at,
  ...jobCells,
  carrier_id: ({ carrier }: MoneyEffect) => carrier?.account_id ?? null,
  carrier: ({ carrier }: MoneyEffect) => carrier?.name ?? null,
  ...partnerCells,
}
