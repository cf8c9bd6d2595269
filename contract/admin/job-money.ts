import { Type } from 'typebox'
import { Cents, Id, Instant, MaybeInstant, MaybeText } from '../app/common.ts'

const closed = { additionalProperties: false }

const priceLines = {
  base_cents: Cents('For the size'),
  distance_km: Type.Number(),
  distance_cents: Cents('For the distance'),
  stairs_cents: Cents('For the stairs'),
  fee_cents: Cents('Fee of the service'),
  total_cents: Cents('Paid by the customer'),
  carrier_cents: Cents('Share of the carrier'),
}

const PriceLines = Type.Object(priceLines, { $id: 'PriceLines', ...closed })

/** A recomputed price; null if the floors were deleted with the personal data. */
const Recomputed = Type.Unsafe<{ [Line in keyof typeof priceLines]: number } | null>({
  type: ['object', 'null'],
  properties: priceLines,
  required: Object.keys(priceLines),
  ...closed,
  description: 'From the stored tariff and trip; null once the floors have been deleted.',
})

const Effect = Type.Object(
  {
    effect_id: Id('The call.'),
    kind: Type.Enum(['authorize', 'capture', 'void', 'refund', 'transfer'], { type: 'string' }),
    status: Type.Enum(['due', 'running', 'done', 'refused'], { type: 'string' }),
    amount_cents: Cents('Amount'),
    attempts: Type.Integer({ minimum: 0 }),
    last_error: MaybeText('Why the last attempt failed.'),
    created_at: Instant('Queued'),
    settled_at: MaybeInstant('Settled'),
  },
  { $id: 'StaffEffect', ...closed },
)

const Payment = Type.Object(
  {
    payment_id: Id('The payment.'),
    purpose: Type.String(),
    source: Type.Enum(['card', 'wallet'], { type: 'string' }),
    card: Type.Unsafe<{ brand: string; last_four: string } | null>({
      type: ['object', 'null'],
      properties: { brand: { type: 'string' }, last_four: { type: 'string' } },
      required: ['brand', 'last_four'],
      ...closed,
      description: 'The card it is charged to; null for a wallet, and once the card was deleted.',
    }),
    processor: Type.String(),
    status: Type.String(),
    amount_cents: Cents('Amount'),
    captured_cents: Cents('Taken'),
    refunded_cents: Cents('Given back'),
    refusal: MaybeText('Why it was refused.'),
    hold_expires_at: MaybeInstant('End of the hold'),
    created_at: Instant('Begun'),
    effects: Type.Array(Effect, { description: 'Calls to the processor, oldest first.' }),
  },
  { $id: 'StaffPayment', ...closed },
)

const LedgerRow = Type.Object(
  {
    at: Instant('Booked'),
    kind: Type.String(),
    debit: Type.String(),
    credit: Type.String(),
    amount_cents: Cents('Amount'),
  },
  closed,
)

/** The members of a job about its money. */
export const JobMoney = {
  price: Type.Object(
    {
      tariff_id: Id('The version of the tariff that it was priced with.'),
      stored: PriceLines,
      recomputed: Recomputed,
      matches: Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description: 'Whether both are equal to the cent; null when it cannot be computed again.',
      }),
    },
    { $id: 'CheckedPrice', ...closed },
  ),
  owed_cents: Cents('Due, and not taken yet'),
  payments: Type.Array(Payment, { description: 'Oldest first.' }),
  ledger: Type.Array(LedgerRow, { description: 'Oldest first.' }),
}
