import type { JobForStaff } from '#contract/admin/job-detail.ts'
import type { Price } from '../../../db/json-columns.ts'
import type { StaffJob } from '../../../jobs/queries/staff/read-job.ts'
import type { Words } from '../../../lib/shown-words.ts'

type Money = Pick<JobForStaff, 'price' | 'owed_cents' | 'payments' | 'ledger'>

export function presentMoney(
  { job, price, owedCents, payments, effects, ledger }: StaffJob,
  words: Words,
): Money {
  const ofPayment = Map.groupBy(effects, ({ payment_id }) => payment_id)
  return {
    price: {
      tariff_id: job.tariff_id,
      stored: lines(price.stored),
      recomputed: price.recomputed && lines(price.recomputed),
      matches: price.matches,
    },
    owed_cents: owedCents,
    payments: payments.map((payment) => ({
      payment_id: payment.id,
      purpose: payment.purpose,
      source: payment.source,
      card: payment.brand ? { brand: payment.brand, last_four: payment.last_four ?? '' } : null,
      processor: payment.processor,
      status: payment.status,
      amount_cents: payment.amount_cents,
      captured_cents: payment.captured_cents,
      refunded_cents: payment.refunded_cents,
      refusal: payment.refusal,
      hold_expires_at: payment.hold_expires_at?.toISOString() ?? null,
      created_at: payment.created_at.toISOString(),
      effects: (ofPayment.get(payment.id) ?? []).map((row) => presentEffect(row, words)),
    })),
    ledger: ledger.map(({ at, ...row }) => ({ at: at.toISOString(), ...row })),
  }
}

const presentEffect = (row: StaffJob['effects'][number], words: Words) => ({
  effect_id: row.id,
  kind: row.kind,
  status: row.status,
  amount_cents: row.amount_cents,
  attempts: row.attempts,
  last_error: words(row.last_error),
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
})

const lines = ({ breakdown, feeCents, totalCents, helperCents }: Price) => ({
  base_cents: breakdown.baseCents,
  distance_km: breakdown.distanceKm,
  distance_cents: breakdown.distanceCents,
  stairs_cents: breakdown.stairsCents,
  fee_cents: feeCents,
  total_cents: totalCents,
  carrier_cents: helperCents,
})
