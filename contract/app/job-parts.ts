import { type Static, Type } from 'typebox'
import { Size } from '../common.ts'
import { sizesInWords } from '../size-words.ts'
import {
  distanceAccuracies,
  distanceBases,
  type FreeReason,
  freeReasons,
  paymentStates,
  problemKinds,
  problemStatuses,
} from '../vocabulary.ts'
import {
  Cents,
  Id,
  Instant,
  MaybeCents,
  MaybeInstant,
  MaybeNumber,
  MaybeText,
  Point,
  Rating,
} from './common.ts'

export const AppSize = Size(sizesInWords('en'))

/** A distance, how precise it is, and between which points it was measured. */
export const distanceFields = {
  distance_km: Type.Number({ description: 'What the price was computed from; 0 inside one building.' }),
  distance_accuracy: Type.Enum([...distanceAccuracies], {
    type: 'string',
    description: 'Show an `approximate` distance as "about", without decimals.',
  }),
  distance_basis: Type.Enum([...distanceBases], {
    type: 'string',
    description: 'Between which points it was measured; say so beside the price where it is not `addresses`.',
  }),
}

const UncertaintyKm = Type.Number({
  description: 'Radius around `point` within which the door is expected, in km.',
})

/** One end of a trip, with the full address. */
export const FullStop = Type.Object({
  address: Type.String(),
  place: Type.String({ description: 'Town or postcode.' }),
  floor: MaybeNumber('Floor of the door.'),
  has_elevator: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  point: Point,
  approximate: Type.Boolean({
    description: 'True where only the town or the postcode is known: say so beside the map.',
  }),
  uncertainty_km: UncertaintyKm,
})
export type FullStop = Static<typeof FullStop>

/** One end of a trip as carriers see it before they accept: the town and a rounded position. */
export const RoughStop = Type.Object({
  place: Type.String(),
  floor: MaybeNumber('Floor of the door.'),
  has_elevator: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  point: Point,
  uncertainty_km: UncertaintyKm,
})
export type RoughStop = Static<typeof RoughStop>

/** The price of spec 2.4, in cents. */
export const AppPrice = Type.Object({
  base_cents: Cents('Before the fee'),
  fee_cents: Cents('Fee of the platform'),
  total_cents: Cents('What the customer pays'),
  breakdown: Type.Object({
    base_by_size_cents: Cents('Price of the size'),
    distance_cents: Cents('Charge for the distance'),
    stairs_cents: Cents('Charge for floors without a lift'),
  }),
})
export type AppPrice = Static<typeof AppPrice>

export const AppPhoto = Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() })

export const JobPayment = Type.Object({
  state: Type.Enum([...paymentStates], { type: 'string' }),
  payment_id: MaybeText('The attempt that counts.'),
  source: Type.Unsafe<'card' | 'wallet' | null>({ type: ['string', 'null'], enum: ['card', 'wallet', null] }),
  last_four: MaybeText('Of the card.'),
  payment_method_id: MaybeText('The saved card; null for the wallet.'),
  action_url: MaybeText('Where to confirm; only when `action_required`.'),
  refusal: MaybeText(
    '`declined`, `insufficient_funds`, `expired_card`, `not_confirmed`, `other`; only when `refused`.',
  ),
  charged_cents: MaybeCents('What was taken in the end'),
  captured_cents: MaybeCents('What was taken before refunds'),
  refunds: Type.Array(
    Type.Object({
      amount_cents: Cents('Given back'),
      at: Instant('Done, or asked for while it is on its way'),
      state: Type.Enum(['on_its_way', 'done'], { type: 'string' }),
    }),
    { description: 'The oldest first.' },
  ),
})

export const CancellationTerms = Type.Object({
  allowed: Type.Boolean(),
  fee_cents: Cents('What cancelling now costs'),
  free_until: MaybeInstant('Until then it costs nothing'),
  free_because: Type.Unsafe<FreeReason | null>({
    type: ['string', 'null'],
    enum: [...freeReasons, null],
    description:
      'Why it costs nothing: `not_accepted`; `just_accepted`, until `free_until`; `overdue`: not collected by `collect_by`; `reported`: `not_collected` was reported and not dismissed; `carrier_unavailable`: the account of the carrier was suspended. Null where it costs something.',
  }),
  collect_by: MaybeInstant('The carrier has to collect by then; after that it costs nothing again'),
  refusal: Type.Unsafe<'collected' | 'final' | 'payment_under_way' | null>({
    type: ['string', 'null'],
    enum: ['collected', 'final', 'payment_under_way', null],
    description: 'Why it is not allowed.',
  }),
  rule: Type.Object(
    {
      free_minutes: Type.Integer({ minimum: 0, description: 'Free for so long after the acceptance.' }),
      late_fee_cents: Cents('What cancelling costs after that'),
      collect_hours: Type.Integer({
        minimum: 1,
        description: 'The carrier has to collect within so long after the acceptance; then it is free again.',
      }),
      carrier_share_percent: Type.Integer({ description: 'How much of the fee the carrier receives.' }),
    },
    {
      description:
        'What holds for this job from its publication until it is collected: show it before paying.',
    },
  ),
})

export const Receipt = Type.Object(
  {
    number: Type.String({
      description: 'The same for as long as the payment exists; not a number in a row.',
    }),
    date: Instant('Delivered and charged, or cancelled with a fee'),
    seller: Type.String({ description: 'The company that runs the service.' }),
  },
  { description: 'Once the job has ended and something was charged.' },
)

export const OtherSide = Type.Object({
  name: MaybeText('As they gave it.'),
  phone: MaybeText('From acceptance until seven days after the end.'),
  rating: Rating,
})

export const GivenRating = Type.Object({
  stars: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: MaybeText('What they wrote.'),
})

/** A problem that the customer reported. */
export const JobProblem = Type.Object({
  problem_id: Id('The report.'),
  kind: Type.Enum([...problemKinds], { type: 'string' }),
  text: MaybeText('What the customer wrote.'),
  status: Type.Enum([...problemStatuses], {
    type: 'string',
    description: '`open` until staff have looked at it; then `upheld` or `dismissed`.',
  }),
  reported_at: Instant('Reported'),
  resolved_at: MaybeInstant('Decided by staff'),
})
export type JobProblem = Static<typeof JobProblem>
