import type { JobSize, JobStatus } from '#contract/vocabulary.ts'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { isHeldSql, isOfAnotherSql, isPublicSql, sizesThatFit } from '../eligibility.ts'
import { alreadyTaken } from '../refusals.ts'
import type { Searcher } from './nearest.ts'
import { type FeedNeeds, type OfferedJob, readOffers } from './read-feed.ts'
import { chordOf } from './sphere.ts'

/**
 * Reads one offered job at any distance, because a link in a push message stays valid when the radius changes. Null
 * when the job is gone, or this carrier could never accept it.
 *
 * @throws Problem `already_taken` when a carrier has accepted it.
 */
export async function readFeedJob(
  needs: Pick<FeedNeeds, 'pool' | 'kysely'>,
  searcher: Searcher,
  jobId: string,
): Promise<OfferedJob | null> {
  const { accountId, base, vehicleSize } = searcher
  const { rows } = await needs.pool.query<OfferRow>({
    name: 'feed-job',
    text: `select status, size, feed_lat as lat, feed_lon as lon, ${isHeldSql} as held from job
           where id = $1 and ${isPublicSql} and ${isOfAnotherSql('$2')}
             and feed_lat is not null and feed_lon is not null`,
    values: [jobId, accountId],
  })
  const [job] = rows
  if (!job || !sizesThatFit(vehicleSize).includes(job.size)) return null
  if (job.status === 'accepted' || job.status === 'completed') throw alreadyTaken
  if (job.status !== 'posted' || !job.held) return null
  const chord = chordOf(kilometresBetween(base, job))
  const [offer] = await readOffers(needs, searcher, [{ id: jobId, chord }])
  return offer ?? null
}

type OfferRow = { status: JobStatus; size: JobSize; lat: number; lon: number; held: boolean }
