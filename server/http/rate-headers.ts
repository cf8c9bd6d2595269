import { Problem } from '../lib/problem.ts'
import type { Decision } from '../ratelimit/limiter.ts'

/** Spec 8, rule 3: headers of every response. */
export const rateHeaders = ({ limit, remaining, resetUnixSeconds }: Decision): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetUnixSeconds),
})

export function rateLimited({ retryAfterSeconds }: Decision): Problem {
  return new Problem(
    'rate_limit_exceeded',
    {
      en: `Too many requests. Try again in ${retryAfterSeconds} s.`,
      es: `Demasiadas peticiones. Vuelve a intentarlo en ${retryAfterSeconds} s.`,
    },
    { retryAfterSeconds },
  )
}
