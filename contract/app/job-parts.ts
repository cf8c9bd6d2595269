import { type Static, Type } from 'typebox'
import { Size } from '../common.ts'
import { problemKinds, problemStatuses, tripReportKinds, tripReportStatuses } from '../reports.ts'
import { sizesInWords } from '../size-words.ts'
import {
  distanceAccuracies,
  distanceBases,
  type FreeReason,
  freeReasons,
  paymentStates,
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
  distance_km: Type.Number({
    description: 'Kilometres by road, from which the price was computed; 0 if both ends are one address.',
  }),
  distance_accuracy: Type.Enum([...distanceAccuracies], {
    type: 'string',
    description: 'Show an `approximate` distance as "about", without decimals.',
  }),
  distance_basis: Type.Enum([...distanceBases], {
    type: 'string',
    description:
      'The points between which the distance was measured; the app must show it beside the price unless it is `addresses`.',
  }),
}

const UncertaintyKm = Type.Number({
  description: 'The radius around `point` in which the door is expected, in kilometres.',
})

const Thread = Type.Object({
  open: Type.Boolean({ description: 'True if a message can be sent now.' }),
  unread: Type.Integer(),
  count: Type.Integer(),
})

/** The messages of a job as one side sees them (decision 71). */
export const Threads = Type.Object({
  together: Thread,
  operator: Type.Object(Thread.properties, { description: 'Open while a report is not decided.' }),
})
export type Threads = Static<typeof Threads>

/** One end of a trip, with the full address. */
export const FullStop = Type.Object({
  address: Type.String(),
  place: Type.String({ description: 'The town or the postcode.' }),
  floor: MaybeNumber('The floor of the door; null if it was not given.'),
  has_elevator: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  point: Point,
  approximate: Type.Boolean({
    description: 'True if only the town or the postcode is known: the app must say so beside the map.',
  }),
  uncertainty_km: UncertaintyKm,
})
export type FullStop = Static<typeof FullStop>

/** One end of a trip as carriers see it before they accept: the town and a rounded position. */
export const RoughStop = Type.Object({
  place: Type.String(),
  floor: MaybeNumber('The floor of the door; null if it was not given.'),
  has_elevator: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  point: Point,
  uncertainty_km: UncertaintyKm,
})
export type RoughStop = Static<typeof RoughStop>

/** One end of an own draft: where the address is, and how far the customer may move it. */
export const OwnPin = Type.Object({
  located: Point,
  within_km: Type.Number({ description: 'How far from `located` the pin may be.' }),
})

/** What an hour of a job may pay: a range, because the time is estimated (decision 82). */
export const Hourly = Type.Object(
  {
    low_cents: Cents('The pay of an hour if everything takes long'),
    high_cents: Cents('The pay of an hour if everything is quick'),
    min_minutes: Type.Integer({ minimum: 1 }),
    max_minutes: Type.Integer({ minimum: 1 }),
  },
  { $id: 'Hourly', additionalProperties: false },
)
export type Hourly = Static<typeof Hourly>

/** The price of spec 2.4, in cents. */
export const AppPrice = Type.Object({
  base_cents: Cents('The price before the platform fee'),
  fee_cents: Cents('The platform fee'),
  total_cents: Cents('The amount that the customer pays'),
  breakdown: Type.Object({
    base_by_size_cents: Cents('Price of the size'),
    distance_cents: Cents('Charge for the distance'),
    stairs_cents: Cents('Charge for floors without an elevator'),
  }),
})
export type AppPrice = Static<typeof AppPrice>

export const AppPhoto = Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() })

export const JobPayment = Type.Object({
  state: Type.Enum([...paymentStates], { type: 'string' }),
  payment_id: MaybeText('The payment that the other members describe; null before the first attempt.'),
  source: Type.Unsafe<'card' | 'wallet' | null>({ type: ['string', 'null'], enum: ['card', 'wallet', null] }),
  last_four: MaybeText('The last four digits of the card; null for the wallet.'),
  payment_method_id: MaybeText('The saved card; null for the wallet.'),
  action_url: MaybeText(
    'The URL of the page where the customer confirms the payment; only if `action_required`.',
  ),
  refusal: MaybeText(
    'Why it was refused: `declined`, `insufficient_funds`, `expired_card`, `not_confirmed` or `other`; only if `refused`.',
  ),
  charged_cents: MaybeCents('The charged amount, less refunds'),
  captured_cents: MaybeCents('The charged amount before refunds'),
  refunds: Type.Array(
    Type.Object({
      amount_cents: Cents('The refunded amount'),
      at: Instant('When the refund was done, or when it was requested if it is on its way'),
      state: Type.Enum(['on_its_way', 'done'], { type: 'string' }),
    }),
    { description: 'The refunds, the oldest first.' },
  ),
})

export const CancellationTerms = Type.Object({
  allowed: Type.Boolean(),
  fee_cents: Cents('The fee for cancelling the job now'),
  free_until: MaybeInstant('Cancelling costs nothing until then', 'if there is no such instant'),
  free_because: Type.Unsafe<FreeReason | null>({
    type: ['string', 'null'],
    enum: [...freeReasons, null],
    description:
      'Why cancelling now costs nothing. `not_accepted`: no carrier has accepted the job; `just_accepted`: until `free_until`; `overdue`: not collected by `collect_by`; `reported`: the customer reported `not_collected`, staff have not dismissed it, and no time was agreed since; `carrier_unavailable`: the account of the carrier is suspended. Null if cancelling costs a fee.',
  }),
  collect_by: MaybeInstant(
    'The deadline for the collection; after it, cancelling costs nothing',
    'if the job has no such deadline now',
  ),
  refusal: Type.Unsafe<'collected' | 'final' | 'payment_under_way' | 'trip_reported' | null>({
    type: ['string', 'null'],
    enum: ['collected', 'final', 'payment_under_way', 'trip_reported', null],
    description:
      'Why cancelling is not allowed; null if it is allowed. `trip_reported`: the customer answers `trip_report` first, or staff decide on it. A report that was made after `collect_by` does not refuse it.',
  }),
  rule: Type.Object(
    {
      free_minutes: Type.Integer({
        minimum: 0,
        description: 'Minutes after the acceptance during which cancelling costs nothing.',
      }),
      late_fee_cents: Cents('The fee after these minutes'),
      collect_hours: Type.Integer({
        minimum: 1,
        description:
          'Hours from the acceptance to the deadline for the collection; after it, cancelling costs nothing.',
      }),
      grace_minutes: Type.Integer({
        minimum: 1,
        description:
          'If both sides agree on a window, the deadline is this many minutes after its end instead.',
      }),
      carrier_share_percent: Type.Integer({
        description: 'The share of the carrier in both fees, in percent.',
      }),
      trip_fee_cents: Cents(
        'The fee if the carrier comes and cannot collect because the customer is not there, the goods are not as described, or the address is wrong; 0 if that costs nothing',
      ),
      answer_hours: Type.Integer({
        minimum: 1,
        description:
          'Hours in which the customer can answer such a report of the carrier; without an answer it counts.',
      }),
    },
    {
      description:
        'The rule for cancelling this job between its publication and its collection; the app must show it before the payment.',
    },
  ),
})

export const Receipt = Type.Object(
  {
    number: Type.String({
      description: 'The number of the receipt. It never changes. These numbers are not consecutive.',
    }),
    date: Instant('When the job was delivered and charged, or cancelled with a fee'),
    seller: Type.String({ description: 'The company that runs the service.' }),
  },
  {
    description:
      'The receipt of a job that was charged before receipts had consecutive numbers; null if `invoices` has the receipt.',
  },
)

export const OtherSide = Type.Object({
  name: MaybeText('The name that the person gave.'),
  call: Type.Enum(['direct', 'masked', 'none'], {
    type: 'string',
    description:
      '`direct`: call `phone`; `masked`: calls go over a number that hides both, which is `phone`, or null until it is asked for; `none`: the contact time has not begun or is over.',
  }),
  phone: MaybeText(
    'The number to call, from the acceptance until seven days after the end of the job; else null. If `masked`, never the number of the person.',
  ),
  rating: Rating,
})

export const GivenRating = Type.Object({
  stars: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: MaybeText('The comment; null without one.'),
})

/** A problem that the customer reported. */
export const JobProblem = Type.Object({
  problem_id: Id('The reported problem.'),
  kind: Type.Enum([...problemKinds], { type: 'string' }),
  text: MaybeText('What the customer wrote.'),
  status: Type.Enum([...problemStatuses], {
    type: 'string',
    description:
      '`open`: staff have not decided; `upheld`: the customer is right; `dismissed`: the payment of the job continues; `agreed`: of `not_collected`, both sides have agreed on a time since.',
  }),
  reported_at: Instant('When it was reported'),
  resolved_at: MaybeInstant('When staff decided'),
})
export type JobProblem = Static<typeof JobProblem>

/** A report of the carrier that the goods could not be collected, as both sides see it. */
export const TripReport = Type.Object(
  {
    report_id: Id('The report.'),
    kind: Type.Enum([...tripReportKinds], { type: 'string' }),
    status: Type.Enum([...tripReportStatuses], {
      type: 'string',
      description:
        '`open`: the customer is asked; `answered`: the customer disagrees, and staff decide; `upheld`: the report counts, and the job has ended; `dismissed`: it does not count; `withdrawn`: the job went on, or ended in another way; `lapsed`: staff did not decide in time, and the job has ended without a fee.',
    }),
    fee_cents: Cents('What the report costs the customer if it counts'),
    carrier_cents: Cents('The share of the carrier in this fee'),
    text: MaybeText('What the carrier wrote; null without a text.'),
    photo: Type.Union([AppPhoto, Type.Null()], {
      description: 'The photo of the carrier; null without one, and once it was removed.',
    }),
    answer: MaybeText('What the customer answered; null without a text.'),
    arrived_at: MaybeInstant('When the carrier came, by the clock of the phone', 'if it was not said'),
    reported_at: Instant('When it was reported'),
    due_at: MaybeInstant(
      'The end of the time for the answer of the customer; of an `answered` report, for the decision of staff',
      'once it is decided',
    ),
  },
  { $id: 'TripReport', additionalProperties: false },
)
export type TripReport = Static<typeof TripReport>
