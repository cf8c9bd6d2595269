import type { Static, TSchema } from 'typebox'
import { accountHeader } from '#contract/app/account-header.ts'
import type { AdminOperation, AppOperation, Operation, PartnerPanelOperation } from '#contract/operation.ts'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { namedAccount, sessionMark } from './device-account.ts'
import { takeEarlyRead } from './early-reads.ts'
import { currentLanguage } from './language.ts'
import { type Sent, timeoutMs } from './sent.ts'
import { assumeSignedOut, isSignedOut } from './signed-out.ts'
import { askForTerms } from './terms.ts'

export { ApiError } from './api-error.ts'

/** An operation of the app or of a panel. */
export type WebOperation = Operation & { url: (AppOperation | AdminOperation | PartnerPanelOperation)['url'] }

/** Input of an operation: its path parameters, query and body, each only if the operation has it. */
export type Input<O extends WebOperation> = Part<O, 'params'> &
  Part<O, 'query'> &
  (O extends { takesPhoto: true } ? { body: Blob } : Part<O, 'body'>) & {
    /** Sent as `Idempotency-Key`, so a retry has no further effect. */
    idempotencyKey?: string
    signal?: AbortSignal
    /** Lets the request outlive the page, for one that is sent while the page closes. */
    keepalive?: boolean
  }

/** Response body of an operation that succeeds; undefined if the response has no body. */
export type Output<O extends WebOperation> = {
  [S in keyof O['answers']]: S extends 200 | 201 | 202 ? BodyOf<O['answers'][S]> : never
}[keyof O['answers']] extends infer Body
  ? [Body] extends [never]
    ? undefined
    : Body
  : never

type Part<O, Name extends 'params' | 'query' | 'body'> =
  O extends Record<Name, infer Schema extends TSchema>
    ? object extends Static<Schema>
      ? { [N in Name]?: Static<Schema> }
      : { [N in Name]: Static<Schema> }
    : { [N in Name]?: never }

type BodyOf<A> = A extends { body: infer Schema extends TSchema } ? Static<Schema> : never

/**
 * Sends the request of an operation of the contract.
 *
 * @throws ApiError for an error response, and if no response came.
 */
export async function call<O extends WebOperation>(operation: O, input: Input<O>): Promise<Output<O>> {
  const sent = requestOf(operation, input)
  const isRead = sent.method === 'GET'
  if (!isRead) assumeSignedOut(false)
  if (isSignedOut() && operation.access !== 'anyone') throw errorWithoutAnswer(401, 'signed_out')
  // A read tells whose session it is.
  const account = isRead ? null : namedAccount()
  return (await exchange({ ...sent, ...(account && { account }) }, input)) as Output<O>
}

export function requestOf<O extends WebOperation>(operation: O, input: Input<O>): Sent {
  const { params, query, body, idempotencyKey } = input as Loose
  const path = operation.url.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  )
  return {
    method: operation.method,
    url: path + queryString(query),
    ...(body instanceof Blob && { body, contentType: body.type }),
    ...(body && !(body instanceof Blob) && { body: JSON.stringify(body), contentType: 'application/json' }),
    ...(idempotencyKey && { idempotencyKey }),
  }
}

type Loose = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  idempotencyKey?: string
}

function queryString(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

type Sending = { signal?: AbortSignal; keepalive?: boolean }

/** Sends a request. One that needs the terms in force waits until the person has accepted them, and is retried once. */
export async function exchange(sent: Sent, how: Sending = {}): Promise<unknown> {
  try {
    return await sendInSession(sent, how)
  } catch (error) {
    const needsTerms = error instanceof ApiError && error.code === 'terms_not_accepted'
    if (!needsTerms || !(await askForTerms())) throw error
    return sendInSession(sent, how)
  }
}

/**
 * A late 401 is about the session in which the request was sent. If a newer one has begun on this device since, the
 * request is sent again in that one. A change that names no account is not: the session may be of another person.
 */
async function sendInSession(sent: Sent, how: Sending): Promise<unknown> {
  const mark = sessionMark()
  try {
    return await sendOnce(sent, how)
  } catch (error) {
    const isOfFormer = error instanceof ApiError && error.status === 401 && mark !== sessionMark()
    if (!isOfFormer || (sent.method !== 'GET' && !sent.account)) throw error
    return sendOnce(sent, how)
  }
}

async function sendOnce(sent: Sent, { signal, keepalive }: Sending): Promise<unknown> {
  const { method, url, body, contentType, idempotencyKey, account } = sent
  const headers = {
    'accept-language': currentLanguage(),
    ...(contentType && { 'content-type': contentType }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(account && { [accountHeader]: account }),
  }
  // On a lost network a browser may keep a photo for many minutes without an error.
  const limit = signal ?? (body instanceof Blob ? AbortSignal.timeout(timeoutMs(sent)) : null)
  const early = takeEarlyRead(sent)
  const answer = await (
    early ??
    fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body !== undefined && { body }),
      ...(limit && { signal: limit }),
      ...(keepalive && { keepalive }),
    })
  ).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw noConnection()
  })
  const text = await answer.text().catch(() => {
    throw noConnection()
  })
  const value = text ? parseJson(text) : undefined
  // Such as the sign-in page of a Wi-Fi.
  if (answer.ok && text && value === undefined) throw noConnection()
  if (answer.ok) return value
  throw refusalOf(answer, value)
}

const noConnection = () => errorWithoutAnswer(0, 'no_connection')

const errorWithoutAnswer = (status: 0 | 401, code: ApiErrorCode) =>
  new ApiError({ status, code, message: '', details: {}, retryAfterSeconds: null })

/** Undefined if the text is not JSON, such as an error page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(answer: Response, value: unknown): ApiError {
  const { error, message, details, retry_after_seconds, support_url } = (value ?? {}) as Record<
    string,
    unknown
  >
  const wait = Number(retry_after_seconds ?? answer.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    status: answer.status,
    // An error response of a proxy has no `error` code.
    code: (error as ApiErrorCode | undefined) ?? (answer.status >= 500 ? 'service_unavailable' : 'not_found'),
    message: typeof message === 'string' ? message : '',
    details: (details ?? {}) as Record<string, string>,
    retryAfterSeconds: Number.isFinite(wait) ? wait : null,
    supportUrl: typeof support_url === 'string' ? support_url : null,
  })
}
