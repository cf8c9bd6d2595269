import type { Decision } from '#lib/rate-limiter/limiter.ts'
import { Problem } from '../../lib/problem.ts'

/** Spec 8, rule 3: headers of every response. */
export const rateHeaders = ({ limit, remaining, resetUnixSeconds }: Decision): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetUnixSeconds),
})

export function rateLimited({ retryAfterSeconds }: Pick<Decision, 'retryAfterSeconds'>): Problem {
  return new Problem('rate_limit_exceeded', (t) => t.requests.tooMany(retryAfterSeconds), {
    retryAfterSeconds,
  })
}
