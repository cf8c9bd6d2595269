import type { MoneyEffect } from '#contract/admin/money/effects.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { EffectRow } from '../../../payments/queries/find-effects.ts'
import { columnsOfJob, columnsOfPartner, presentJobAndPartner } from './present-job.ts'

export const presentEffect = (row: EffectRow, words: Words): MoneyEffect => ({
  effect_id: row.effectId,
  kind: row.kind,
  state: row.state,
  by_hand: row.byHand,
  settled_by: row.settledBy,
  amount_cents: row.amountCents,
  payment_id: row.paymentId,
  processor: row.processor,
  source: row.source,
  attempts: row.attempts,
  last_error: words(row.lastError),
  next_try_at: row.nextTryAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  settled_at: row.settledAt?.toISOString() ?? null,
  carrier: row.carrierId === null ? null : { account_id: row.carrierId, name: words(row.carrierName) },
  ...presentJobAndPartner(row, words),
})

export const effectColumns: Column<MoneyEffect>[] = [
  ...membersOf<MoneyEffect>(
    'effect_id',
    'kind',
    'state',
    'by_hand',
    'settled_by',
    'amount_cents',
    'payment_id',
  ),
  ...membersOf<MoneyEffect>('processor', 'source', 'attempts', 'last_error', 'next_try_at', 'created_at'),
  ...membersOf<MoneyEffect>('settled_at'),
  ...columnsOfJob,
  { header: 'carrier_id', value: ({ carrier }) => carrier?.account_id ?? null },
  { header: 'carrier', value: ({ carrier }) => carrier?.name ?? null },
  ...columnsOfPartner,
]
