import { type Static, Type } from 'typebox'
import type { DateTime } from '../app/common.ts'
import { Id, Instant, MaybeCents, MaybeInstant, MaybeNumber, MaybeText } from '../app/common.ts'
import { jobStatuses } from '../vocabulary.ts'
import { JobMoney } from './job-money.ts'
import { ListedJob } from './listed-job.ts'

const closed = { additionalProperties: false }

const Stop = Type.Object(
  {
    address: Type.String({ description: 'As it was given; the town once the data was deleted.' }),
    floor: MaybeNumber('Null if not given.'),
    has_elevator: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    lat: Type.Number(),
    lon: Type.Number(),
    precision: Type.Enum(['house', 'street', 'postcode', 'locality'], { type: 'string' }),
    uncertainty_km: Type.Number({ description: 'Radius in which the true point is expected.' }),
    town: MaybeText('As the geocoder found it.'),
    postcode: MaybeText('As the geocoder found it.'),
    province_code: MaybeText('First two digits of Spanish postcodes.'),
    country_code: Type.String(),
    provider: Type.String({ description: 'The geocoder that found it.' }),
  },
  { $id: 'StaffStop', ...closed },
)

const Photo = Type.Object(
  {
    url: Type.String({ format: 'uri' }),
    purpose: Type.Enum(['item', 'delivery', 'problem'], { type: 'string' }),
    width: Type.Integer(),
    height: Type.Integer(),
  },
  closed,
)

/**
 * What the timeline is made of. `effect`: a call to the processor; `block`: money of the job that waits for a decision;
 * `act`: an event of the audit log.
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
    at: Instant('When'),
    kind: Type.Enum([...timelineKinds], { type: 'string', description: 'What the entry is about.' }),
    actor: Type.Object(
      {
        type: Type.Enum(['partner', 'customer', 'carrier', 'staff', 'cli', 'system'], { type: 'string' }),
        id: MaybeText('Account or member.'),
        name: MaybeText('Null when there is none, or it has been deleted.'),
      },
      closed,
    ),
    what: Type.String({
      description:
        'The event, the kind of the notice, text, call or dispute, the purpose of the payment, or the act.',
    }),
    from_status: Type.Unsafe<(typeof jobStatuses)[number] | null>({ type: ['string', 'null'] }),
    to_status: Type.Unsafe<(typeof jobStatuses)[number] | null>({ type: ['string', 'null'] }),
    to: MaybeText('Of a notice, text or push: `customer` or `carrier`.'),
    outcome: MaybeText('What a payment, call, text, push, dispute or block became at this instant.'),
    reason: MaybeText(
      'Of an act: why, as the audit log keeps it; of what failed or was refused: the recorded cause.',
    ),
    amount_cents: MaybeCents('Of a payment, call or dispute'),
    last_known: Type.Boolean({
      description:
        'The change is older than this timeline, and its instant was not recorded: the entry has the last known status, at the earliest instant that it can have.',
    }),
  },
  { $id: 'TimelineEntry', ...closed },
)
export type TimelineEntry = Static<typeof TimelineEntry>

const SentText = Type.Object(
  {
    sms_id: Id('The text.'),
    kind: Type.Enum(['draft', 'code', 'notice'], { type: 'string' }),
    to_phone: Type.String({ description: 'Masked for a `viewer`.' }),
    status: Type.Enum(['pending', 'sending', 'sent', 'failed', 'unknown'], { type: 'string' }),
    attempts: Type.Integer({ minimum: 0 }),
    last_error: MaybeText('Why the last attempt failed.'),
    delivery: MaybeText('What the provider reported: `delivered`, `undelivered` or `failed`.'),
    delivery_at: MaybeInstant('Reported'),
    created_at: Instant('Written'),
    sent_at: MaybeInstant('Handed to the provider'),
  },
  { $id: 'StaffText', ...closed },
)

const Report = Type.Object(
  {
    problem_id: Id('The report.'),
    reported_by: Type.Enum(['customer', 'staff'], { type: 'string' }),
    kind: Type.String(),
    text: MaybeText('As it was reported.'),
    status: Type.Enum(['open', 'upheld', 'dismissed'], { type: 'string' }),
    resolution: MaybeText('The reason of the decision.'),
    created_at: Instant('Reported'),
    resolved_at: MaybeInstant('Decided'),
  },
  { $id: 'StaffReport', ...closed },
)

const Note = Type.Object(
  {
    note_id: Id('The note.'),
    author: Type.String({ description: 'Name of the member, as it was then.' }),
    text: Type.String(),
    created_at: Instant('Written'),
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
  'confirm_delivery',
  'reassign',
  'renew_hold',
  'ask_payment',
  'ask_address',
  'set_pin',
  'note',
] as const
export type JobAct = (typeof jobActs)[number]

const PossibleAct = Type.Object(
  {
    act: Type.Enum([...jobActs], { type: 'string' }),
    possible: Type.Boolean({ description: 'Whether the job allows it now; the role is not considered.' }),
    why_not: MaybeText('In the language of the member; null when it is possible.'),
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
    earliest_at: { type: 'string', format: 'date-time' },
    reason: { type: ['string', 'null'] },
    resolved_by: { type: ['string', 'null'] },
  },
  required: ['earliest_at', 'reason', 'resolved_by'],
  additionalProperties: false,
  description: 'Set when the delivery was reported sooner than the trip can take.',
})

export const JobForStaff = Type.Object(
  {
    ...ListedJob.properties,
    origin: Type.Enum(['partner', 'app'], { type: 'string' }),
    description: MaybeText('Of the goods.'),
    notes: MaybeText('Of the customer for the carrier.'),
    carrier_phone: MaybeText('Masked for a `viewer`.'),
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
    posted_at: MaybeInstant('Posted'),
    accepted_at: MaybeInstant('Accepted by its present carrier'),
    collected_at: MaybeInstant('Collected'),
    delivered_at: MaybeInstant('Delivered'),
    completed_at: MaybeInstant('Completed'),
    cancelled_at: MaybeInstant('Cancelled'),
    cancelled_by: MaybeText('`customer`, `carrier`, `staff` or `system`.'),
    cancellation_fee_cents: MaybeCents('Fee of the cancellation'),
    staff_hidden_at: MaybeInstant('Hidden by staff'),
    data_removed_at: MaybeInstant('Personal data deleted'),
    photos: Type.Array(Photo),
    timeline: Type.Array(TimelineEntry, {
      description: 'Oldest first; one entry for each change. An entry does not change later.',
    }),
    texts: Type.Array(SentText, { description: 'Oldest first.' }),
    reports: Type.Array(Report, { description: 'Oldest first.' }),
    doubt: Doubt,
    internal_notes: Type.Array(Note, { description: 'Oldest first. Only staff read them.' }),
    ...JobMoney,
    acts: Type.Array(PossibleAct),
  },
  { $id: 'JobForStaff', additionalProperties: false },
)
export type JobForStaff = Static<typeof JobForStaff>
