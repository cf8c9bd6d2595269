import { type JobForStaff, jobActs } from '#contract/admin/job-detail.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { Stop } from '../../../db/json-columns.ts'
import { type LinkSettings, photoUrl } from '../../../jobs/links.ts'
import type { StaffJob } from '../../../jobs/queries/staff/read-job.ts'
import { texts } from '../../../texts/index.ts'
import type { MemberCaller } from '../../callers.ts'
import { shownPhone, shownWords } from '../sees-phones.ts'
import { presentListedJob } from './present-listed-job.ts'
import { presentMoney } from './present-money.ts'
import { presentEntry, presentNote, presentReport, presentText } from './present-story.ts'

type View = { caller: MemberCaller; language: Language; links: Pick<LinkSettings, 'baseUrl'> }

/** A job as this member sees it. */
export function presentJob(found: StaffJob, { caller, language, links }: View): JobForStaff {
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
    photos: found.photos.map(({ name, ...photo }) => ({ url: photoUrl(links, name), ...photo })),
    timeline: found.timeline.map((entry) => presentEntry(entry, words)),
    texts: found.texts.map((text) => presentText(text, { shown, words })),
    reports: found.reports.map((report) => presentReport(report, words)),
    doubt: doubt
      ? { ...doubt, reason: words(doubt.reason), earliest_at: doubt.earliest_at.toISOString() }
      : null,
    internal_notes: found.notes.map((note) => presentNote(note, words)),
    ...presentMoney(found, words),
    acts: jobActs.map((act) => {
      const refusal = found.refusals[act]
      return { act, possible: refusal === null, why_not: refusal?.text(texts[language]) ?? null }
    }),
  }
}

const presentStop = (stop: Stop, words: (text: string) => string): JobForStaff['pickup'] => ({
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

const presentTimes = (job: StaffJob['job']) => {
  const at = (date: Date | null) => date?.toISOString() ?? null
  return {
    posted_at: at(job.posted_at),
    accepted_at: at(job.accepted_at),
    collected_at: at(job.collected_at),
    delivered_at: at(job.delivered_at),
    completed_at: at(job.completed_at),
    cancelled_at: at(job.cancelled_at),
    staff_hidden_at: at(job.staff_hidden_at),
    data_removed_at: at(job.data_removed_at),
  }
}
