import { type Static, type TProperties, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { answers, Cents, Id, Instant, MaybeInstant, MaybeNumber, MaybeText } from './common.ts'

/* The data export of an account: all data that is stored about the person, as one document. */

const item = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false })
const list = <Members extends TProperties>(members: Members) => Type.Array(item(members))
const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const maybe = MaybeText('Null if there is none.')
const maybeCount = MaybeNumber('Null if there is none.')
const maybeId = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })
const at = Instant('When it happened')
const maybeAt = MaybeInstant('When it happened')
const point = MaybeNumber('Degrees of latitude or longitude; null if the point was deleted.')

const Stop = item({
  address: text,
  floor: maybeCount,
  has_elevator: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  lat: point,
  lon: point,
})

const photos = list({ name: text, purpose: text, created_at: at })

const messages = list({ thread: text, text: maybe, by: text, photo: maybe, sent_at: at })

const windows = list({
  by: text,
  starts_at: at,
  ends_at: at,
  status: text,
  proposed_at: at,
  agreed_at: maybeAt,
})

const proof = { step: text, tapped_at: maybeAt, received_at: at }

const OrderedJob = {
  job_id: Id('The job.'),
  status: text,
  mode: text,
  company_name: maybe,
  external_reference: maybe,
  title: text,
  description: maybe,
  size: text,
  phone: maybe,
  pickup: Stop,
  dropoff: Stop,
  notes: maybe,
  distance_km: maybeCount,
  total_cents: Cents('The price'),
  created_at: at,
  expires_at: at,
  posted_at: maybeAt,
  accepted_at: maybeAt,
  collected_at: maybeAt,
  delivered_at: maybeAt,
  completed_at: maybeAt,
  cancelled_at: maybeAt,
  cancelled_by: maybe,
  cancellation_fee_cents: maybeCount,
  predecessor_id: maybeId,
  data_removed_at: maybeAt,
  photos,
  messages,
  events: list({ at, by: text, from: maybe, to: maybe, what: maybe }),
  problems: list({ kind: text, text: maybe, status: text, reported_at: at, resolved_at: maybeAt }),
  carrier_reports: list({
    kind: text,
    status: text,
    fee_cents: count,
    answer: maybe,
    reported_at: at,
    answered_at: maybeAt,
  }),
  wishes: list({ day: text, part: text }),
  windows,
  proofs: list(proof),
  disputes: list({ kind: text, status: text, amount_cents: count, opened_at: at, closed_at: maybeAt }),
}

/** What a carrier has written, reported and proposed. */
const written = {
  messages,
  reports: list({
    kind: text,
    status: text,
    fee_cents: count,
    away_km: MaybeNumber('Kilometres from the pickup to the phone.'),
    text: maybe,
    arrived_at: maybeAt,
    reported_at: at,
  }),
  windows,
}

/** A job that staff have moved to another carrier. */
const MovedJob = { job_id: Id('The job.'), photos, ...written }

const CarriedJob = {
  job_id: Id('The job.'),
  status: text,
  size: text,
  from: maybe,
  to: maybe,
  earns_cents: Cents('The share of the carrier'),
  accepted_at: maybeAt,
  collected_at: maybeAt,
  collected_tapped_at: maybeAt,
  delivered_at: maybeAt,
  completed_at: maybeAt,
  cancelled_at: maybeAt,
  early_delivery_reason: maybe,
  photos,
  ...written,
  answers: list({ text, answered_at: at }),
  positions: list({ lat: Type.Number(), lon: Type.Number(), accuracy_m: count, measured_at: at }),
  proofs: list({
    ...proof,
    lat: MaybeNumber('Where the phone was.'),
    lon: MaybeNumber('Where the phone was.'),
    accuracy_m: MaybeNumber('The radius of the place in metres.'),
  }),
}

const Carrier = item({
  status: text,
  status_reason: maybe,
  status_changed_at: at,
  vehicle_size: text,
  vehicle: text,
  plate: maybe,
  plate_changed_at: maybeAt,
  admitted_at: maybeAt,
  changes_seen_at: maybeAt,
  base_address: text,
  base_place: text,
  base_lat: Type.Number(),
  base_lon: Type.Number(),
  radius_km: Type.Number(),
  created_at: at,
  updated_at: at,
  payouts: list({ processor: text, ready: Type.Boolean(), created_at: at }),
})

const rating = {
  job_id: Id('The job.'),
  by: text,
  stars: count,
  comment: maybe,
  created_at: at,
}

export const AccountData = item({
  format: Type.Literal('dray-account-data'),
  version: Type.Literal(1),
  exported_at: at,
  account: item({
    account_id: Id('The account.'),
    phone: maybe,
    name: maybe,
    language: text,
    created_at: at,
    suspended_at: maybeAt,
    erased_at: maybeAt,
    wallet_cents: Type.Integer(),
  }),
  carrier: Type.Union([Carrier, Type.Null()]),
  accepted_terms: list({ version: text, accepted_at: at }),
  sessions: list({
    device: text,
    kind: text,
    created_at: at,
    last_seen_at: at,
    expires_at: at,
    ended_at: maybeAt,
  }),
  codes: list({ created_at: at, used_at: maybeAt, client_address: maybe }),
  push_devices: list({ service: text, created_at: at }),
  texts: list({ kind: text, body: maybe, job_id: maybeId, status: text, created_at: at, sent_at: maybeAt }),
  notices: list({ kind: text, job_id: maybeId, created_at: at, told_at: maybeAt }),
  notices_off: list({ kind: text, channel: text }),
  mail_addresses: list({ address: text, confirmed_at: at, failing_since: maybeAt }),
  mail_codes: list({ address: text, created_at: at, used_at: maybeAt }),
  mails: list({ kind: text, status: text, created_at: at, sent_at: maybeAt }),
  uploads: list({ name: text, bytes: count, created_at: at }),
  documents: list({
    document_id: Id('The document.'),
    kind: text,
    status: text,
    expires_on: maybe,
    reason: maybe,
    created_at: at,
    decided_at: maybeAt,
    expiry_told_at: maybeAt,
    has_picture: Type.Boolean(),
  }),
  areas: list({
    area_id: Id('The area.'),
    name: text,
    address: text,
    place: text,
    lat: Type.Number(),
    lon: Type.Number(),
    radius_km: Type.Number(),
    alerts: Type.Boolean(),
    created_at: at,
  }),
  jobs: list(OrderedJob),
  drafts_waiting: list(OrderedJob),
  carried_jobs: list(CarriedJob),
  moved_jobs: list(MovedJob),
  strikes: list({ job_id: Id('The job for which the carrier got the strike.'), at, reason: maybe }),
  late_steps: list({
    job_id: Id('The job that had ended for the carrier before the step arrived.'),
    status: text,
    code_result: maybe,
    collected_tapped_at: maybeAt,
    delivered_tapped_at: maybeAt,
    created_at: at,
  }),
  ratings_given: list(rating),
  ratings_received: list(rating),
  cards: list({
    brand: text,
    last_four: text,
    expires_month: count,
    expires_year: count,
    created_at: at,
    removed_at: maybeAt,
  }),
  payments: list({
    payment_id: Id('The payment.'),
    purpose: text,
    job_id: maybeId,
    source: text,
    mode: text,
    status: text,
    amount_cents: count,
    captured_cents: count,
    refunded_cents: count,
    refusal: maybe,
    created_at: at,
    held_at: maybeAt,
  }),
  tax_data: list({
    legal_name: text,
    tax_number: text,
    address: text,
    is_business: Type.Boolean(),
    agreed_at: maybeAt,
    updated_at: at,
  }),
  invoices: list({
    invoice_id: Id('The receipt, credit note or statement.'),
    number: text,
    kind: text,
    job_id: maybeId,
    issued_at: at,
    total_cents: Type.Integer(),
    name: maybe,
    tax_number: maybe,
    address: maybe,
  }),
  ledger: list({
    at,
    kind: text,
    account: text,
    amount_cents: Type.Integer({
      description: 'In euro cents; positive for an amount that came into the account.',
    }),
    job_id: maybeId,
  }),
})
export type AccountData = Static<typeof AccountData>

export const downloadMyData = {
  operationId: 'downloadMyData',
  method: 'GET',
  url: '/app/v1/me/data',
  access: 'account',
  summary: 'Download all data of the account',
  description:
    'One JSON document: profile, sessions, texts, jobs, ratings, cards, payments, names of photos. It has no data of other people, no codes and no references of payment processors. The items of its lists may gain members. At most two requests a minute.',
  answers: answers({ 200: { description: 'The document.', body: AccountData } }),
} as const satisfies AppOperation

export const dataOperations = [downloadMyData] as const
