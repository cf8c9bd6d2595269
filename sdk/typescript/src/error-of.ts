import {
  AuthenticationError,
  DrayError,
  DuplicateReferenceError,
  type ErrorParts,
  GeocodingError,
  IdempotencyError,
  InvalidResponseError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './errors.ts'

/** A response whose body was read. */
export type Reply = { status: number; headers: Headers; text: string }

/** The error that a response means. The text of the response must be without the API key. */
export function errorOf(reply: Reply, idempotencyKey: string | null): DrayError {
  const { status, headers } = reply
  const body = objectIn(reply.text) ?? {}
  const { error, message, detail } = body
  const known = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: secondsToWait(headers, body),
    idempotencyKey,
  }
  if (typeof error === 'string') {
    const parts = { ...known, code: error, message: typeof message === 'string' ? message : error }
    return errorWithCode(parts, detailsOf(body))
  }
  // Two responses may have `detail` in place of a code: a taken reference on create, and a 429.
  if (typeof detail === 'string' && status === 400 && idempotencyKey !== null) {
    const jobId = headers.get('location')?.split('/').at(-1) || null
    return new DuplicateReferenceError({ ...known, message: detail, code: 'duplicate_reference', jobId })
  }
  if (typeof detail === 'string' && status === 429)
    return new RateLimitError({ ...known, message: detail, code: 'rate_limit_exceeded' })
  // A 401, 403 or 404 of a proxy says nothing about the key or the job, so it does not get their classes.
  const TheClass = classByStatus(status) ?? InvalidResponseError
  return new TheClass({ ...known, message: foreignMessage(reply), code: 'invalid_response' })
}

/** The error for a successful status with a body that is not the one of Dray. */
export const unreadable = (reply: Reply, idempotencyKey: string | null): DrayError =>
  new InvalidResponseError({
    message: foreignMessage(reply),
    code: 'invalid_response',
    status: reply.status,
    requestId: reply.headers.get('x-request-id'),
    idempotencyKey,
  })

/** The object that a JSON text holds, or null. */
export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown> | null)
      : null
  } catch {
    return null
  }
}

function errorWithCode(parts: ErrorParts, details: Record<string, string>): DrayError {
  const { code, status = null } = parts
  if (code === 'validation_error') return new ValidationError({ ...parts, details })
  if (code === 'geocoding_failed') return new GeocodingError({ ...parts, details })
  if (code.startsWith('idempotency_key_')) return new IdempotencyError(parts)
  if (status === 401) return new AuthenticationError(parts)
  if (status === 403) return new PermissionError(parts)
  if (status === 404) return new NotFoundError(parts)
  return new (classByStatus(status) ?? DrayError)(parts)
}

function classByStatus(status: number | null) {
  if (status === 408) return TimeoutError
  if (status === 429) return RateLimitError
  return status !== null && status >= 500 ? ServerError : null
}

function foreignMessage({ status, headers, text }: Reply): string {
  const type = headers.get('content-type')?.split(';')[0] ?? 'no content type'
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  const what = isRedirect
    ? 'a redirect, which is not followed, because the API key would go to another address'
    : `a body that is not from Dray (${type}, ${text.length} characters)`
  return `The response is HTTP ${status} with ${what}. Check \`baseUrl\` and the proxies before the service.`
}

function detailsOf({ details }: Record<string, unknown>): Record<string, string> {
  const isObject = typeof details === 'object' && details !== null && !Array.isArray(details)
  return isObject ? (details as Record<string, string>) : {}
}

/** `Retry-After` is a number of seconds, or a date where a proxy wrote it. */
function secondsToWait(headers: Headers, body: Record<string, unknown>): number | null {
  const header = headers.get('retry-after') ?? ''
  const inHeader = /^\d+$/.test(header)
    ? Number(header)
    : Math.max((Date.parse(header) - Date.now()) / 1_000, 0)
  const found = [inHeader, body['retry_after_seconds'], body['retry_after']]
  return found.find((each): each is number => typeof each === 'number' && each >= 0) ?? null
}
