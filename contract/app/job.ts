import { type Static, Type } from 'typebox'
import { Status } from '../common.ts'
import { cancelledBy, problemKinds } from '../vocabulary.ts'
import {
  AppLine,
  AppLines,
  Cents,
  Id,
  Instant,
  MaybeCents,
  MaybeInstant,
  MaybeText,
  PhotoId,
  Rating,
  SentInstant,
} from './common.ts'
import {
  AppPhoto,
  AppPrice,
  AppSize,
  CancellationTerms,
  distanceFields,
  FullStop,
  GivenRating,
  JobPayment,
  JobProblem,
  OtherSide,
  Receipt,
  RoughStop,
} from './job-parts.ts'

/** What both the customer and the carrier of a job see. */
const shared = {
  job_id: Id('The job.'),
  status: Status,
  title: Type.String(),
  description: MaybeText('Details of the item.'),
  notes: MaybeText("The customer's extra notes."),
  size: AppSize,
  pickup: FullStop,
  dropoff: FullStop,
  ...distanceFields,
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
  data_removed_at: MaybeInstant('Phone, addresses, texts and comments were deleted because of their age'),
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
    receipt: Type.Union([Receipt, Type.Null()]),
    cancellation: CancellationTerms,
    may_confirm: Type.Boolean({
      description: 'The delivery came sooner than the trip can take, and the customer has not confirmed it.',
    }),
    confirm_by: MaybeInstant(
      'The payment waits until then for the customer to confirm, and goes through by itself; null when staff decide, as after a report',
    ),
    payout_waits_until: MaybeInstant(
      'The delivery came too soon, and the payment was taken because its hold was ending: the carrier is paid then, or when the customer confirms',
    ),
    problems: Type.Array(JobProblem, { description: 'What the customer reported, oldest first.' }),
    may_report: Type.Boolean({
      description: 'From acceptance until two days after the delivery, and two days after it was charged.',
    }),
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
    /** The carrier's compensation for a cancellation with a fee. */
    compensation_cents: MaybeCents('What a cancellation paid'),
    paid_out: Type.Boolean({ description: 'True once the transfer is confirmed.' }),
    collect_by: MaybeInstant(
      'Collect by then: after that the customer can cancel for free, which is a strike; null once it is collected or ended',
    ),
    strike: Type.Boolean({
      description: 'The customer cancelled because it was not collected: it is a strike.',
    }),
    earliest_delivery_at: MaybeInstant(
      'Before it, delivering needs a photo and a reason; null also where no real money moves',
    ),
    payment_waits: Type.Unsafe<'early_delivery' | 'report' | null>({
      type: ['string', 'null'],
      enum: ['early_delivery', 'report', null],
      description:
        'Why the payment waits: the customer or staff confirm an early delivery, or staff look at a report of the customer.',
    }),
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
    away_known: Type.Boolean({
      description:
        'False where `away_km` is less than the base and the pickup are uncertain: then show the town, and no distance.',
    }),
    ...distanceFields,
    duration_minutes: Type.Integer(),
    collect_hours: Type.Integer({ minimum: 1, description: 'Collect within so long after accepting.' }),
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
    amount_cents: Cents(
      'What the customer pays, or the carrier receives; of a cancelled job what was charged, or the compensation',
    ),
    refunded_cents: Cents('Given back to the customer, or on its way; 0 for the carrier'),
    refund_on_its_way_cents: Cents('What of it the bank of the customer has not taken yet'),
    photo: Type.Union([AppPhoto, Type.Null()]),
    at: Instant('Last change'),
    started_at: Instant('The draft was made; for the carrier: accepted'),
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

export const TappedAt = Type.Optional(
  SentInstant(
    'When the carrier tapped, by the clock of the phone. A tap without a connection arrives later; two of them, compared ' +
      'with each other, show that they were not one after the other',
  ),
)

export const ProblemInput = Type.Object({
  problem_id: Id('Made by the client; the same again is answered as the first.'),
  kind: Type.Enum([...problemKinds], { type: 'string' }),
  text: Type.Optional(AppLines(1_000, 'What happened. Read by staff; the carrier does not see it.')),
  photo_ids: Type.Optional(Type.Array(PhotoId, { maxItems: 4, uniqueItems: true })),
})
export type ProblemInput = Static<typeof ProblemInput>

export const Notes = AppLines(1_000, 'Extra notes for the carrier (spec part 1, 2).')
export const Reason = AppLine(1, 300, 'Why.')
