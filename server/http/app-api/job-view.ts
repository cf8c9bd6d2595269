import type { Answered } from '#contract/app/common.ts'
import type { AppEstimate } from '#contract/app/customer.ts'
import type { CarrierJob, JobSummary } from '#contract/app/job.ts'
import type { AppPrice, FullStop, Threads as ThreadsView, TripReport } from '#contract/app/job-parts.ts'
import type { JobTime as JobTimeView, JobWindow, SummaryTime, Wish } from '#contract/app/time.ts'
import type { JobWay } from '#contract/app/way.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import type { Threads } from '../../jobs/conversation/read-threads.ts'
import type { SeenTripReport } from '../../jobs/doubts/trip-report.ts'
import { roughUncertaintyKm } from '../../jobs/feed/away.ts'
import { placeName, type Quote, type Stop } from '../../jobs/job.ts'
import { type LinkSettings, photoUrl } from '../../jobs/links.ts'
import { shareOfFee } from '../../jobs/money/share.ts'
import type { ListedJobs } from '../../jobs/queries/list-jobs.ts'
import type { JobPhoto, JobPhotos } from '../../jobs/read-photos.ts'
import { disclaimerOf, stateDistance } from '../../jobs/stated-distance.ts'
import type { JobRow } from '../../jobs/transition.ts'
import type { Way } from '../../jobs/way/read-way.ts'
import type { JobTime, ListedTime, WindowRow, WishRow } from '../../jobs/windows/read-time.ts'
import { shownText } from '../../lib/shown-words.ts'
import type { Price } from '../../pricing/price.ts'
import { texts } from '../../texts/index.ts'

/** Members of a job that customer and carrier both see. */
export const presentCore = (job: JobRow) => ({
  job_id: job.id,
  status: job.status,
  title: shownText(job.title),
  description: job.description && shownText(job.description),
  size: job.size,
  ...presentDistance(job),
  duration_minutes: job.duration_minutes,
  posted_at: job.posted_at,
  accepted_at: job.accepted_at,
  collected_at: job.collected_at,
  delivered_at: job.delivered_at,
  completed_at: job.completed_at,
  cancelled_at: job.cancelled_at,
  cancelled_by: job.cancelled_by,
  data_removed_at: job.data_removed_at,
  test: job.mode === 'test',
})

export function presentDistance(trip: Pick<Quote, 'pickup' | 'dropoff' | 'route'>) {
  const { accuracy, basis } = stateDistance(trip)
  return {
    distance_km: trip.route.distanceKm,
    distance_accuracy: accuracy,
    distance_basis: basis,
  }
}

export const presentEstimate = (quoted: Quote, language: PersonLanguage): Answered<AppEstimate> => ({
  price: presentPrice(quoted.price),
  ...presentDistance(quoted),
  duration_minutes: quoted.durationMinutes,
  disclaimer: disclaimerOf(quoted)(texts[language]),
})

export function presentStop(stop: Stop): Answered<FullStop> {
  const { address, floor, hasElevator, lat, lon, precision, uncertaintyKm } = stop
  return {
    address,
    place: placeName(stop),
    floor,
    has_elevator: hasElevator,
    point: { lat, lon },
    approximate: precision === 'locality' || precision === 'postcode',
    uncertainty_km: uncertaintyKm,
  }
}

/** A stop without its address: only the place name and a point rounded to about one kilometre. */
export function presentPlace(stop: Stop): Answered<FullStop> {
  const place = placeName(stop)
  const point = { lat: rounded(stop.lat), lon: rounded(stop.lon) }
  return {
    address: place,
    place,
    floor: stop.floor,
    has_elevator: stop.hasElevator,
    point,
    approximate: true,
    uncertainty_km: roughUncertaintyKm(stop),
  }
}

const rounded = (degrees: number): number => Math.round(degrees * 100) / 100

export const presentPhotos = ({ items, collection, delivery }: JobPhotos, links: LinkSettings) => ({
  photos: items.map((photo) => presentPhoto(photo, links)),
  collection_photo: collection && presentPhoto(collection, links),
  delivery_photo: delivery && presentPhoto(delivery, links),
})

export const presentPhoto = ({ name, width, height }: JobPhoto, links: LinkSettings) => ({
  url: photoUrl(links, name),
  width,
  height,
})

export const presentPrice = ({ baseCents, feeCents, totalCents, breakdown }: Price): Answered<AppPrice> => ({
  base_cents: baseCents,
  fee_cents: feeCents,
  total_cents: totalCents,
  breakdown: {
    base_by_size_cents: breakdown.baseCents,
    distance_cents: breakdown.distanceCents,
    stairs_cents: breakdown.stairsCents,
  },
})

/** The carrier's share of the fee is shown to both sides, as before the payment. */
export const presentTripReport = (
  report: SeenTripReport | null,
  links: LinkSettings,
): Answered<TripReport> | null =>
  report && {
    report_id: report.id,
    kind: report.kind,
    status: report.status,
    fee_cents: report.fee_cents,
    carrier_cents: shareOfFee(report.fee_cents).carrierCents,
    text: report.text,
    photo: report.photo && presentPhoto(report.photo, links),
    answer: report.answer,
    arrived_at: report.arrived_at,
    reported_at: report.created_at,
    due_at: report.due_at,
  }

export const presentThreads = ({ together, operator }: Threads): Answered<ThreadsView> => ({
  together: { open: together.isOpen, unread: together.unread, count: together.count },
  operator: { open: operator.isOpen, unread: operator.unread, count: operator.count },
})

export const presentTime = (time: JobTime): Answered<JobTimeView> => ({
  time_zone: time.timeZone,
  wishes: time.wishes.map(presentWish),
  agreed: presentWindow(time.agreed),
  proposed: presentWindow(time.proposed),
  may_propose: time.mayPropose,
  proposals_left: time.proposalsLeft,
})

export const presentWish = ({ day, part, starts_at, ends_at }: WishRow): Answered<Wish> => ({
  day,
  part,
  starts_at,
  ends_at,
})

const presentListedTime = ({ timeZone, agreed, wish, isDiscussed }: ListedTime): Answered<SummaryTime> => ({
  time_zone: timeZone,
  agreed: agreed && { starts_at: agreed.starts_at, ends_at: agreed.ends_at },
  wish: wish && presentWish(wish),
  discussed: isDiscussed,
})

const presentWindow = (window: WindowRow | null): Answered<JobWindow> | null =>
  window && {
    window_id: window.id,
    starts_at: window.starts_at,
    ends_at: window.ends_at,
    by: window.proposed_by,
  }

/** For the customer only. */
export const presentWay = (way: Way | null): Answered<JobWay> | null =>
  way && {
    position: way.position && {
      lat: way.position.lat,
      lon: way.position.lon,
      accuracy_m: way.position.accuracy_m,
      at: way.position.at,
    },
    road: way.road,
    arrives_at: way.position?.arrives_at ?? null,
    arrival_approximate: way.position?.is_approximate ?? false,
    expected_from: way.expectedFrom,
    expected_to: way.expectedTo,
  }

/** Each side may rate a completed job once. */
export const presentGiven = (
  job: JobRow,
  given: CarrierJob['rating_given'],
): Pick<CarrierJob, 'rating_given' | 'may_rate'> => ({
  rating_given: given,
  may_rate: job.status === 'completed' && job.data_removed_at === null && given === null,
})

/** Members of a listed job that differ for customer and carrier. */
type ListedFigures = Answered<
  Pick<
    JobSummary,
    'amount_cents' | 'refunded_cents' | 'refund_on_its_way_cents' | 'started_at' | 'successor_id'
  >
>

export const presentPage = (
  { jobs, next }: ListedJobs,
  links: LinkSettings,
  figuresOf: (job: JobRow) => ListedFigures,
) => ({
  jobs: jobs.map(
    ({ job, photo, unread, time }): Answered<JobSummary> => ({
      job_id: job.id,
      status: job.status,
      title: shownText(job.title),
      size: job.size,
      pickup_place: placeName(job.pickup),
      dropoff_place: placeName(job.dropoff),
      ...figuresOf(job),
      photo: photo && presentPhoto(photo, links),
      at: job.updated_at,
      unread,
      time: time && presentListedTime(time),
      collected: job.collected_at !== null,
      delivered: job.delivered_at !== null,
      expires_at: job.status === 'draft' ? job.expires_at : null,
    }),
  ),
  next,
})
