import type { Kysely } from 'kysely'
import { type JobForStaff, jobActs, type TimelineEntry } from '#contract/admin/job-detail.ts'
import type { ListedJob } from '#contract/admin/listed-job.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { Price, Stop } from '../../../db/json-columns.ts'
import type { Tables } from '../../../db/tables.ts'
import { type LinkSettings, photoUrl } from '../../../jobs/links.ts'
import type { StaffJobRow } from '../../../jobs/queries/staff/list-jobs.ts'
import { readJobForStaff, type StaffJob } from '../../../jobs/queries/staff/read-job.ts'
import type { Words } from '../../../lib/shown-words.ts'
import { texts } from '../../../texts/index.ts'
import { notFound } from '../../errors/errors.ts'
import type { MemberCaller } from '../../mount.ts'
import { shownPhone, shownWords } from '../sees-phones.ts'
import { presentConversation } from './present-messages.ts'
import { presentTime } from './present-time.ts'

export type JobNeeds = { kysely: Kysely<Tables>; baseUrl: string }

type Asked = { caller: MemberCaller; language: Language; params: { job_id: string } }

/** Reads everything about a job, as this member sees it. @throws Problem `not_found`. */
export async function answerJob(
  { kysely, baseUrl }: JobNeeds,
  { caller, language, params }: Asked,
): Promise<Answered<JobForStaff>> {
  const found = await readJobForStaff(kysely, params.job_id)
  if (!found) throw notFound
  return presentJob(found, { caller, language, links: { baseUrl } })
}

type View = { caller: MemberCaller; language: Language; links: Pick<LinkSettings, 'baseUrl'> }

/** A job as this member sees it. */
function presentJob(found: StaffJob, { caller, language, links }: View): Answered<JobForStaff> {
  const { job, listed, carrierPhone, doubt } = found
  const shown = shownPhone(caller)
  const words = shownWords(caller)
  return {
    ...presentListedJob(listed, caller),
    origin: job.origin,
    description: words(job.description),
    notes: words(job.notes),
    carrier_phone: carrierPhone === null ? null : shown(carrierPhone),
    pickup: presentStop(job.pickup, words),
    dropoff: presentStop(job.dropoff, words),
    route: {
      distance_km: job.route.distanceKm,
      drive_minutes: job.route.driveMinutes,
      source: job.route.source,
      approximate: job.route.approximate,
    },
    duration_minutes: job.duration_minutes,
    ...presentTimes(job),
    cancelled_by: job.cancelled_by,
    cancellation_fee_cents: job.cancellation_fee_cents,
    successor_id: found.successorId,
    predecessor_id: job.predecessor_id,
    photos: found.photos.map(({ name, ...photo }) => ({ url: photoUrl(links, name), ...photo })),
    timeline: found.timeline.map((entry) => presentEntry(entry, words)),
    texts: found.texts.map((text) => presentText(text, { shown, words })),
    reports: found.reports.map((report) => presentReport(report, words)),
    trip_reports: found.tripReports.map((report) => {
      const photo = found.reportPhotos.get(report.id)
      return { ...presentTripReport(report, words), photo_url: photo ? photoUrl(links, photo.name) : null }
    }),
    conversation: presentConversation(found.conversation, words, links),
    time: presentTime(found),
    position_reported_at: found.positionReportedAt,
    proofs: found.proofs.map((proof) => presentProof(proof, links)),
    delivery_code: { asked: found.code.isAsked, checks: found.code.checks, result: found.code.result },
    doubt: doubt ? { ...doubt, reason: words(doubt.reason) } : null,
    internal_notes: found.notes.map((note) => presentNote(note, words)),
    ...presentMoney(found, words),
    acts: jobActs.map((act) => {
      const refusal = found.refusals[act]
      return { act, possible: refusal === null, why_not: refusal?.text(texts[language]) ?? null }
    }),
  }
}

const presentStop = (stop: Stop, words: (text: string) => string): Answered<JobForStaff['pickup']> => ({
  address: words(stop.address),
  floor: stop.floor,
  has_elevator: stop.hasElevator,
  lat: stop.lat,
  lon: stop.lon,
  precision: stop.precision,
  uncertainty_km: stop.uncertaintyKm,
  town: stop.locality,
  postcode: stop.postcode,
  province_code: stop.provinceCode,
  country_code: stop.countryCode,
  provider: stop.provider,
})

const presentTimes = (job: StaffJob['job']) => ({
  posted_at: job.posted_at,
  accepted_at: job.accepted_at,
  collected_at: job.collected_at,
  delivered_at: job.delivered_at,
  completed_at: job.completed_at,
  cancelled_at: job.cancelled_at,
  staff_hidden_at: job.staff_hidden_at,
  data_removed_at: job.data_removed_at,
})

/** A job of a list as this member sees it. */
export function presentListedJob(row: StaffJobRow, caller: Pick<MemberCaller, 'role'>): Answered<ListedJob> {
  const { id, customer_phone: phone, partner_id, company_name } = row
  const words = shownWords(caller)
  return {
    job_id: id,
    short_id: row.short_id,
    status: row.status,
    mode: row.mode,
    external_reference: words(row.external_reference),
    title: words(row.title),
    size: row.size,
    partner: partner_id && company_name ? { partner_id, company_name } : null,
    customer: party(row.customer_id, words(row.customer_name)),
    customer_phone: phone === null ? null : shownPhone(caller)(phone),
    carrier: party(row.carrier_id, words(row.carrier_name)),
    pickup_town: row.pickup_town,
    dropoff_town: row.dropoff_town,
    distance_km: row.distance_km,
    total_cents: row.total_cents,
    money: row.money,
    open_problem: row.open_problem,
    hidden: row.hidden,
    created_at: row.created_at,
    updated_at: row.updated_at,
    expires_at: row.status === 'draft' ? row.expires_at : null,
  }
}

const party = (id: string | null, name: string | null) => (id ? { account_id: id, name } : null)

type Money = Answered<Pick<JobForStaff, 'price' | 'owed_cents' | 'payments' | 'refundable' | 'ledger'>>

function presentMoney(shown: StaffJob, words: Words): Money {
  const { job, price, owedCents, payments, effects, refundable, ledger } = shown
  const ofPayment = Map.groupBy(effects, ({ payment_id }) => payment_id)
  return {
    price: {
      tariff_id: job.tariff_id,
      stored: lines(price.stored),
      recomputed: price.recomputed && lines(price.recomputed),
      matches: price.matches,
    },
    owed_cents: owedCents,
    payments: payments.map((payment) => ({
      payment_id: payment.id,
      purpose: payment.purpose,
      source: payment.source,
      card: payment.brand ? { brand: payment.brand, last_four: payment.last_four ?? '' } : null,
      processor: payment.processor,
      status: payment.status,
      amount_cents: payment.amount_cents,
      captured_cents: payment.captured_cents,
      refunded_cents: payment.refunded_cents,
      refusal: payment.refusal,
      hold_expires_at: payment.hold_expires_at,
      created_at: payment.created_at,
      effects: (ofPayment.get(payment.id) ?? []).map((row) => presentEffect(row, words)),
    })),
    refundable: refundable.map((each) => ({
      payment_id: each.paymentId,
      is_tip: each.isTip,
      left_cents: each.leftCents,
      carrier_cents: each.carrierCents,
      carrier_waiting_cents: each.waitingCents,
    })),
    ledger,
  }
}

const presentEffect = (row: StaffJob['effects'][number], words: Words) => ({
  effect_id: row.id,
  kind: row.kind,
  status: row.status,
  amount_cents: row.amount_cents,
  attempts: row.attempts,
  last_error: words(row.last_error),
  created_at: row.created_at,
  settled_at: row.settled_at,
})

const lines = ({ breakdown, feeCents, totalCents, helperCents }: Price) => ({
  base_cents: breakdown.baseCents,
  distance_km: breakdown.distanceKm,
  distance_cents: breakdown.distanceCents,
  stairs_cents: breakdown.stairsCents,
  fee_cents: feeCents,
  total_cents: totalCents,
  carrier_cents: helperCents,
})

export const presentEntry = (row: StaffJob['timeline'][number], words: Words): Answered<TimelineEntry> => ({
  at: row.at,
  kind: row.kind,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  what: words(row.what),
  from_status: row.from_status,
  to_status: row.to_status,
  to: row.to,
  outcome: row.outcome,
  reason: words(row.reason),
  amount_cents: row.amount_cents,
  last_known: row.last_known,
})

const presentText = (
  row: StaffJob['texts'][number],
  { shown, words }: { shown: (phone: string) => string; words: Words },
): Answered<JobForStaff['texts'][number]> => ({
  sms_id: row.id,
  kind: row.kind === 'draft' ? 'draft' : 'notice',
  to_phone: shown(row.to_phone),
  status: row.status,
  attempts: row.attempts,
  last_error: words(row.last_error),
  delivery: row.delivery,
  delivery_at: row.delivery_at,
  created_at: row.created_at,
  sent_at: row.sent_at,
})

const presentReport = (
  row: StaffJob['reports'][number],
  words: Words,
): Answered<JobForStaff['reports'][number]> => ({
  problem_id: row.id,
  reported_by: row.reported_by,
  kind: row.kind,
  text: words(row.text),
  status: row.status,
  answer: words(row.answer),
  resolution: words(row.resolution),
  created_at: row.created_at,
  resolved_at: row.resolved_at,
  late: row.carrier_id === null ? null : presentLate({ ...row, carrier_id: row.carrier_id }),
})

const presentLate = (row: StaffJob['reports'][number] & { carrier_id: string }) => ({
  carrier_id: row.carrier_id,
  collected_tapped_at: row.collected_tapped_at,
  delivered_tapped_at: row.delivered_tapped_at,
  code: row.code_result,
})

const presentTripReport = (
  row: StaffJob['tripReports'][number],
  words: Words,
): Omit<Answered<JobForStaff['trip_reports'][number]>, 'photo_url'> => ({
  report_id: row.id,
  carrier_id: row.carrier_id,
  kind: row.kind,
  status: row.status,
  fee_cents: row.fee_cents,
  arrived_at: row.arrived_at,
  away_km: row.away_km,
  text: words(row.text),
  answer: words(row.answer),
  due_at: row.due_at,
  resolution: words(row.resolution),
  created_at: row.created_at,
  resolved_at: row.resolved_at,
})

const presentProof = (
  proof: StaffJob['proofs'][number],
  links: Pick<LinkSettings, 'baseUrl'>,
): Answered<JobForStaff['proofs'][number]> => ({
  step: proof.step,
  carrier_id: proof.carrierId,
  photo_url: proof.photo && photoUrl(links, proof.photo.name),
  at: proof.at,
  tapped_at: proof.tappedAt,
  received_at: proof.receivedAt,
  lat: proof.place?.lat ?? null,
  lon: proof.place?.lon ?? null,
  accuracy_m: proof.place?.accuracyM ?? null,
  away_m: proof.awayM,
})

const presentNote = (
  row: StaffJob['notes'][number],
  words: Words,
): Answered<JobForStaff['internal_notes'][number]> => ({
  note_id: row.id,
  author: row.author_name,
  text: words(row.text),
  created_at: row.created_at,
})
