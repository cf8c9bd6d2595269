/** Returns the seconds of a `Retry-After` header, which is a number or a date (RFC 9110); null for any other text. */
export function retryAfterOf(header: string | null, now: Date = new Date()): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000))
}

/** Returns the seconds that a temporary failure (429, 5xx) asks to wait, or null if it asks for no wait. */
export function askedSeconds(status: number, header: string | string[] | undefined): number | null {
  if (status !== 429 && status < 500) return null
  return retryAfterOf(typeof header === 'string' ? header : null) || null
}
