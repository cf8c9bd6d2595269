import { errorOf, type Reply } from './error-of.ts'
import { ConnectionError, DrayError, TimeoutError } from './errors.ts'
import { linkIn } from './link-in.ts'
import { checkedTime, type RequestOptions, type Settings } from './options.ts'
import { messagesOf, redact, safeCause } from './redact.ts'
import { isRefusedUndone, pauseBeforeRetry } from './retries.ts'
import { sleep } from './sleep.ts'
import { version } from './version.ts'

export type ApiRequest = {
  /** Default: `GET`, or `POST` with a body. */
  method?: 'GET' | 'POST' | 'DELETE'
  path: `/v1/${string}` | `/sandbox/v1/${string}`
  /** JSON. It is written once, so every retry sends the same. */
  body?: string | undefined
  /** Requests a 304 while the job matches it. */
  etag?: string | null
  idempotencyKey?: string | undefined
  /** Retried only if the first try surely had no effect. */
  once?: true | undefined
}

/**
 * Sends a request until its response is a success, or 304. Retries temporary errors.
 * @throws DrayError, or the reason of `signal`
 */
export async function send(settings: Settings, request: ApiRequest, options: RequestOptions): Promise<Reply> {
  const { signal, maxRetries = settings.maxRetries } = options
  const timeoutMs = checkedTime('timeoutMs', options.timeoutMs ?? settings.timeoutMs)
  for (let retries = 0; ; retries++) {
    try {
      return await attempt(settings, request, { ...options, timeoutMs })
    } catch (error) {
      const pauseMs =
        error instanceof DrayError && retries < maxRetries && (!request.once || isRefusedUndone(error))
          ? pauseBeforeRetry(error, retries, Math.random())
          : null
      if (pauseMs === null) throw error
      await sleep(pauseMs, signal)
    }
  }
}

type Limits = RequestOptions & { timeoutMs: number }

async function attempt(settings: Settings, request: ApiRequest, options: Limits): Promise<Reply> {
  const { signal, timeoutMs } = options
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  const reply = await fetchReply(settings, request, {
    headers: headersOf(settings, request, options.language ?? settings.language),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw timeout.aborted ? lateAnswer(request, timeoutMs) : noAnswer(settings, request, error)
  })
  if ((reply.status >= 200 && reply.status < 300) || reply.status === 304) return reply
  const text = redact(reply.text, settings.apiKey)
  throw errorOf({ ...reply, text }, request.idempotencyKey)
}

/** The redirect of a proxy is not followed: `fetch` would send the API key to the other address. */
async function fetchReply(
  settings: Settings,
  { path, body, method = body ? 'POST' : 'GET' }: ApiRequest,
  init: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Reply> {
  const { baseUrl, fetch } = settings
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    ...(body && { body }),
    ...init,
  })
  const { status, headers } = response
  return { status, headers, text: await response.text(), helpUrl: linkIn(headers, 'help', settings) }
}

function headersOf(
  { apiKey, world }: Settings,
  { body, etag, idempotencyKey }: ApiRequest,
  language: string | undefined,
): Record<string, string> {
  return {
    'X-API-Key': apiKey,
    Accept: 'application/json',
    'User-Agent': `dray-sdk-typescript/${version}`,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    ...(language && { 'Accept-Language': language }),
    ...(world && { 'Dray-World': world }),
    ...(etag && { 'If-None-Match': etag }),
  }
}

const lateAnswer = ({ idempotencyKey }: ApiRequest, timeoutMs: number): TimeoutError =>
  new TimeoutError({
    message: `No response within ${timeoutMs} ms.`,
    code: 'timeout',
    idempotencyKey,
  })

function noAnswer(
  { apiKey, baseUrl }: Settings,
  { idempotencyKey }: ApiRequest,
  error: unknown,
): ConnectionError {
  const cause = safeCause(error, apiKey)
  return new ConnectionError({
    message: redact(`No response from ${baseUrl}: ${messagesOf(cause)}`, apiKey),
    code: 'connection_failed',
    cause,
    idempotencyKey,
  })
}
