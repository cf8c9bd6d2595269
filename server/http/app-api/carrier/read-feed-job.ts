import type { FastifyInstance } from 'fastify'
import { readFeedJob as operation } from '#contract/app/carrier.ts'
import { readFeedJob } from '../../../jobs/feed/read-feed-job.ts'
import { findSearcher } from '../../../jobs/feed/searcher.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentOffer } from './present-offer.ts'
import type { ReadFeedNeeds } from './read-feed.ts'

/** Shows one posted job of the feed. */
export function mountReadFeedJob(scope: FastifyInstance, needs: ReadFeedNeeds): void {
  mount(scope, operation, async ({ caller, params }) => {
    const searcher = await findSearcher(needs.pool, caller.accountId)
    const job = searcher && (await readFeedJob(needs, searcher, params.job_id))
    if (!job) throw notFound
    return presentOffer(job, needs.links)
  })
}
