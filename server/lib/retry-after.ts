/** The seconds of a `Retry-After` header, which is a number or a date (RFC 9110); null when it is neither. */
export function retryAfterOf(header: string | null, now: Date = new Date()): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000))
}

/** What an answer asks for that says "not now" (429, 5xx); null when it asks for no wait. */
export function askedSeconds(status: number, header: string | string[] | undefined): number | null {
  if (status !== 429 && status < 500) return null
  return retryAfterOf(typeof header === 'string' ? header : null) || null
}
