import { ErrorBody, RateLimitBody } from './common.ts'
import type { Answer, Header } from './operation.ts'
import { refusals } from './samples.ts'
import { smsStatuses } from './vocabulary.ts'

const integer = (minimum: number) => ({ type: 'integer', minimum })

/** Headers of every response, errors included: the headers of spec 8, rule 3, plus the request id. */
export const commonHeaders: Record<string, Header> = {
  'X-RateLimit-Limit': {
    description: 'Calls allowed in any 60 seconds.',
    schema: integer(1),
    required: true,
  },
  'X-RateLimit-Remaining': {
    description: 'Calls left in the current window after this call. At 0, the next call gets 429.',
    schema: integer(0),
    required: true,
  },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds at which the oldest counted call leaves the window.',
    schema: integer(0),
    required: true,
  },
  'X-Request-Id': {
    description: 'Identifies this call in the logs of the service; quote it when you ask for support.',
    schema: { type: 'string' },
    required: true,
  },
}

export const retryAfter: Record<string, Header> = {
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: integer(1),
    required: true,
  },
}

const help: Record<string, Header> = {
  Link: {
    description: 'With `rel="help"`: the paragraph of the guide that says what to do.',
    schema: { type: 'string' },
    required: true,
  },
}

/** The responses of an operation; each error leads to its explanation. */
export const withHelp = (answers: Record<number, Answer>): Record<number, Answer> =>
  Object.fromEntries(
    Object.entries(answers).map(([status, answer]) =>
      Number(status) < 400
        ? [status, answer]
        : [status, { ...answer, headers: { ...answer.headers, ...help } }],
    ),
  )

const error = (
  description: string,
  examples: Record<string, object>,
  headers?: Record<string, Header>,
): Answer => ({
  description,
  body: ErrorBody,
  examples,
  ...(headers && { headers }),
})

const { malformed, unauthorized, revoked, timeout, tooMany, headersTooLarge, internal, unavailable } =
  refusals

/** Error responses of every operation. */
export const everywhere = {
  400: error('`validation_error`: the request is malformed.', { malformed }),
  401: error('`unauthorized`: `X-API-Key` is missing or invalid.', { unauthorized }),
  403: error('`unauthorized`: the key is revoked, replaced, expired or inactive.', { revoked }),
  408: error('`request_timeout`: the request did not arrive in time.', { timeout }),
  429: {
    description:
      '`rate_limit_exceeded`: wait `Retry-After` seconds, 61 at most; waiting exactly that long succeeds.',
    body: RateLimitBody,
    examples: { tooMany },
    headers: retryAfter,
  },
  431: error('`validation_error`: the request headers are too large.', { headersTooLarge }),
  500: error(
    '`internal_error`: an error of the service. No change is partial. After a create request the job may still exist: repeat the request with the same `Idempotency-Key` or `external_reference`.',
    { internal },
  ),
  503: error(
    '`service_unavailable`: the service, or a service that it depends on, is down; try again after `Retry-After`. A create request whose response was lost may have been stored: repeat it with the same `Idempotency-Key` or `external_reference`.',
    { unavailable },
    retryAfter,
  ),
} satisfies Record<number, Answer>

/** Once per document, because unknown paths and methods belong to no operation. */
export const elsewhere =
  'The key is checked first. With a valid one, an unknown path gets 404 `not_found`, and another method on a known path gets ' +
  '405 `method_not_allowed`, whose `Allow` header lists the methods of the path. A path with GET also answers HEAD.'

/** Error responses of operations with a request body. */
export const withBody = {
  413: error('`payload_too_large`: the body is over 64 KiB.', { tooLarge: refusals.tooLarge }),
  415: error('`unsupported_media_type`: the body must be `application/json` in UTF-8, not compressed.', {
    mediaType: refusals.mediaType,
  }),
} satisfies Record<number, Answer>

export { error as errorAnswer }

/** Description of the 201 of a create. */
export const createdHeaders = {
  Location: { description: 'Where to read the status of the job.', schema: { type: 'string' } },
  Link: {
    description:
      'With `rel="alternate"`: the link of the SMS, which opens the draft in a browser. Show this one to your user.',
    schema: { type: 'string' },
    required: true,
  },
  'X-SMS-Status': {
    description:
      'The status of the SMS, for programs. `sent`: it was accepted for sending. `retrying`: it is sent later. `refused`: it was refused, or a daily limit is reached, and it is not sent again; show your user the link. ' +
      '`unreachable`: the number receives no SMS, and so no sign-in code either; ask for a mobile number and create a ' +
      'new job with it. A replay has the value of the first response.',
    schema: { type: 'string', enum: [...smsStatuses] },
    required: true,
  },
  'Idempotent-Replayed': {
    description: '`true` when this response repeats an earlier one.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Header>
