import type { ListedPartnerOperation } from '#contract/partner.ts'
import type { LinkSettings } from '../../jobs/links.ts'
import type { ReadJob } from '../../jobs/queries/read-job.ts'
import type { NeedsByMode } from '../../sandbox/needs-by-mode.ts'
import type { Handlers } from '../mount.ts'
import { createJob } from './create-job.ts'
import { estimatePrice } from './estimate-price.ts'
import { readJob } from './read-job.ts'

export type PartnerHandlerNeeds = { needsOf: NeedsByMode; links: LinkSettings; readJob: ReadJob }

/** The three calls of a partner. */
export const partnerHandlers: Handlers<readonly ListedPartnerOperation[], PartnerHandlerNeeds> = {
  estimatePrice,
  createJob,
  readJob,
}
