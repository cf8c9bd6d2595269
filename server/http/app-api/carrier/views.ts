import type { Answered } from '#contract/app/common.ts'
import type { CarrierJob, FeedJob } from '#contract/app/job.ts'
import type { RoughStop } from '#contract/app/job-parts.ts'
import { type CallNeeds, type CallView, readCall } from '../../../jobs/calls/read-call.ts'
import { ruleOf } from '../../../jobs/cancellation.ts'
import { deadlineOf } from '../../../jobs/collection.ts'
import type { OfferedJob } from '../../../jobs/feed/read-feed.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { shareOfFee } from '../../../jobs/money/share.ts'
import { maxCodeChecks } from '../../../jobs/proof/asked-proof.ts'
import {
  type CarrierReadNeeds,
  type CarriersJob,
  readCarriersJob,
} from '../../../jobs/queries/read-carrier-job.ts'
import type { JobPhotos } from '../../../jobs/read-photos.ts'
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
  presentThreads,
  presentTime,
  presentTripReport,
  presentWish,
} from '../job-view.ts'

/** A job as its carrier sees it: addresses, notes and phone only while they are needed (DESIGN 3, Life). */
function presentCarrierJob(
  read: CarriersJob & { call: CallView },
  links: LinkSettings,
): Answered<CarrierJob> {
  const { job, knowsDoors, customer } = read
  const shown = knowsDoors ? presentStop : presentPlace
  return {
    ...presentCore(job),
    ...presentPhotos(knowsDoors ? read.photos : withoutProofs(read.photos), links),
    ...presentGiven(job, read.given),
    notes: knowsDoors ? job.notes : null,
    pickup: shown(job.pickup),
    dropoff: shown(job.dropoff),
    earns_cents: job.price.helperCents,
    compensation_cents: read.compensationCents,
    tip_cents: read.extras.tipCents,
    borne_cents: read.extras.borneCents,
    paid_out: read.paidOut,
    paid_out_at: read.paidOutAt,
    payout_due_at: read.paymentWaits?.until ?? null,
    time: presentTime(read.time),
    messages: presentThreads(read.threads),
    collect_by: deadlineOf(job),
    strike: job.carrier_fault !== null && read.hasStrike,
    earliest_delivery_at: read.earliestDeliveryAt,
    payment_waits: read.paymentWaits?.why ?? null,
    trip_report: presentTripReport(read.tripReport, links),
    may_report_trip: read.mayReportTrip,
    asked_proof: presentAsked(read),
    trip_pay_cents: shareOfFee(ruleOf(job).tripFeeCents).carrierCents,
    not_collected: read.notCollected && {
      problem_id: read.notCollected.id,
      status: read.notCollected.status,
      reported_at: read.notCollected.createdAt,
      answer: read.notCollected.answer,
    },
    road: read.road,
    customer: {
      name: customer.name,
      call: read.call.way,
      phone: read.call.phone,
      rating: customer.rating,
    },
  }
}

/** Where the goods were is known for as long as the addresses are. */
const withoutProofs = (photos: JobPhotos): JobPhotos => ({ ...photos, collection: null, delivery: null })

function presentAsked({ job, asked }: CarriersJob): Answered<CarrierJob['asked_proof']> {
  const hasCode = asked.code !== null && job.status === 'accepted'
  return {
    collection_photo: asked.collection,
    delivery_photo: asked.delivery,
    code: hasCode,
    code_tries: hasCode ? maxCodeChecks - asked.code_checks : 0,
  }
}

export type AnswerNeeds = CarrierReadNeeds & CallNeeds & { links: LinkSettings }

/** Response of all carrier actions: the current state of the job. */
export async function answerCarriersJob(
  needs: AnswerNeeds,
  { caller, jobId }: { caller: Caller; jobId: string },
): Promise<Answered<CarrierJob>> {
  const read = await readCarriersJob(needs, { jobId, carrierId: caller.accountId })
  const call = await readCall(needs, read.job, read.job.customer_phone)
  return presentCarrierJob({ ...read, call }, needs.links)
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
  hourly: job.hourly && {
    low_cents: job.hourly.lowCents,
    high_cents: job.hourly.highCents,
    min_minutes: job.hourly.minMinutes,
    max_minutes: job.hourly.maxMinutes,
  },
  detour_km: job.detourKm,
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
