import { setImmediate as nextTurn } from 'node:timers/promises'
import type { estimatePrice as estimatePriceOperation, ListedPartnerOperation } from '#contract/partner.ts'
import { quote } from '../../jobs/drafts/quote.ts'
import type { LinkSettings } from '../../jobs/links.ts'
import type { ReadJob } from '../../jobs/queries/read-job.ts'
import type { NeedsByMode } from '../../sandbox/needs-by-mode.ts'
import { hangUpOf } from '../limits/connections.ts'
import type { Handler, Handlers } from '../mount.ts'
import { createJob } from './create-job.ts'
import { readJob } from './read-job.ts'
import { presentEstimate } from './views.ts'

/** Spec 4.1. */
const estimatePrice =
  ({ needsOf }: { needsOf: NeedsByMode }): Handler<typeof estimatePriceOperation> =>
  async ({ caller: key, body, language, reply }) => {
    // Reads all concurrent requests before sending the first response: separate writes wake the peer for each response,
    // which costs more than the estimate itself (docs/performance.md).
    await nextTurn()
    const quoted = await quote(needsOf({ key, hangUp: () => hangUpOf(reply) }), body, key.partnerId)
    return presentEstimate(quoted, language)
  }

type PartnerHandlerNeeds = { needsOf: NeedsByMode; links: LinkSettings; readJob: ReadJob }

/** The three requests of a partner. */
export const partnerHandlers: Handlers<readonly ListedPartnerOperation[], PartnerHandlerNeeds> = {
  estimatePrice,
  createJob,
  readJob,
}
