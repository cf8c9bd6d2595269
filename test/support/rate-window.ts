import type { Answer, TestPartner } from './dray.ts'
import { unknownJobId } from './trips.ts'

/** The cheapest call that counts: a 404. */
export const unknownJob = `/v1/jobs/${unknownJobId}`
export const windowMs = 60_000

/** The rate limit headers. */
export const rateOf = ({ headers }: Pick<Answer<unknown>, 'headers'>) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
})

export const read = (partner: TestPartner) => partner.call(unknownJob)
