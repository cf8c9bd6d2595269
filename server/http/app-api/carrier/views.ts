import type { Answered } from '#contract/app/common.ts'
import type { CarrierJob, FeedJob } from '#contract/app/job.ts'
import type { RoughStop } from '#contract/app/job-parts.ts'
import { ruleOf } from '../../../jobs/cancellation.ts'
import { deadlineOf } from '../../../jobs/collection.ts'
import type { OfferedJob } from '../../../jobs/feed/read-feed.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { shareOfFee } from '../../../jobs/money/share.ts'
import {
  type CarrierReadNeeds,
  type CarriersJob,
  readCarriersJob,
} from '../../../jobs/queries/read-carrier-job.ts'
import { shownText } from '../../../lib/shown-words.ts'
import type { Caller } from '../../mount.ts'
import {
  presentCore,
  presentDistance,
  presentGiven,
  presentPhoto,
  presentPhotos,
  presentPlace,
  presentStop,
  presentTime,
  presentTripReport,
  presentWish,
} from '../job-view.ts'

/** A job as its carrier sees it: addresses, notes and phone only while they are needed (DESIGN 3, Life). */
function presentCarrierJob(read: CarriersJob, links: LinkSettings): Answered<CarrierJob> {
  const { job, knowsDoors, customer } = read
  const shown = knowsDoors ? presentStop : presentPlace
  return {
    ...presentCore(job),
    ...presentPhotos(read.photos, links),
    ...presentGiven(job, read.given),
    notes: knowsDoors ? job.notes : null,
    pickup: shown(job.pickup),
    dropoff: shown(job.dropoff),
    earns_cents: job.price.helperCents,
    compensation_cents: read.compensationCents,
    paid_out: read.paidOut,
    time: presentTime(read.time),
    collect_by: deadlineOf(job),
    strike: job.carrier_fault !== null && read.hasStrike,
    earliest_delivery_at: read.earliestDeliveryAt,
    payment_waits: read.paymentWaits,
    trip_report: presentTripReport(read.tripReport, links),
    may_report_trip: read.mayReportTrip,
    trip_pay_cents: shareOfFee(ruleOf(job).tripFeeCents).carrierCents,
    not_collected: read.notCollected && {
      problem_id: read.notCollected.id,
      status: read.notCollected.status,
      reported_at: read.notCollected.createdAt,
      answer: read.notCollected.answer,
    },
    customer: {
      name: customer.name,
      phone: knowsDoors ? job.customer_phone : null,
      rating: customer.rating,
    },
  }
}

export type AnswerNeeds = CarrierReadNeeds & { links: LinkSettings }

/** Response of all carrier actions: the current state of the job. */
export async function answerCarriersJob(
  needs: AnswerNeeds,
  { caller, jobId }: { caller: Caller; jobId: string },
): Promise<Answered<CarrierJob>> {
  const read = await readCarriersJob(needs, { jobId, carrierId: caller.accountId })
  return presentCarrierJob(read, needs.links)
}

/** A posted job as a carrier sees it before accepting: without addresses. */
export const presentOffer = (job: OfferedJob, links: LinkSettings): Answered<FeedJob> => ({
  job_id: job.id,
  title: shownText(job.title),
  description: job.description && shownText(job.description),
  size: job.size,
  pickup: presentRoughStop(job.pickup),
  dropoff: presentRoughStop(job.dropoff),
  away_km: job.awayKm,
  away_known: job.isAwayKnown,
  ...presentDistance(job.trip),
  duration_minutes: job.durationMinutes,
  collect_hours: job.collectHours,
  time_zone: job.timeZone,
  wishes: job.wishes.map(presentWish),
  earns_cents: job.earnsCents,
  photos: job.photos.map((photo) => presentPhoto(photo, links)),
  customer_rating: job.customerRating,
  posted_at: job.postedAt,
})

const presentRoughStop = ({
  place,
  floor,
  hasElevator,
  point,
  uncertaintyKm,
}: OfferedJob['pickup']): Answered<RoughStop> => ({
  place,
  floor,
  has_elevator: hasElevator,
  point,
  uncertainty_km: uncertaintyKm,
})
