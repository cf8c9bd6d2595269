import type { FastifyInstance } from 'fastify'
import { readFeed as operation } from '#contract/app/carrier.ts'
import { formatCursor, parseCursor } from '../../../jobs/feed/cursor.ts'
import { type FeedNeeds, readFeed } from '../../../jobs/feed/read-feed.ts'
import { findSearcher } from '../../../jobs/feed/searcher.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { Problem } from '../../../lib/problem.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentOffer } from './present-offer.ts'

export type ReadFeedNeeds = FeedNeeds & { links: LinkSettings }

/** Lists the jobs near the carrier. */
export function mountReadFeed(scope: FastifyInstance, needs: ReadFeedNeeds): void {
  mount(scope, operation, async ({ caller, query }) => {
    const after = query.after === undefined ? null : parseCursor(query.after)
    if (query.after !== undefined && !after) throw notANext
    const searcher = await findSearcher(needs.pool, caller.accountId)
    if (!searcher) throw notFound
    const { jobs, next } = await readFeed(needs, searcher, after)
    return { jobs: jobs.map((job) => presentOffer(job, needs.links)), next: next && formatCursor(next) }
  })
}

const notANext = new Problem('validation_error', (t) => t.accounts.checkInput, {
  details: { after: (t) => t.fields.nextPage },
})
