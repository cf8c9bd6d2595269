/** The closed lists of the wire: every code, state and size a partner can meet (spec parts 2, 3 and 7). */

export const jobSizes = ['S', 'M', 'L', 'XL'] as const
export type JobSize = (typeof jobSizes)[number]

/** Spec part 3. An expired draft is deleted, so "expired" is not a state. */
export const jobStatuses = ['draft', 'posted', 'accepted', 'completed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Spec part 7, plus the codes decided where the spec is silent. */
export const errorCodes = [
  'validation_error',
  'unauthorized',
  'not_found',
  'method_not_allowed',
  'idempotency_key_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'geocoding_failed',
  'idempotency_key_reuse',
  'rate_limit_exceeded',
  'request_timeout',
  'internal_error',
  'service_unavailable',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** Live keys text real people and move real money; test keys never do. */
export const keyModes = ['live', 'test'] as const
export type KeyMode = (typeof keyModes)[number]

export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
