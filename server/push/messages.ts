import type { PushPayload } from '#contract/app/live.ts'
import type { NoticeKind, PersonLanguage } from '#contract/vocabulary.ts'
import { type Zoned, zoneOf } from '../lib/place-zone.ts'
import { texts } from '../texts/index.ts'
import type { NoticeFacts } from '../texts/notice.ts'

/** Data for the text of a push. It is shown on locked screens: no address, no phone number, no surname. */
type About = {
  kind: NoticeKind
  language: PersonLanguage
  /** Null for a notice about the account. */
  job: AboutJob | null
}

export type AboutJob = {
  id: string
  title: string
  /** Place names of pickup and dropoff, empty if unknown. */
  pickup: string
  dropoff: string
  earnsCents: number
  chargedCents: number
  /** Of a notice about one movement of money; null once it is not known. */
  movedCents?: number | null
  /** Until the carrier must have collected. */
  hoursLeft: number
  /** Full name of the carrier of the job; only the first word is shown. */
  carrierName: string | null
  /** Whether the recipient is the carrier of the job. */
  toCarrier: boolean
  /** The window of a notice about it, as text from JSON, and the place that tells its time zone. */
  window: { startsAt: string; endsAt: string; place: Zoned } | null
  /** The code for the delivery, if its customer is the recipient. */
  code?: string | null
}

export function pushPayload({ kind, language, job }: About): PushPayload {
  const { title, body } = texts[language].notices[kind](factsOf(job))
  return { kind, title, body, url: urlOf(kind, job), tag: tagOf(kind, job) }
}

/** A push replaces the last one with its tag that is still shown: messages do not replace what else happened. */
function tagOf(kind: NoticeKind, job: AboutJob | null): string {
  if (!job) return 'account'
  return threadKinds[kind] ? `${threadKinds[kind]}-${job.id}` : `job-${job.id}`
}

function urlOf(kind: NoticeKind, job: AboutJob | null): string {
  if (!job) return '/carrier/profile'
  if (kind === 'job_nearby') return '/carrier'
  const page = job.toCarrier ? `/carrier/jobs/${job.id}` : `/app/jobs/${job.id}`
  return threadKinds[kind] ? `${page}#${threadKinds[kind]}` : page
}

/** The thread that the page opens at once. */
const threadKinds: Partial<Record<NoticeKind, string>> = {
  message_received: 'messages',
  messages_unread: 'messages',
  staff_answered: 'messages-operator',
}

function factsOf(job: AboutJob | null): NoticeFacts {
  if (!job)
    return {
      what: '',
      route: '',
      from: '',
      earnsCents: 0,
      chargedCents: 0,
      movedCents: 0,
      hoursLeft: 1,
      who: '',
      window: null,
      code: null,
    }
  const { title, pickup, dropoff, earnsCents, chargedCents, hoursLeft, carrierName, window, code } = job
  return {
    what: shortened(title, 60),
    route: [pickup, dropoff].filter(Boolean).join(' → '),
    from: pickup,
    earnsCents,
    chargedCents,
    movedCents: job.movedCents ?? 0,
    hoursLeft: Math.max(1, Math.round(hoursLeft)),
    who: shortened(carrierName?.trim().split(/\s+/)[0] ?? '', 30),
    window: window && {
      startsAt: new Date(window.startsAt),
      endsAt: new Date(window.endsAt),
      timeZone: zoneOf(window.place),
    },
    code: code ?? null,
  }
}

const shortened = (text: string, length: number): string => {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`
}

/** What a notice of a tip, a refund or its cost is about: the amount was written with the notice, or just before it. */
const movedCents = `case n.kind
  when 'tip_received' then (select p.captured_cents from payment p join payment_effect e on e.payment_id = p.id
    where p.job_id = job.id and p.purpose = 'tip' and p.status = 'captured' and e.kind = 'capture' and e.status = 'done'
      and e.settled_at <= n.created_at
    order by e.settled_at desc limit 1)
  when 'cost_shared' then (select s.amount_cents from cost_share s
    join payment p on p.id = s.payment_id where p.job_id = job.id and s.created_at <= n.created_at
    order by s.created_at desc limit 1)
  when 'job_refunded' then (select e.amount_cents from payment_effect e join payment p on p.id = e.payment_id
    where p.job_id = job.id and e.kind = 'refund' and e.status = 'done' and e.settled_at <= n.created_at
    order by e.settled_at desc limit 1) end`

/** From a row of a world to its clock: an agreed window has one date in all texts, however far the rows were moved. */
const aged = 'make_interval(secs => job.aged_ms / 1000)'

/**
 * An SQL expression for `AboutJob` (messages.ts), over the tables `job`, `who` (its carrier's account) and `n` (the
 * notice, with `kind`, `account_id` and `created_at`).
 */
export const aboutJobSql = `case when job.id is null then null else jsonb_build_object(
  'id', job.id, 'title', job.title,
  'pickup', coalesce(job.pickup->>'locality', job.pickup->>'postcode', ''),
  'dropoff', coalesce(job.dropoff->>'locality', job.dropoff->>'postcode', ''),
  'earnsCents', coalesce((job.price->>'helperCents')::int, 0), 'carrierName', who.name,
  'chargedCents', coalesce((select sum(p.captured_cents - p.refunded_cents)::int from payment p
    where p.job_id = job.id and p.purpose <> 'tip' and p.status = 'captured'), 0),
  'movedCents', ${movedCents},
  'hoursLeft', coalesce(extract(epoch from job.accepted_at - now()) / 3600 + job.collect_hours, 0),
  'window', (select jsonb_build_object('startsAt', w.starts_at + ${aged}, 'endsAt', w.ends_at + ${aged}, 'place', jsonb_build_object(
      'countryCode', job.pickup->'countryCode', 'provinceCode', job.pickup->'provinceCode',
      'postcode', job.pickup->'postcode'))
    from job_window w where w.job_id = job.id and starts_with(n.kind, 'time_')
      and w.status = case n.kind when 'time_proposed' then 'proposed' else 'agreed' end),
  'code', case when n.account_id = job.customer_id then (select asked.code from asked_proof asked
    where asked.job_id = job.id and asked.carrier_id = job.carrier_id) end,
  'toCarrier', job.carrier_id is not distinct from n.account_id) end`
