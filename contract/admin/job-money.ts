import { Type } from 'typebox'
import { Cents, Id, Instant, MaybeInstant, MaybeText } from '../app/common.ts'
import { closed } from './money/common.ts'

const priceLines = {
  base_cents: Cents('Price of the size'),
  distance_km: Type.Number(),
  distance_cents: Cents('Charge for the distance'),
  stairs_cents: Cents('Charge for floors without an elevator'),
  fee_cents: Cents('The platform fee'),
  total_cents: Cents('The amount that the customer pays'),
  carrier_cents: Cents('The share of the carrier'),
}

const PriceLines = Type.Object(priceLines, { $id: 'PriceLines', ...closed })

const Recomputed = Type.Unsafe<{ [Line in keyof typeof priceLines]: number } | null>({
  type: ['object', 'null'],
  properties: priceLines,
  required: Object.keys(priceLines),
  ...closed,
  description:
    'The price computed again from the stored tariff and trip; null after the floors were deleted with the personal data.',
})

const Effect = Type.Object(
  {
    effect_id: Id('The call.'),
    kind: Type.Enum(['authorize', 'capture', 'void', 'refund', 'transfer'], { type: 'string' }),
    status: Type.Enum(['due', 'running', 'done', 'refused'], { type: 'string' }),
    amount_cents: Cents('The amount'),
    attempts: Type.Integer({ minimum: 0 }),
    last_error: MaybeText('Why the last attempt failed; null if it did not.'),
    created_at: Instant('When the call was queued'),
    settled_at: MaybeInstant('When the call ended, done or refused'),
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
      description: 'The charged card; null for a wallet, and after the card was deleted.',
    }),
    processor: Type.String(),
    status: Type.String(),
    amount_cents: Cents('The amount'),
    captured_cents: Cents('The charged amount'),
    refunded_cents: Cents('The refunded amount'),
    refusal: MaybeText('Why it was refused; null if it was not.'),
    hold_expires_at: MaybeInstant('When the hold ends', 'if it has no end'),
    created_at: Instant('When the payment began'),
    effects: Type.Array(Effect, { description: 'The calls to the processor, the oldest first.' }),
  },
  { $id: 'StaffPayment', ...closed },
)

const Refundable = Type.Object(
  {
    payment_id: Id('The payment.'),
    is_tip: Type.Boolean({ description: 'True for a tip; false for the price or the fee.' }),
    left_cents: Cents('What was charged and is not refunded yet'),
    carrier_cents: Cents('What the carrier got from it, and can bear of a refund at most'),
    carrier_waiting_cents: Cents('Payouts of the carrier that wait, from which that part is taken first'),
  },
  { $id: 'Refundable', ...closed },
)

const LedgerRow = Type.Object(
  {
    at: Instant('When it was booked'),
    kind: Type.String(),
    debit: Type.String(),
    credit: Type.String(),
    amount_cents: Cents('The amount'),
  },
  closed,
)

/** The members of a job about its money. */
export const JobMoney = {
  price: Type.Object(
    {
      tariff_id: Id('The version of the tariff from which the price was computed.'),
      stored: PriceLines,
      recomputed: Recomputed,
      matches: Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description:
          'True if the stored and the recomputed price are equal to the cent; null if it cannot be computed again.',
      }),
    },
    { $id: 'CheckedPrice', ...closed },
  ),
  owed_cents: Cents('The amount that is due and not charged yet'),
  payments: Type.Array(Payment, { description: 'The payments of the job, the oldest first.' }),
  refundable: Type.Array(Refundable, {
    description: 'What can be refunded: the price or the fee first, then the tips.',
  }),
  ledger: Type.Array(LedgerRow, { description: 'The rows of the ledger for the job, the oldest first.' }),
}
