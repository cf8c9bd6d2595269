import {
  AuthenticationError,
  DrayError,
  DuplicateReferenceError,
  type ErrorParts,
  GeocodingError,
  IdempotencyError,
  InvalidResponseError,
  MoveNotPossibleError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TestKeyRequiredError,
  TimeoutError,
  ValidationError,
} from './errors.ts'
import type { Move } from './sandbox-contract.ts'

/** A response whose body was read. */
export type Reply = { status: number; headers: Headers; text: string; helpUrl: string | null }

/**
 * The error of a response; also of a success if its body is not from Dray. The text of the response must be without the
 * API key.
 */
export function errorOf(reply: Reply, idempotencyKey?: string): DrayError {
  const { status, headers, helpUrl } = reply
  const body = objectIn(reply.text) ?? {}
  const code = codeOf(body, status, idempotencyKey)
  const parts = {
    status,
    requestId: headers.get('x-request-id'),
    helpUrl,
    retryAfterSeconds: secondsToWait(headers, body),
    idempotencyKey,
    details: (body['details'] ?? {}) as Record<string, string>,
    jobId: headers.get('location')?.split('/').at(-1) || null,
    moves: (body['moves'] ?? []) as Move[],
  }
  if (code === undefined) {
    // A 401, 403 or 404 of a proxy is not about the key or the job, so it does not get their error classes.
    const TheClass = classByStatus(status) ?? InvalidResponseError
    return new TheClass({ ...parts, code: 'invalid_response', message: foreignMessage(reply) })
  }
  const TheClass: ErrorClass = classes.get(code) ?? classes.get(status) ?? classByStatus(status) ?? DrayError
  const message = [body['message'], body['detail']].find(isText) ?? code
  return new TheClass({ ...parts, code, message })
}

/** Two responses may have `detail` in place of a code: a taken reference on create, and a 429. */
function codeOf(
  { error, detail }: Record<string, unknown>,
  status: number,
  idempotencyKey: string | undefined,
): string | undefined {
  if (isText(error)) return error
  if (!isText(detail)) return undefined
  if (status === 429) return 'rate_limit_exceeded'
  return status === 400 && idempotencyKey !== undefined ? 'duplicate_reference' : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

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

type ErrorClass = new (
  parts: ErrorParts & { details: Record<string, string>; jobId: string | null; moves: Move[] },
) => DrayError

/** Classes of errors by their code, or else by their status. */
const classes = new Map<string | number, ErrorClass>([
  ['validation_error', ValidationError],
  ['geocoding_failed', GeocodingError],
  ['duplicate_reference', DuplicateReferenceError],
  ['idempotency_key_reuse', IdempotencyError],
  ['idempotency_key_in_progress', IdempotencyError],
  ['move_not_possible', MoveNotPossibleError],
  ['test_key_required', TestKeyRequiredError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
])

function classByStatus(status: number) {
  if (status === 408) return TimeoutError
  if (status === 429) return RateLimitError
  return status >= 500 ? ServerError : undefined
}

function foreignMessage({ status, headers, text }: Reply): string {
  const type = headers.get('content-type')?.split(';')[0] ?? 'no type'
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  const what = isRedirect
    ? 'a redirect, which would take the API key elsewhere'
    : `a body that is not from Dray (${type}, ${text.length} characters)`
  return `The response is HTTP ${status} with ${what}. Check \`baseUrl\` and proxies.`
}

/** `Retry-After` is a number of seconds, or a date where a proxy wrote it. */
function secondsToWait(headers: Headers, body: Record<string, unknown>): number | null {
  const header = headers.get('retry-after') || 'absent'
  const untilDate = (Date.parse(header) - Date.now()) / 1_000
  const found = [Number(header), untilDate, body['retry_after_seconds'], body['retry_after']]
  return found.find((each): each is number => typeof each === 'number' && each >= 0) ?? null
}
