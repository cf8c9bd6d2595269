import { createHttpClient } from './http-client.ts'
import { askedSeconds, createRetryPause } from './retry-pause.ts'

/**
 * Why an engine (a geocoder or a router) cannot be used now. The message is for the operator and has no part of an
 * address or a position. `retryAfterSeconds`: the wait that the engine asked for.
 */
export class EngineTrouble extends Error {
  readonly retryAfterSeconds: number | null

  constructor(reason: string, retryAfterSeconds: number | null = null) {
    super(reason)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** With `json`, a POST of it. */
export type EngineRequest = { url: string; headers?: Record<string, string>; json?: unknown }

/** `json` is undefined if the body is not JSON. */
export type EngineResponse = { status: number; json: unknown }

/**
 * Sends a request, with one retry when the network failed, the engine was too slow or answered 5xx.
 *
 * @returns the response of the engine, if its status can say something about the request: 2xx, 400, 404 and others.
 * @throws EngineTrouble for 5xx, redirects, a refused key (401, 403), a used-up quota (402, 429), and during the pause
 *   that the engine asked for with `Retry-After`.
 */
export type EngineClient = (request: EngineRequest, signal?: AbortSignal) => Promise<EngineResponse>

type Options = {
  /** Timeout of each of the two tries, in milliseconds. */
  tryMs: number
  /** Called before each try, such as to keep a rate limit. */
  beforeTry?: () => Promise<void>
}

export function createEngineClient({ tryMs, beforeTry = async () => {} }: Options): EngineClient {
  const request = createHttpClient({ connect: { timeout: tryMs }, maxResponseSize: maxAnswerBytes })
  const pause = createRetryPause()
  let pauseReason = ''

  async function attempt(asked: EngineRequest, signal: AbortSignal | undefined): Promise<Attempt> {
    await beforeTry()
    const timeout = AbortSignal.timeout(tryMs)
    try {
      const { statusCode, headers, body } = await request(asked.url, {
        ...withBody(asked),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const response = { status: statusCode, json: parse(await body.text()) }
      const reason = troubleOf(statusCode)
      if (reason === null) return { response }
      const restSeconds = askedSeconds(statusCode, headers['retry-after'])
      return {
        trouble: new EngineTrouble(reason, restSeconds),
        again: statusCode >= 500 && restSeconds === null,
      }
    } catch (error) {
      return { trouble: new EngineTrouble(nameOf(error)), again: !signal?.aborted }
    }
  }

  return async (asked, signal) => {
    const secondsLeft = pause.secondsLeft()
    if (secondsLeft !== null) throw new EngineTrouble(pauseReason, secondsLeft)
    let tried = await attempt(asked, signal)
    if ('trouble' in tried && tried.again) tried = await attempt(asked, signal)
    if ('response' in tried) return tried.response
    const { retryAfterSeconds, message } = tried.trouble
    if (retryAfterSeconds !== null) {
      pause.begin(retryAfterSeconds)
      pauseReason = message
    }
    throw tried.trouble
  }
}

type Attempt = { response: EngineResponse } | { trouble: EngineTrouble; again: boolean }

const maxAnswerBytes = 1_000_000

const withBody = ({ json, headers = {} }: EngineRequest) => ({
  headers: {
    accept: 'application/json',
    ...headers,
    ...(json !== undefined && { 'content-type': 'application/json' }),
  },
  ...(json !== undefined && { method: 'POST' as const, body: JSON.stringify(json) }),
})

/** The reason why a status says nothing about the request; null if it may. */
function troubleOf(status: number): string | null {
  if (status === 401 || status === 403) return `HTTP ${status} (key or access refused)`
  if (status === 402 || status === 429) return `HTTP ${status} (quota used up)`
  return status >= 500 || (status >= 300 && status < 400) ? `HTTP ${status}` : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only the name: the message may contain the URL, and the URL the address. */
function nameOf(error: unknown): string {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (typeof code === 'string') return code
  if (!(error instanceof Error)) return 'no answer'
  return error.name === 'TimeoutError' ? 'TimeoutError (too slow)' : error.name
}
