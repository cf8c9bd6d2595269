import { type Static, Type } from 'typebox'
import { Size, Status } from '../common.ts'
import { cancelledBy, paymentStates } from '../vocabulary.ts'
import {
  AppLine,
  AppLines,
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

export const AppSize = Size(
  '`S` fits in a car; `M` needs a small van; `L` needs a large van; `XL` needs a truck.',
)

/** One end of a trip with its door. */
export const FullStop = Type.Object({
  address: Type.String(),
  place: Type.String({ description: 'Town or postcode.' }),
  floor: MaybeNumber('Floor of the door.'),
  has_elevator: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  point: Point,
  approximate: Type.Boolean({ description: 'True where only the town is known: say so beside the map.' }),
})
export type FullStop = Static<typeof FullStop>

/** One end before a carrier has accepted: the town and a rounded position. */
export const RoughStop = Type.Object({
  place: Type.String(),
  floor: MaybeNumber('Floor of the door.'),
  has_elevator: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  point: Point,
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

const JobPayment = Type.Object({
  state: Type.Enum([...paymentStates], { type: 'string' }),
  payment_id: MaybeText('The attempt that counts.'),
  source: Type.Unsafe<'card' | 'wallet' | null>({ type: ['string', 'null'], enum: ['card', 'wallet', null] }),
  last_four: MaybeText('Of the card.'),
  action_url: MaybeText('Where to confirm; only when `action_required`.'),
  refusal: MaybeText(
    '`declined`, `insufficient_funds`, `expired_card`, `not_confirmed`, `other`; only when `refused`.',
  ),
  charged_cents: MaybeCents('What was taken in the end'),
})

export const CancellationTerms = Type.Object({
  allowed: Type.Boolean(),
  fee_cents: Cents('What cancelling now costs'),
  free_until: MaybeInstant('Until then it costs nothing'),
  refusal: Type.Unsafe<'collected' | 'final' | 'payment_under_way' | null>({
    type: ['string', 'null'],
    enum: ['collected', 'final', 'payment_under_way', null],
    description: 'Why it is not allowed.',
  }),
})

export const OtherSide = Type.Object({
  name: MaybeText('As they gave it.'),
  phone: MaybeText('From acceptance until seven days after the end.'),
  rating: Rating,
})

const GivenRating = Type.Object({
  stars: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: MaybeText('What they wrote.'),
})

/** What both sides see once they are bound to a job. */
const shared = {
  job_id: Id('The job.'),
  status: Status,
  title: Type.String(),
  description: MaybeText('Details of the item.'),
  notes: MaybeText("The customer's extra notes."),
  size: AppSize,
  pickup: FullStop,
  dropoff: FullStop,
  distance_km: Type.Number(),
  duration_minutes: Type.Integer(),
  photos: Type.Array(AppPhoto),
  delivery_photo: Type.Union([AppPhoto, Type.Null()]),
  posted_at: MaybeInstant('Published'),
  accepted_at: MaybeInstant('Accepted'),
  collected_at: MaybeInstant('Collected'),
  delivered_at: MaybeInstant("Delivered, by the carrier's word"),
  completed_at: MaybeInstant('Delivered and paid'),
  cancelled_at: MaybeInstant('Cancelled'),
  cancelled_by: Type.Unsafe<(typeof cancelledBy)[number] | null>({
    type: ['string', 'null'],
    enum: [...cancelledBy, null],
  }),
  rating_given: Type.Union([GivenRating, Type.Null()]),
  may_rate: Type.Boolean(),
  test: Type.Boolean({ description: 'Of a test key: no carrier sees it and no real money moves.' }),
}

export const CustomerJob = Type.Object(
  {
    ...shared,
    origin: Type.Enum(['partner', 'app'], { type: 'string' }),
    company_name: MaybeText('The partner that made the draft.'),
    price: AppPrice,
    created_at: Instant('Created'),
    expires_at: Instant('A draft is deleted then'),
    hidden: Type.Boolean({
      description: 'True while carriers cannot see it because the hold could not be renewed.',
    }),
    payment: JobPayment,
    cancellation: CancellationTerms,
    carrier: Type.Union([
      Type.Object({ ...OtherSide.properties, vehicle: Type.String(), vehicle_size: AppSize }),
      Type.Null(),
    ]),
  },
  { $id: 'CustomerJob', additionalProperties: false },
)
export type CustomerJob = Static<typeof CustomerJob>

export const CarrierJob = Type.Object(
  {
    ...shared,
    earns_cents: Cents('What the carrier receives'),
    /** Of a cancellation with a fee. */
    compensation_cents: MaybeCents('What a cancellation paid'),
    paid_out: Type.Boolean({ description: 'True once the transfer is confirmed.' }),
    customer: OtherSide,
  },
  { $id: 'CarrierJob', additionalProperties: false },
)
export type CarrierJob = Static<typeof CarrierJob>

export const FeedJob = Type.Object(
  {
    job_id: Id('The job.'),
    title: Type.String(),
    description: MaybeText('Details of the item.'),
    size: AppSize,
    pickup: RoughStop,
    dropoff: RoughStop,
    away_km: Type.Number({ description: 'From the base to the rounded pickup, one decimal.' }),
    distance_km: Type.Number(),
    duration_minutes: Type.Integer(),
    earns_cents: Cents('What the carrier receives'),
    photos: Type.Array(AppPhoto),
    customer_rating: Rating,
    posted_at: Instant('Published'),
  },
  { $id: 'FeedJob', additionalProperties: false },
)
export type FeedJob = Static<typeof FeedJob>

export const JobSummary = Type.Object(
  {
    job_id: Id('The job.'),
    status: Status,
    title: Type.String(),
    size: AppSize,
    pickup_place: Type.String(),
    dropoff_place: Type.String(),
    amount_cents: Cents('What the customer pays, or the carrier receives'),
    photo: Type.Union([AppPhoto, Type.Null()]),
    at: Instant('Last change'),
    collected: Type.Boolean(),
    delivered: Type.Boolean({ description: "By the carrier's word, also before it is paid." }),
  },
  { $id: 'JobSummary', additionalProperties: false },
)
export type JobSummary = Static<typeof JobSummary>

export const RatingInput = Type.Object({
  stars: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.Optional(AppLines(500, 'Seen by staff and by the one who is rated.')),
})
export type RatingInput = Static<typeof RatingInput>

export const Notes = AppLines(1_000, 'Extra notes for the carrier (spec part 1, 2).')
export const Reason = AppLine(1, 300, 'Why.')
