/** The rate limit of the API key, from the headers of a response. */
export type RateLimit = {
  /** Requests allowed in any 60 seconds. */
  limit: number
  /** Requests left. At 0 the next request gets a 429. */
  remaining: number
  /** When the oldest counted request leaves the window. */
  resetsAt: Date
}

/** The value of a call with the status and headers of the response. */
export type Answer<T> = {
  data: T
  status: number
  headers: Headers
  /** `X-Request-Id`: support finds the request with it. */
  requestId: string | null
  rateLimit: RateLimit | null
}

/** A promise of the value; `withResponse()` also gives the status and headers. */
export type Call<T> = Promise<T> & { withResponse: () => Promise<Answer<T>> }

export function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  const value = answer.then(({ data }) => data)
  const withResponse = () => {
    // The caller handles the error of `answer`, and the same error of `value` must not count as unhandled.
    value.catch(() => {})
    return answer
  }
  return Object.assign(value, { withResponse })
}

export function answerOf<T>(data: T, { status, headers }: { status: number; headers: Headers }): Answer<T> {
  return { data, status, headers, requestId: headers.get('x-request-id'), rateLimit: rateLimitOf(headers) }
}

function rateLimitOf(headers: Headers): RateLimit | null {
  const read = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN)
  const limit = read('limit')
  const remaining = read('remaining')
  const reset = read('reset')
  if (!Number.isFinite(limit + remaining + reset)) return null
  return { limit, remaining, resetsAt: new Date(reset * 1_000) }
}
