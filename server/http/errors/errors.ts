import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { languages, type PersonLanguage } from '#contract/vocabulary.ts'
import { isDatabaseUnavailable, isErasedAccount } from '../../db/errors.ts'
import { nearestLanguage } from '../../lib/nearest-language.ts'
import { type Details, Problem, type ProblemCode } from '../../lib/problem.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import { AskedFault } from '../../sandbox/address-words.ts'
import { type Text, texts } from '../../texts/index.ts'
import { answerLanguage } from '../requests/language.ts'
import { jsonType } from '../responses/headers.ts'
import { helpLink } from './help.ts'

/** HTTP status of each error code (spec part 7); defined only here. */
const statuses: Record<ProblemCode, number> = {
  validation_error: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_key_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  geocoding_failed: 422,
  idempotency_key_reuse: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
  signed_out: 401,
  account_suspended: 403,
  terms_not_accepted: 403,
  not_a_carrier: 403,
  carrier_not_approved: 403,
  profile_incomplete: 409,
  code_wrong: 422,
  code_expired: 422,
  already_taken: 409,
  wrong_state: 409,
  payment_method_missing: 409,
  payment_refused: 402,
  payment_pending: 409,
  insufficient_funds: 402,
  cancellation_changed: 409,
  too_early: 409,
  arrived_late: 409,
  member_suspended: 403,
  partner_suspended: 403,
  role_too_low: 403,
  step_up_required: 403,
  last_owner: 409,
  last_admin: 409,
  last_way_in: 409,
  login_name_taken: 409,
  invitation_ended: 422,
  challenge_ended: 422,
  sign_in_refused: 422,
  proof_refused: 422,
  passkey_refused: 422,
  test_key_required: 403,
  move_not_possible: 409,
  world_busy: 409,
}

/** Turns a problem into the body of an error response. */
type BodyOf = (problem: Problem, language: PersonLanguage) => object

type ErrorHandler = (
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply

type ByUrl = {
  bodyFor: (url: string) => BodyOf
  languagesFor?: (url: string) => readonly PersonLanguage[]
  isInGuide?: (url: string) => boolean
}

/**
 * Creates the error handler: it sends any error as a problem, and logs errors that are not shown to the caller.
 * `bodyFor` and `languagesFor` choose the body and its possible languages by the URL of the request; responses to URLs
 * that `isInGuide` lead to their explanation in the guide.
 */
export function createErrorHandler({
  bodyFor,
  languagesFor = () => languages,
  isInGuide = () => false,
}: ByUrl): ErrorHandler {
  return (error, request, reply) => {
    const own = request.caller?.language ?? request.member?.language
    const known = languagesFor(request.url)
    const language = answerLanguage(request.headers['accept-language'], { own, known })
    const isCut = isCutBody(request) || (error instanceof ProviderError && hasLeft(reply))
    const problem = isCut ? malformed : asProblem(error, request)
    const status = isCut ? clientClosed : statusOf(problem)
    if (!isCut) request.refusal = { code: problem.code, field: firstField(problem) }
    if (status >= 500 && problem !== error)
      request.log.error({ request: request.id, err: error }, 'request failed')
    if (problem instanceof MethodNotAllowed) reply.header('allow', problem.allowed.join(', '))
    if (problem.retryAfterSeconds) reply.header('retry-after', String(problem.retryAfterSeconds))
    if (isInGuide(request.url))
      reply.header('link', helpLink({ status, code: problem.code }, nearestLanguage(language)))
    return sendJson(reply.code(status), bodyFor(request.url)(problem, language))
  }
}

/** `photos[3]` becomes `photos[]`, so one error has one name. */
const firstField = ({ details }: Problem): string | null =>
  Object.keys(details ?? {})[0]?.replaceAll(/\[\d+\]/g, '[]') ?? null

/** Sends bytes: for a string Fastify appends a charset, and some errors skip the hook that would remove it. */
const sendJson = (reply: FastifyReply, body: object) =>
  reply.header('content-type', jsonType).send(Buffer.from(JSON.stringify(body)))

/** The client has gone: the status is for the log and the metrics, as other servers count it. */
export const clientClosed = 499

/** The client disconnected while sending. The error looks like a lost database connection, but is not our failure. */
const isCutBody = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** The client disconnected after sending: what still waited for a provider was given up. */
const hasLeft = ({ raw }: FastifyReply): boolean => raw.destroyed && !raw.writableFinished

const statusOf = (problem: Problem): number => (problem instanceof Forbidden ? 403 : statuses[problem.code])

/** Spec part 7 has one code for 401 and 403, `unauthorized`. */
export class Forbidden extends Problem {
  constructor(text: Text) {
    super('unauthorized', text)
  }
}

export class MethodNotAllowed extends Problem {
  readonly allowed: string[]

  constructor(allowed: string[]) {
    super('method_not_allowed', (t) => t.requests.methods(allowed))
    this.allowed = allowed
  }
}

/** The members that every error body has. */
export function errorBody({ code, text, details }: Problem, language: PersonLanguage) {
  return {
    error: code,
    message: text(texts[language]),
    ...(details && { details: shownDetails(details, language) }),
  }
}

const shownDetails = (details: Details, language: PersonLanguage): Record<string, string> =>
  Object.fromEntries(Object.entries(details).map(([field, why]) => [field, why(texts[language])]))

function asProblem(error: FastifyError | Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseUnavailable(error)) return unavailable(1 + Math.round(Math.random()))
  if (error instanceof ProviderError) return unavailable(5)
  if (isErasedAccount(error)) return erased
  if (error instanceof AskedFault) return askedFault
  if (!('code' in error)) return internal
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && request.routeOptions.config.takesPhoto)
    return tooLargePhoto
  return frameworkProblems[error.code] ?? (isOfRequest(error) ? malformed : internal)
}

/**
 * A 4xx error of Fastify or its plugins is an error in the request. Errors of other libraries concern our own requests.
 */
const isOfRequest = ({ code, statusCode = 500 }: FastifyError): boolean =>
  code.startsWith('FST_') && statusCode >= 400 && statusCode < 500

const erased = new Problem('signed_out', (t) => t.accounts.erased)

const internal = new Problem('internal_error', (t) => t.requests.failed)

const askedFault = new Problem('internal_error', (t) => t.requests.failed, { retryAfterSeconds: 1 })

/** A database usually recovers within seconds; its retry delay has jitter, to spread the retries of clients. */
const unavailable = (retryAfterSeconds: number) =>
  new Problem('service_unavailable', (t) => t.requests.unavailable, { retryAfterSeconds })

export const notFound = new Problem('not_found', (t) => t.requests.notFound)

/** Default limit of a request body in bytes. */
export const maxBodyBytes = 65_536

const tooLarge = new Problem('payload_too_large', (t) => t.requests.tooLarge(maxBodyBytes))

const tooLargePhoto = new Problem('payload_too_large', (t) => t.jobs.photoTooLarge)

export const unsupportedMediaType = new Problem('unsupported_media_type', (t) => t.requests.mediaType)

export const malformed = new Problem('validation_error', (t) => t.requests.malformed)

const frameworkProblems: Record<string, Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformed,
  FST_ERR_BAD_URL: notFound,
}
