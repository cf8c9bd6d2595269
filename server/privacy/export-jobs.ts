import { type RawBuilder, sql } from 'kysely'
import { isAlive } from '../jobs/is-alive.ts'
import { jobLog } from '../jobs/queries/job-log.ts'
import {
  listOf,
  object,
  ref,
  refs,
  type Section,
  type Subject,
  section,
  utc,
  utcs,
} from './export-section.ts'

/**
 * The jobs that a person ordered or carried. Leaves out the other side's data (name, phone, addresses, free text).
 */
export const jobSections = ({ accountId, phone }: Subject): Section[] => [
  section('jobs', {
    key: ref('job.id'),
    item: orderedJob,
    rows: sql`${jobAndPartner} where job.customer_id = ${accountId}`,
  }),
  section('drafts_waiting', {
    key: ref('job.id'),
    item: orderedJob,
    rows: sql`${jobAndPartner} where job.customer_id is null and job.status = 'draft' and ${isAlive}
      and job.customer_phone = ${phone}`,
  }),
  section('carried_jobs', {
    key: ref('job.id'),
    item: carriedJob,
    rows: sql`from job left join delivery_doubt doubt on doubt.job_id = job.id where job.carrier_id = ${accountId}`,
  }),
  section('moved_jobs', { key: ref('job.id'), ...movedJob(sql`${accountId}::uuid`) }),
  section('strikes', {
    key: ref('strike.job_id'),
    item: { job_id: ref('strike.job_id'), at: utc('strike.at'), reason: reasonOfStrike },
    rows: sql`from carrier_strike strike where strike.carrier_id = ${accountId}`,
  }),
  section('late_steps', {
    key: ref('problem.id'),
    item: {
      ...refs('problem', ['job_id', 'status', 'code_result']),
      ...utcs('problem', ['collected_tapped_at', 'delivered_tapped_at', 'created_at']),
    },
    rows: sql`from job_problem problem where problem.carrier_id = ${accountId}`,
  }),
  ratings('ratings_given', sql`rating.account_id = ${accountId}`, accountId),
  ratings('ratings_received', sql`rating.about_account_id = ${accountId}`, accountId),
]

const jobAndPartner = sql`from job left join api_key on api_key.id = job.key_id
  left join partner on partner.id = api_key.partner_id`

const stop = (column: 'pickup' | 'dropoff') => {
  const member = (name: string) => sql`${ref(`job.${column}`)}->${sql.lit(name)}`
  return object({
    address: member('address'),
    floor: member('floor'),
    has_elevator: member('hasElevator'),
    lat: member('lat'),
    lon: member('lon'),
  })
}

const photos = (condition: RawBuilder<unknown>) =>
  listOf(
    { ...refs('photo', ['name', 'purpose']), ...utcs('photo', ['created_at']) },
    { rows: sql`from photo where photo.job_id = job.id and ${condition}`, order: ref('photo.created_at') },
  )

/** Leaves out the reasons typed by carriers and staff: free text may name other people. */
const ownWords = sql`case when event.actor in ('customer', 'partner', 'system') then event.reason end`

/** The windows for the collection that customer and carrier proposed. */
const windows = (condition: RawBuilder<unknown>) =>
  listOf(
    {
      by: ref('job_window.proposed_by'),
      ...utcs('job_window', ['starts_at', 'ends_at']),
      status: ref('job_window.status'),
      proposed_at: utc('job_window.created_at'),
      agreed_at: utc('job_window.agreed_at'),
    },
    {
      rows: sql`from job_window where job_window.job_id = job.id and ${condition}`,
      order: ref('job_window.created_at'),
    },
  )

/** The person's messages, and what the operator answered them; those of the other side are left out. */
const messages = (side: 'customer' | 'carrier', condition: RawBuilder<unknown>) =>
  listOf(
    {
      ...refs('message', ['thread', 'text']),
      by: ref('message.sender'),
      photo: sql`(select photo.name from photo where photo.message_id = message.id and photo.job_id = job.id)`,
      sent_at: utc('message.created_at'),
    },
    {
      rows: sql`from job_message message where message.job_id = job.id and ${condition}
        and (message.sender = ${sql.lit(side)} or message.thread = ${sql.lit(side)})`,
      order: ref('message.position'),
    },
  )

/** What the carrier proved. The place is that of the carrier. */
const proofs = (isCarrier: boolean) =>
  listOf(
    {
      step: ref('proof.step'),
      ...utcs('proof', ['tapped_at', 'received_at']),
      ...(isCarrier && refs('proof', ['lat', 'lon', 'accuracy_m'])),
    },
    {
      rows: sql`from job_proof proof where proof.job_id = job.id
        and (${sql.lit(!isCarrier)} or proof.carrier_id = job.carrier_id)`,
      order: ref('proof.step'),
    },
  )

const orderedJob = {
  job_id: ref('job.id'),
  ...refs('job', ['status', 'mode']),
  company_name: ref('partner.company_name'),
  ...refs('job', ['external_reference', 'title', 'description', 'size']),
  phone: ref('job.customer_phone'),
  pickup: stop('pickup'),
  dropoff: stop('dropoff'),
  notes: ref('job.notes'),
  distance_km: sql`job.route->'distanceKm'`,
  total_cents: sql`job.price->'totalCents'`,
  ...utcs('job', ['created_at', 'expires_at', 'posted_at', 'accepted_at', 'collected_at', 'delivered_at']),
  ...utcs('job', ['completed_at', 'cancelled_at']),
  ...refs('job', ['cancelled_by', 'cancellation_fee_cents', 'predecessor_id']),
  data_removed_at: utc('job.data_removed_at'),
  photos: photos(sql`photo.message_id is null`),
  messages: messages('customer', sql`true`),
  events: listOf(
    {
      at: utc('event.at'),
      by: ref('event.actor'),
      from: ref('event.from_status'),
      to: ref('event.to_status'),
      what: ownWords,
    },
    { rows: sql`from ${jobLog} event where event.job_id = job.id`, order: ref('event.id') },
  ),
  problems: listOf(
    {
      kind: ref('problem.kind'),
      text: sql`case when problem.reported_by = 'customer' then problem.text end`,
      status: ref('problem.status'),
      reported_at: utc('problem.created_at'),
      resolved_at: utc('problem.resolved_at'),
    },
    {
      rows: sql`from job_problem problem where problem.job_id = job.id and problem.reported_by <> 'carrier'`,
      order: ref('problem.created_at'),
    },
  ),
  carrier_reports: listOf(
    {
      ...refs('report', ['kind', 'status', 'fee_cents', 'answer']),
      reported_at: utc('report.created_at'),
      answered_at: utc('report.answered_at'),
    },
    { rows: sql`from trip_report report where report.job_id = job.id`, order: ref('report.created_at') },
  ),
  wishes: listOf(refs('job_wish', ['day', 'part']), {
    rows: sql`from job_wish where job_wish.job_id = job.id`,
    order: ref('job_wish.position'),
  }),
  windows: windows(sql`true`),
  proofs: proofs(false),
  disputes: listOf(
    {
      ...refs('dispute', ['kind', 'status', 'amount_cents']),
      ...utcs('dispute', ['opened_at', 'closed_at']),
    },
    {
      rows: sql`from dispute join payment on payment.id = dispute.payment_id where payment.job_id = job.id`,
      order: ref('dispute.opened_at'),
    },
  ),
}

const place = (column: 'pickup' | 'dropoff') => {
  const end = ref(`job.${column}`)
  return sql`coalesce(${end}->>'locality', ${end}->>'postcode', upper(${end}->>'countryCode'))`
}

/** What a carrier of the job has written, proposed and reported. */
const writtenBy = (carrierId: RawBuilder<unknown>) => ({
  messages: messages('carrier', sql`message.carrier_id = ${carrierId}`),
  reports: listOf(
    {
      ...refs('report', ['kind', 'status', 'fee_cents', 'away_km', 'text']),
      arrived_at: utc('report.arrived_at'),
      reported_at: utc('report.created_at'),
    },
    {
      rows: sql`from trip_report report where report.job_id = job.id and report.carrier_id = ${carrierId}`,
      order: ref('report.created_at'),
    },
  ),
  windows: windows(sql`job_window.carrier_id = ${carrierId}`),
})

/** The jobs that staff have moved from this carrier to another. */
const movedJob = (carrierId: RawBuilder<unknown>) => ({
  item: {
    job_id: ref('job.id'),
    photos: photos(sql`photo.message_id is null and photo.account_id = ${carrierId}`),
    ...writtenBy(carrierId),
  },
  rows: sql`from job where job.carrier_id is distinct from ${carrierId} and job.id in (
    select job_id from job_message where carrier_id = ${carrierId}
    union select job_id from trip_report where carrier_id = ${carrierId}
    union select job_id from job_window where carrier_id = ${carrierId})`,
})

const carriedJob = {
  job_id: ref('job.id'),
  ...refs('job', ['status', 'size']),
  from: place('pickup'),
  to: place('dropoff'),
  earns_cents: sql`job.price->'helperCents'`,
  ...utcs('job', ['accepted_at', 'collected_at', 'collected_tapped_at', 'delivered_at', 'completed_at']),
  cancelled_at: utc('job.cancelled_at'),
  early_delivery_reason: ref('doubt.reason'),
  photos: photos(
    sql`photo.message_id is null and (photo.purpose in ('collection', 'delivery') or photo.account_id = job.carrier_id)`,
  ),
  ...writtenBy(ref('job.carrier_id')),
  answers: listOf(
    { text: ref('problem.answer'), answered_at: utc('problem.answered_at') },
    {
      rows: sql`from job_problem problem where problem.job_id = job.id and problem.answer is not null
        and problem.created_at >= job.accepted_at`,
      order: ref('problem.created_at'),
    },
  ),
  positions: listOf(
    { ...refs('p', ['lat', 'lon', 'accuracy_m']), measured_at: utc('p.at') },
    { rows: sql`from carrier_position p where p.job_id = job.id`, order: ref('p.at') },
  ),
  proofs: proofs(true),
}

const reasonOfStrike = sql`(
  select event.reason from job_event event join job on job.id = event.job_id
  where event.job_id = strike.job_id and event.to_status = 'cancelled'
    and (event.actor = 'carrier' and event.actor_id = strike.carrier_id or job.carrier_fault is not null)
  order by event.id limit 1)`

/** Selects by the person's jobs, because those have an index. */
const ratings = (
  name: 'ratings_given' | 'ratings_received',
  whose: RawBuilder<unknown>,
  accountId: string,
): Section =>
  section(name, {
    key: sql`rating.job_id::text || rating.by_role`,
    item: {
      ...refs('rating', ['job_id']),
      by: ref('rating.by_role'),
      ...refs('rating', ['stars', 'comment']),
      ...utcs('rating', ['created_at']),
    },
    rows: sql`from rating join job on job.id = rating.job_id
      where (job.customer_id = ${accountId} or job.carrier_id = ${accountId}) and ${whose}`,
  })
