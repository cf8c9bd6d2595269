import type { FeedJob } from '#contract/app/job.ts'
import type { RoughStop } from '#contract/app/job-parts.ts'
import type { OfferedJob } from '../../../jobs/feed/read-feed.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { shownText } from '../../../lib/shown-text.ts'
import { presentDistance, presentPhoto } from '../job-view.ts'

/** A posted job as a carrier sees it before accepting: without addresses. */
export const presentOffer = (job: OfferedJob, links: LinkSettings): FeedJob => ({
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
  earns_cents: job.earnsCents,
  photos: job.photos.map((photo) => presentPhoto(photo, links)),
  customer_rating: job.customerRating,
  posted_at: job.postedAt.toISOString(),
})

const presentRoughStop = ({
  place,
  floor,
  hasElevator,
  point,
  uncertaintyKm,
}: OfferedJob['pickup']): RoughStop => ({
  place,
  floor,
  has_elevator: hasElevator,
  point,
  uncertainty_km: uncertaintyKm,
})
