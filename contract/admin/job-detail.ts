import { type Static, Type } from 'typebox'
import type { DateTime } from '../app/common.ts'
import {
  Cents,
  Id,
  Instant,
  MaybeCents,
  MaybeId,
  MaybeInstant,
  MaybeNumber,
  MaybeText,
} from '../app/common.ts'
import { problemStatuses, tripReportKinds, tripReportStatuses } from '../reports.ts'
import { jobStatuses } from '../vocabulary.ts'
import { StaffConversation } from './job-messages.ts'
import { JobMoney } from './job-money.ts'
import { LateStep, StaffCode, StaffProof } from './job-proof.ts'
import { StaffTime } from './job-time.ts'
import { ListedJob } from './listed-job.ts'
import { closed } from './money/common.ts'

const Stop = Type.Object(
  {
    address: Type.String({
      description: 'The address as it was given; the town after the personal data was deleted.',
    }),
    floor: MaybeNumber('The floor of the door; null if it was not given.'),
    has_elevator: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    lat: Type.Number(),
    lon: Type.Number(),
    precision: Type.Enum(['house', 'street', 'postcode', 'locality'], { type: 'string' }),
    uncertainty_km: Type.Number({
      description: 'The radius in which the true point is expected, in kilometres.',
    }),
    town: MaybeText('The town that the geocoder found; null if it found none.'),
    postcode: MaybeText('The postcode that the geocoder found; null if it found none.'),
    province_code: MaybeText('The first two digits of a Spanish postcode; null in other countries.'),
    country_code: Type.String(),
    provider: Type.String({ description: 'The geocoder that located the address.' }),
  },
  { $id: 'StaffStop', ...closed },
)

const Photo = Type.Object(
  {
    url: Type.String({ format: 'uri' }),
    purpose: Type.Enum(['item', 'collection', 'delivery', 'problem'], { type: 'string' }),
    width: Type.Integer(),
    height: Type.Integer(),
  },
  closed,
)

/**
 * The kinds of entries of the timeline. `effect`: a call to the processor; `block`: money of the job that waits for a
 * decision; `act`: an event of the audit log.
 */
export const timelineKinds = [
  'event',
  'notice',
  'text',
  'push',
  'payment',
  'effect',
  'dispute',
  'block',
  'act',
  'note',
] as const

const TimelineEntry = Type.Object(
  {
    at: Instant('When it happened'),
    kind: Type.Enum([...timelineKinds], { type: 'string', description: 'The kind of the entry.' }),
    actor: Type.Object(
      {
        type: Type.Enum(['partner', 'customer', 'carrier', 'staff', 'cli', 'system'], { type: 'string' }),
        id: MaybeText('The id of the account or member; null for any other actor.'),
        name: MaybeText('The name of the actor; null if there is none, or if it was deleted.'),
      },
      closed,
    ),
    what: Type.String({
      description:
        'The event; the kind of the notice, text, call or dispute; the purpose of the payment; the cause of the block; the act; or the text of the note.',
    }),
    from_status: Type.Unsafe<(typeof jobStatuses)[number] | null>({ type: ['string', 'null'] }),
    to_status: Type.Unsafe<(typeof jobStatuses)[number] | null>({ type: ['string', 'null'] }),
    to: MaybeText(
      'The recipient of a notice, text or push: `customer` or `carrier`; null for any other entry.',
    ),
    outcome: MaybeText(
      'The new state of the payment, call, text, push, dispute or block; null for any other entry.',
    ),
    reason: MaybeText('Of an act: the reason in the audit log. Of a failure or refusal: the recorded cause.'),
    amount_cents: MaybeCents('The amount of the payment, call or dispute'),
    last_known: Type.Boolean({
      description:
        'True for a change from before Dray recorded the instants of such changes: the entry has the last known status, and `at` is the earliest instant at which it can have happened.',
    }),
  },
  { $id: 'TimelineEntry', ...closed },
)
export type TimelineEntry = Static<typeof TimelineEntry>

const SentText = Type.Object(
  {
    sms_id: Id('The text.'),
    kind: Type.Enum(['draft', 'code', 'notice'], { type: 'string' }),
    to_phone: Type.String({ description: 'The phone number; masked for a `viewer`.' }),
    status: Type.Enum(['pending', 'sending', 'sent', 'failed', 'unknown'], { type: 'string' }),
    attempts: Type.Integer({ minimum: 0 }),
    last_error: MaybeText('Why the last attempt failed; null if it did not.'),
    delivery: MaybeText(
      'The delivery as the provider reported it: `delivered`, `undelivered` or `failed`; null without a report.',
    ),
    delivery_at: MaybeInstant('When the provider reported it'),
    created_at: Instant('When it was written'),
    sent_at: MaybeInstant('When the provider accepted it'),
  },
  { $id: 'StaffText', ...closed },
)

const Report = Type.Object(
  {
    problem_id: Id('The report.'),
    reported_by: Type.Enum(['customer', 'staff', 'carrier'], { type: 'string' }),
    kind: Type.String(),
    text: MaybeText('The text of the report; null without one.'),
    status: Type.Enum([...problemStatuses], { type: 'string' }),
    answer: MaybeText('What the carrier answered to "not collected"; null without an answer.'),
    resolution: MaybeText('The reason of the decision; null before it.'),
    created_at: Instant('When it was reported'),
    resolved_at: MaybeInstant('When it was decided'),
    late: LateStep,
  },
  { $id: 'StaffReport', ...closed },
)

const StaffTripReport = Type.Object(
  {
    report_id: Id('The report.'),
    carrier_id: Id('The carrier who reported it.'),
    kind: Type.Enum([...tripReportKinds], { type: 'string' }),
    status: Type.Enum([...tripReportStatuses], { type: 'string' }),
    fee_cents: Cents('What it costs the customer if it is upheld'),
    arrived_at: MaybeInstant('When the carrier came, by the clock of the phone', 'if it was not said'),
    away_km: MaybeNumber('Kilometres from the pickup to the phone of the carrier; null if it was not sent.'),
    text: MaybeText('What the carrier wrote; null without a text.'),
    photo_url: MaybeText('The photo of the carrier; null without one, and once it was removed.'),
    answer: MaybeText('What the customer answered; null without a text.'),
    due_at: MaybeInstant('The end of the time for the answer or the decision', 'once it is decided'),
    resolution: MaybeText('The reason of the decision of staff; null without one.'),
    created_at: Instant('When it was reported'),
    resolved_at: MaybeInstant('When it was decided'),
  },
  { $id: 'StaffTripReport', ...closed },
)

const Note = Type.Object(
  {
    note_id: Id('The note.'),
    author: Type.String({ description: 'The name of the member when the note was written.' }),
    text: Type.String(),
    created_at: Instant('When it was written'),
  },
  { $id: 'JobNote', ...closed },
)

/** Every act of staff on a job. */
export const jobActs = [
  'cancel',
  'charge',
  'refund',
  'resend_text',
  'hide',
  'unhide',
  'withdraw',
  'uphold',
  'dismiss',
  'uphold_trip',
  'dismiss_trip',
  'confirm_delivery',
  'reassign',
  'renew_hold',
  'ask_payment',
  'ask_address',
  'set_pin',
  'answer',
  'note',
] as const
export type JobAct = (typeof jobActs)[number]

const PossibleAct = Type.Object(
  {
    act: Type.Enum([...jobActs], { type: 'string' }),
    possible: Type.Boolean({
      description: 'True if the job allows the act now; the role of the member is not considered.',
    }),
    why_not: MaybeText('Why it is not possible, in the language of the member; null if it is possible.'),
  },
  closed,
)

const Doubt = Type.Unsafe<{
  earliest_at: DateTime
  reason: string | null
  resolved_by: string | null
} | null>({
  type: ['object', 'null'],
  properties: {
    earliest_at: Instant('The earliest time at which the trip can have ended'),
    reason: MaybeText('Why the delivery was so quick, written by the carrier; null without a reason.'),
    resolved_by: MaybeText('Who ended the doubt: `customer`, `staff` or `system`; null while it is open.'),
  },
  required: ['earliest_at', 'reason', 'resolved_by'],
  ...closed,
  description:
    'The doubt about a delivery that was reported sooner than the trip can take; null for any other job.',
})

export const JobForStaff = Type.Object(
  {
    ...ListedJob.properties,
    origin: Type.Enum(['partner', 'app'], { type: 'string' }),
    description: MaybeText('The description of the goods; null without one.'),
    notes: MaybeText('The notes of the customer for the carrier; null without notes.'),
    carrier_phone: MaybeText(
      'The phone number of the carrier; masked for a `viewer`, null without a carrier.',
    ),
    pickup: Stop,
    dropoff: Stop,
    route: Type.Object(
      {
        distance_km: Type.Number(),
        drive_minutes: Type.Number(),
        source: Type.String(),
        approximate: Type.Boolean(),
      },
      closed,
    ),
    duration_minutes: Type.Integer(),
    posted_at: MaybeInstant('When the job was published'),
    accepted_at: MaybeInstant('When its present carrier accepted it'),
    collected_at: MaybeInstant('When the carrier reported the collection'),
    delivered_at: MaybeInstant('When the carrier reported the delivery'),
    completed_at: MaybeInstant('When the job was delivered and paid'),
    cancelled_at: MaybeInstant('When the job was cancelled'),
    cancelled_by: MaybeText(
      'Who cancelled the job: `customer`, `carrier`, `staff` or `system`; null if it is not cancelled.',
    ),
    cancellation_fee_cents: MaybeCents('The fee of the cancellation'),
    successor_id: MaybeId(
      'The job as which this one goes on, with the same hold, after its carrier gave it back; null if it does not.',
    ),
    predecessor_id: MaybeId(
      'The job that its carrier gave back and that goes on as this one; null if there is none.',
    ),
    staff_hidden_at: MaybeInstant('When staff hid the job', 'if staff do not hide it'),
    data_removed_at: MaybeInstant('When the personal data was deleted'),
    photos: Type.Array(Photo),
    timeline: Type.Array(TimelineEntry, {
      description:
        'The changes of the job, the oldest first. An entry does not change later, except that its personal data is deleted.',
    }),
    texts: Type.Array(SentText, { description: 'The texts about the job, the oldest first.' }),
    reports: Type.Array(Report, { description: 'The reported problems, the oldest first.' }),
    trip_reports: Type.Array(StaffTripReport, {
      description: 'The reports of carriers that the goods could not be collected, the oldest first.',
    }),
    conversation: StaffConversation,
    time: StaffTime,
    position_reported_at: MaybeInstant(
      'When the carrier last shared its position with the customer. Staff do not see the position',
      'while it is not shared',
    ),
    proofs: Type.Array(StaffProof, {
      description: 'What carriers proved, the collection first.',
    }),
    delivery_code: StaffCode,
    doubt: Doubt,
    internal_notes: Type.Array(Note, {
      description: 'The internal notes of staff, the oldest first. Only staff read them.',
    }),
    ...JobMoney,
    acts: Type.Array(PossibleAct),
  },
  { $id: 'JobForStaff', ...closed },
)
export type JobForStaff = Static<typeof JobForStaff>
