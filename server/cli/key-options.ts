import { InvalidArgumentError } from 'commander'
import type { KeySettings } from '../keys/store.ts'
import { instantOf } from './instant.ts'

/** Requests per 60 seconds, in the range that `api_key` accepts. */
export function rateLimit(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 100_000) return value
  throw new InvalidArgumentError('must be a whole number from 1 to 100000')
}

/** An empty text removes the label. Not null, because Commander turns a `null` from a parser into a string. */
export function label(text: string): string {
  const trimmed = text.trim()
  if ([...trimmed].length > 100 || /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(trimmed))
    throw new InvalidArgumentError('must be one line of at most 100 characters')
  return trimmed
}

export function expiry(text: string): Date | 'never' {
  if (text === 'never') return text
  const at = instantOf(text)
  if (at) return at
  throw new InvalidArgumentError('must be an instant such as 2027-01-31T12:00:00Z, a date (UTC), or never')
}

/** Options from the command line; absent if not given. */
export type KeyOptions = { rateLimit?: number; label?: string; expires?: Date | 'never' }

/** The options as columns of the row; options that were not given are absent. */
export const keySettings = ({ rateLimit, label, expires }: KeyOptions): Partial<KeySettings> => ({
  ...(rateLimit !== undefined && { rate_limit_per_minute: rateLimit }),
  ...(label !== undefined && { label: label || null }),
  ...(expires !== undefined && { expires_at: expires === 'never' ? null : expires }),
})
