import type { FastifyInstance } from 'fastify'
import { readFeedJob as readFeedJobOperation, readFeed as readFeedOperation } from '#contract/app/carrier.ts'
import type { FeedJob, RoughStop } from '#contract/app/job.ts'
import { formatCursor, parseCursor } from '../../../jobs/feed/cursor.ts'
import { type FeedNeeds, type OfferedJob, readFeed } from '../../../jobs/feed/read-feed.ts'
import { readFeedJob } from '../../../jobs/feed/read-feed-job.ts'
import { findSearcher } from '../../../jobs/feed/searcher.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { Problem } from '../../../lib/problem.ts'
import { shownText } from '../../../lib/shown-text.ts'
import { notFound } from '../../errors.ts'
import { presentDistance, presentPhoto } from '../job-view.ts'
import { appRoute } from '../route.ts'

export type FeedRoutesNeeds = FeedNeeds & { links: LinkSettings }

/** Routes for the feed: the jobs near a carrier. */
export function mountFeed(scope: FastifyInstance, needs: FeedRoutesNeeds): void {
  appRoute(scope, readFeedOperation, async ({ caller, query }) => {
    const after = query.after === undefined ? null : parseCursor(query.after)
    if (query.after !== undefined && !after) throw notANext
    const searcher = await findSearcher(needs.pool, caller.accountId)
    if (!searcher) throw notFound
    const { jobs, next } = await readFeed(needs, searcher, after)
    return { jobs: jobs.map((job) => presentOffer(job, needs.links)), next: next && formatCursor(next) }
  })
  appRoute(scope, readFeedJobOperation, async ({ caller, params }) => {
    const searcher = await findSearcher(needs.pool, caller.accountId)
    const job = searcher && (await readFeedJob(needs, searcher, params.job_id))
    if (!job) throw notFound
    return presentOffer(job, needs.links)
  })
}

const notANext = new Problem(
  'validation_error',
  {
    en: 'Some fields are not valid; see `details`.',
    es: 'Algunos campos no son válidos; consulta `details`.',
  },
  { details: { after: { en: 'must be `next` of a page', es: 'debe ser el `next` de una página' } } },
)

const presentOffer = (job: OfferedJob, links: LinkSettings): FeedJob => ({
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
