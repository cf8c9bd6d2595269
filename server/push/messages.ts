import type { PushPayload } from '#contract/app/live.ts'
import type { Language, NoticeKind } from '#contract/vocabulary.ts'
import { type Zoned, zoneOf } from '../lib/place-zone.ts'
import { texts } from '../texts/index.ts'
import type { NoticeFacts } from '../texts/notice.ts'

/** Data for the text of a push. It is shown on locked screens: no address, no phone number, no surname. */
type About = {
  kind: NoticeKind
  language: Language
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
  /** Until the carrier must have collected. */
  hoursLeft: number
  /** Full name of the carrier of the job; only the first word is shown. */
  carrierName: string | null
  /** Whether the recipient is the carrier of the job. */
  toCarrier: boolean
  /** The window of a notice about it, as text from JSON, and the place that tells its time zone. */
  window: { startsAt: string; endsAt: string; place: Zoned } | null
}

export function pushPayload({ kind, language, job }: About): PushPayload {
  const { title, body } = texts[language].notices[kind](factsOf(job))
  return { kind, title, body, url: urlOf(kind, job), tag: job ? `job-${job.id}` : 'account' }
}

function urlOf(kind: NoticeKind, job: AboutJob | null): string {
  if (!job) return '/carrier/profile'
  if (kind === 'job_nearby') return '/carrier'
  return job.toCarrier ? `/carrier/jobs/${job.id}` : `/app/jobs/${job.id}`
}

function factsOf(job: AboutJob | null): NoticeFacts {
  if (!job)
    return {
      what: '',
      route: '',
      from: '',
      earnsCents: 0,
      chargedCents: 0,
      hoursLeft: 1,
      who: '',
      window: null,
    }
  const { title, pickup, dropoff, earnsCents, chargedCents, hoursLeft, carrierName, window } = job
  return {
    what: shortened(title, 60),
    route: [pickup, dropoff].filter(Boolean).join(' → '),
    from: pickup,
    earnsCents,
    chargedCents,
    hoursLeft: Math.max(1, Math.round(hoursLeft)),
    who: shortened(carrierName?.trim().split(/\s+/)[0] ?? '', 30),
    window: window && {
      startsAt: new Date(window.startsAt),
      endsAt: new Date(window.endsAt),
      timeZone: zoneOf(window.place),
    },
  }
}

const shortened = (text: string, length: number): string => {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`
}

/**
 * An SQL expression for `AboutJob` (messages.ts), over the tables `job`, `who` (its carrier's account) and `n` (the
 * notice).
 */
export const aboutJobSql = `case when job.id is null then null else jsonb_build_object(
  'id', job.id, 'title', job.title,
  'pickup', coalesce(job.pickup->>'locality', job.pickup->>'postcode', ''),
  'dropoff', coalesce(job.dropoff->>'locality', job.dropoff->>'postcode', ''),
  'earnsCents', coalesce((job.price->>'helperCents')::int, 0), 'carrierName', who.name,
  'chargedCents', coalesce((select sum(p.captured_cents - p.refunded_cents)::int from payment p
    where p.job_id = job.id and p.status = 'captured'), 0),
  'hoursLeft', coalesce(extract(epoch from job.accepted_at - now()) / 3600 + job.collect_hours, 0),
  'window', (select jsonb_build_object('startsAt', w.starts_at, 'endsAt', w.ends_at, 'place', jsonb_build_object(
      'countryCode', job.pickup->'countryCode', 'provinceCode', job.pickup->'provinceCode',
      'postcode', job.pickup->'postcode'))
    from job_window w where w.job_id = job.id and starts_with(n.kind, 'time_')
      and w.status = case n.kind when 'time_proposed' then 'proposed' else 'agreed' end),
  'toCarrier', job.carrier_id is not distinct from n.account_id) end`
