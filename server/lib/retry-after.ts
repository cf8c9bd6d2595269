/** The seconds of a `Retry-After` header, which is a number or a date (RFC 9110); null when it is neither. */
export function retryAfterOf(header: string | null, now: Date = new Date()): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000))
}
