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
      en: `Too many requests. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
      es: `Demasiadas peticiones. Vuelve a intentarlo dentro de ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'segundo' : 'segundos'}.`,
    },
    { retryAfterSeconds },
  )
}
