import { type Static, Type } from 'typebox'
import { Status } from '../common.ts'
import { problemStatuses } from '../reports.ts'
import { cancelledBy } from '../vocabulary.ts'
import {
  Cents,
  Id,
  Instant,
  MaybeCents,
  MaybeId,
  MaybeInstant,
  MaybeNumber,
  MaybeText,
  Rating,
} from './common.ts'
import { Invoice } from './invoices.ts'
import {
  AppPhoto,
  AppPrice,
  AppSize,
  CancellationTerms,
  distanceFields,
  FullStop,
  GivenRating,
  Hourly,
  JobPayment,
  JobProblem,
  OtherSide,
  OwnPin,
  Receipt,
  RoughStop,
  Threads,
  TripReport,
} from './job-parts.ts'
import { AskedProof, DeliveryCode, JobProof } from './proof.ts'
import { JobTime, SummaryTime, TimeZone, Wish } from './time.ts'
import { JobWay, Road } from './way.ts'

/** What both the customer and the carrier of a job see. */
const shared = {
  job_id: Id('The job.'),
  status: Status,
  title: Type.String(),
  description: MaybeText('A description of the goods.'),
  notes: MaybeText("The customer's extra notes."),
  size: AppSize,
  pickup: FullStop,
  dropoff: FullStop,
  ...distanceFields,
  duration_minutes: Type.Integer(),
  photos: Type.Array(AppPhoto),
  collection_photo: Type.Union([AppPhoto, Type.Null()]),
  delivery_photo: Type.Union([AppPhoto, Type.Null()]),
  time: JobTime,
  posted_at: MaybeInstant('When the job was published'),
  accepted_at: MaybeInstant('When a carrier accepted the job'),
  collected_at: MaybeInstant('When the carrier collected the goods'),
  delivered_at: MaybeInstant('When the carrier reported the delivery'),
  completed_at: MaybeInstant('When the job was delivered and paid'),
  cancelled_at: MaybeInstant('When the job was cancelled'),
  cancelled_by: Type.Unsafe<(typeof cancelledBy)[number] | null>({
    type: ['string', 'null'],
    enum: [...cancelledBy, null],
  }),
  data_removed_at: MaybeInstant(
    'When phone, addresses, texts and comments were deleted because of their age',
  ),
  trip_report: Type.Union([TripReport, Type.Null()], {
    description: 'The last report of the present carrier that the goods could not be collected, if any.',
  }),
  messages: Threads,
  rating_given: Type.Union([GivenRating, Type.Null()]),
  may_rate: Type.Boolean(),
  test: Type.Boolean({
    description: 'True for a job of a test key: no carrier sees it and no real money moves.',
  }),
}

export const CustomerJob = Type.Object(
  {
    ...shared,
    origin: Type.Enum(['partner', 'app'], { type: 'string' }),
    company_name: MaybeText(
      'The partner that created the draft; null for a job that was started in the app.',
    ),
    price: AppPrice,
    created_at: Instant('When the draft was created'),
    expires_at: Instant('When the draft is deleted, unless it is published before'),
    pins: Type.Union([Type.Object({ pickup: OwnPin, dropoff: OwnPin }), Type.Null()], {
      description: 'Where `moveMyPin` may set both ends; null if it may not move them.',
    }),
    hidden: Type.Boolean({
      description: 'True while carriers cannot see the job because its hold could not be renewed.',
    }),
    successor_id: MaybeId(
      'The job as which this one goes on, with the same hold, after its carrier gave it back; null if it does not.',
    ),
    predecessor_id: MaybeId(
      'The job that its carrier gave back and that goes on as this one; null if there is none.',
    ),
    payment: JobPayment,
    receipt: Type.Union([Receipt, Type.Null()]),
    invoices: Type.Array(Invoice, {
      description:
        'The receipt of the job, and a credit note for each refund, the oldest first. Issued some seconds after the charge or the refund.',
    }),
    cancellation: CancellationTerms,
    way: Type.Union([JobWay, Type.Null()], {
      description:
        'Where the carrier is, and when it arrives; null before the collection and after the delivery.',
    }),
    may_confirm: Type.Boolean({
      description:
        'True if the delivery was reported sooner than the trip can take, and the payment waits for the customer to confirm it.',
    }),
    confirm_by: MaybeInstant(
      'The end of the wait for the confirmation of the customer; then the total is charged without it',
      'if no confirmation is awaited, or if staff decide, as after a report',
    ),
    payout_waits_until: MaybeInstant(
      'Of a delivery reported too soon, whose total was charged because its hold was ending: the carrier is paid at this instant, or when the customer confirms',
      'for any other delivery, or if staff decide',
    ),
    problems: Type.Array(JobProblem, {
      description: 'The problems that the customer reported, the oldest first.',
    }),
    may_report: Type.Boolean({
      description:
        'True if the customer can report a problem now: from the acceptance until two days after the later of delivery and charge.',
    }),
    proofs: Type.Array(JobProof, { description: 'What the carrier proved, the collection first.' }),
    delivery_code: DeliveryCode,
    carrier: Type.Union([
      Type.Object({
        ...OtherSide.properties,
        vehicle: Type.String(),
        vehicle_size: AppSize,
        plate: MaybeText(
          'The registration plate, while the job is accepted or completed and until the contact time ends; else null, as without one.',
        ),
        portrait_id: MaybeId(
          'The photo of the face for `readCarrierPhoto`; null without one, and when `plate` would be null.',
        ),
        vehicle_photo_id: MaybeId('The photo of the vehicle, like `portrait_id`.'),
      }),
      Type.Null(),
    ]),
  },
  { $id: 'CustomerJob', additionalProperties: false },
)
export type CustomerJob = Static<typeof CustomerJob>

export const CarrierJob = Type.Object(
  {
    ...shared,
    earns_cents: Cents('The amount that the carrier receives for the job'),
    compensation_cents: MaybeCents('The share of the carrier in the fee of a cancellation'),
    tip_cents: Cents('Tips of the customer, less what the customer got back at the cost of the carrier'),
    borne_cents: Cents('The part of refunds to the customer that the carrier bears'),
    paid_out: Type.Boolean({
      description: 'True after the processor has confirmed the transfer to the carrier.',
    }),
    paid_out_at: MaybeInstant('When the processor has confirmed the transfer', 'before that'),
    payout_due_at: MaybeInstant(
      'When a payment that waits for a confirmation goes on at the latest',
      'if it does not wait, or if staff decide: without a wait the transfer follows the charge at once',
    ),
    collect_by: MaybeInstant(
      'The deadline for the collection: after it the customer can cancel for free, and the carrier gets a strike',
      'once the job is collected or has ended',
    ),
    strike: Type.Boolean({
      description:
        'True if the carrier has a strike because the customer cancelled a job that was not collected.',
    }),
    earliest_delivery_at: MaybeInstant(
      'A delivery that is reported before this instant needs a photo and a reason',
      'if it never needs them, as in a test job',
    ),
    payment_waits: Type.Unsafe<'early_delivery' | 'report' | null>({
      type: ['string', 'null'],
      enum: ['early_delivery', 'report', null],
      description:
        'Why the payment waits. `early_delivery`: until the customer or staff confirm a delivery that was reported too soon; `report`: until staff decide on a report of the customer. Null if it does not wait.',
    }),
    asked_proof: AskedProof,
    may_report_trip: Type.Boolean({
      description: 'True if the carrier can report now that the goods cannot be collected.',
    }),
    trip_pay_cents: Cents(
      'What the carrier gets if such a report counts and it was not a breakdown; 0 if the operator has no such fee',
    ),
    not_collected: Type.Union(
      [
        Type.Object({
          problem_id: Id('The report.'),
          status: Type.Enum([...problemStatuses], { type: 'string' }),
          reported_at: Instant('When the customer reported it'),
          answer: MaybeText('What the carrier answered; null before that.'),
        }),
        Type.Null(),
      ],
      { description: 'The last report of the customer that this carrier has not collected, if any.' },
    ),
    road: Road,
    customer: OtherSide,
  },
  { $id: 'CarrierJob', additionalProperties: false },
)
export type CarrierJob = Static<typeof CarrierJob>

export const FeedJob = Type.Object(
  {
    job_id: Id('The job.'),
    title: Type.String(),
    description: MaybeText('A description of the goods.'),
    size: AppSize,
    pickup: RoughStop,
    dropoff: RoughStop,
    away_km: Type.Number({
      description:
        'Kilometres from the middle of the search, else the base of the carrier, to the rounded point of the pickup, with one decimal.',
    }),
    away_known: Type.Boolean({
      description:
        'False if `away_km` is less than the uncertainty of the base and the pickup: show the town then, and no distance.',
    }),
    ...distanceFields,
    duration_minutes: Type.Integer(),
    collect_hours: Type.Integer({
      minimum: 1,
      description: 'Hours from the acceptance to the deadline for the collection.',
    }),
    time_zone: TimeZone,
    wishes: Type.Array(Wish, {
      description: 'The wishes of the customer that are not over; empty for none.',
    }),
    earns_cents: Cents('The amount that the carrier receives for the job'),
    hourly: Type.Union([Hourly, Type.Null()], {
      description:
        'The pay of an hour, with the way to the pickup, loading and the drive, by what is known of the trip; null if too little is known.',
    }),
    detour_km: MaybeNumber(
      'In a search with `way_home`, the detour as great circles between rounded points, in kilometres with one decimal; else null.',
    ),
    photos: Type.Array(AppPhoto),
    customer_rating: Rating,
    posted_at: Instant('When the job was published'),
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
      'In the list of a customer, the price, or what was charged for a cancelled job; in the list of a carrier, the share of the carrier, or the compensation for a cancelled job',
    ),
    refunded_cents: Cents('The refunds to the customer, done or in progress; 0 in the list of a carrier'),
    refund_on_its_way_cents: Cents(
      'The part of `refunded_cents` that the bank of the customer has not accepted yet',
    ),
    photo: Type.Union([AppPhoto, Type.Null()]),
    at: Instant('When the job last changed'),
    time: SummaryTime,
    started_at: Instant(
      'In the list of a customer, when the draft was created; in the list of a carrier, when the job was accepted',
    ),
    unread: Type.Integer({ description: 'The messages of the job that were not read.' }),
    collected: Type.Boolean(),
    delivered: Type.Boolean({
      description: 'True after the carrier has reported the delivery, also before the job is paid.',
    }),
    expires_at: Type.Union([Instant('When the draft is deleted'), Type.Null()], {
      description: 'Null unless the job is a draft.',
    }),
    successor_id: Type.Union([Id('The job as which it goes on.'), Type.Null()], {
      description: 'After the carrier gave the job back; null in the list of a carrier.',
    }),
  },
  { $id: 'JobSummary', additionalProperties: false },
)
export type JobSummary = Static<typeof JobSummary>
