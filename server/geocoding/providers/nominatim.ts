import { type Static, Type } from 'typebox'
import { knownCountries } from '#lib/gazetteer/data/countries.ts'
import { createHttpClient, type HttpClient } from '../../lib/http-client.ts'
import { askedSeconds, createRetryPause } from '../../lib/retry-pause.ts'
import type { Geocoded, Geocoder } from '../geocoder.ts'
import { createBreaker, createPace, type Pace } from './manners.ts'
import { readAnswer } from './nominatim-answer.ts'

const env = Type.Object({
  NOMINATIM_URL: Type.String({
    format: 'service-url',
  }),
  NOMINATIM_USER_AGENT: Type.String({
    default: 'dray',
    pattern: '^[\\x20-\\x7e]{1,200}$',
  }),
  NOMINATIM_COUNTRY_CODES: Type.String({
    default: knownCountries.join(','),
    pattern: '^[a-z]{2}(,[a-z]{2})*$',
  }),
  NOMINATIM_TIMEOUT_MS: Type.Integer({
    default: 3_000,
    minimum: 100,
    maximum: 30_000,
  }),
  GEOCODER_PUBLIC_OK: Type.Enum(['0', '1'], {
    type: 'string',
    default: '0',
  }),
})
type Settings = Static<typeof env>

type ConnectNeeds = {
  /** Called with the reason of a failed request, never with the address: a rejected key needs an operator. */
  onTrouble?: ((reason: string) => void) | undefined
}

/**
 * Nominatim's free-form search, version 5 (nominatim.org/release-docs/latest/api/Search).
 *
 * @throws Error when the public server is configured without `GEOCODER_PUBLIC_OK=1` or with the default user agent.
 */
export const nominatim = {
  env,
  knowsStreets: true,
  faults: publicServerFaults,
  connect(settings: Settings, { onTrouble = () => {} }: ConnectNeeds = {}): Geocoder {
    const [fault] = publicServerFaults(settings)
    if (fault) throw new Error(fault)
    const timeoutMs = settings.NOMINATIM_TIMEOUT_MS
    const request = createHttpClient({ connect: { timeout: timeoutMs }, maxResponseSize: maxAnswerBytes })
    const pace = createPace(isPublicServer(settings) ? 1_000 : 0, timeoutMs)
    const breaker = createBreaker({ failures: 5, restMs: 10_000 })
    const rest = createRetryPause()
    const needs = {
      base: settings.NOMINATIM_URL.replace(/\/+$/, ''),
      userAgent: settings.NOMINATIM_USER_AGENT,
      countryCodes: settings.NOMINATIM_COUNTRY_CODES,
      timeoutMs,
      request,
      pace,
    }
    return {
      name: 'nominatim',
      dataVersion: `1-${settings.NOMINATIM_COUNTRY_CODES}`,
      async geocode(address, signal) {
        const secondsLeft = rest.secondsLeft()
        if (secondsLeft !== null) return { outcome: 'unavailable', retryAfterSeconds: secondsLeft }
        if (breaker.isOpen()) return { outcome: 'unavailable' }
        const { outcome, trouble, restSeconds } = await look(needs, address, signal)
        if (restSeconds !== null) rest.begin(restSeconds)
        signal?.throwIfAborted()
        breaker.note(trouble === null)
        if (trouble !== null) onTrouble(`nominatim: ${trouble}`)
        return restSeconds === null ? outcome : { outcome: 'unavailable', retryAfterSeconds: restSeconds }
      },
    }
  },
}

const maxAnswerBytes = 1_000_000

/** Policy (operations.osmfoundation.org/policies/nominatim): one request per second, an identifying user agent. */
function publicServerFaults(settings: Settings): string[] {
  if (!isPublicServer(settings)) return []
  const { NOMINATIM_USER_AGENT, GEOCODER_PUBLIC_OK } = settings
  return [
    GEOCODER_PUBLIC_OK !== '1' &&
      'NOMINATIM_URL is the public server: run your own, or set GEOCODER_PUBLIC_OK=1 (1 request a second)',
    NOMINATIM_USER_AGENT === 'dray' && 'NOMINATIM_USER_AGENT must say who you are to the public server',
  ].filter((fault) => fault !== false)
}

const isPublicServer = ({ NOMINATIM_URL }: Settings): boolean =>
  /(^|\.)openstreetmap\.org\.?$/i.test(new URL(NOMINATIM_URL).hostname)

type Needs = {
  base: string
  userAgent: string
  countryCodes: string
  /** Total for the first request and the retry. */
  timeoutMs: number
  request: HttpClient
  pace: Pace
}
/**
 * `trouble` is the error, without any part of the address; null on success. `restSeconds` is the wait that the server
 * asked for in `Retry-After`.
 */
type Look = { outcome: Geocoded; trouble: string | null; restSeconds: number | null }
type Try = Look & { again: boolean }

/** One search, with one retry when the request failed or timed out. */
async function look(needs: Needs, address: string, signal?: AbortSignal): Promise<Look> {
  const first = await lookOnce(needs, address, signal)
  return first.again && !signal?.aborted ? await lookOnce(needs, address, signal) : first
}

/** Each request gets half of the timeout, so the retry stays within the total. */
async function lookOnce(needs: Needs, address: string, signal?: AbortSignal): Promise<Try> {
  if (!(await needs.pace.mayGo())) return unavailable('too many look-ups for one a second', false)
  const timeout = AbortSignal.timeout(needs.timeoutMs / 2)
  try {
    const { statusCode, headers, body } = await needs.request(searchUrl(needs, address), {
      headers: { accept: 'application/json', 'user-agent': needs.userAgent },
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    const answer = { status: statusCode, text: await body.text() }
    return obeying(verdict(address, answer), askedSeconds(statusCode, headers['retry-after']))
  } catch (error) {
    return unavailable(codeOf(error), true)
  }
}

function searchUrl({ base, countryCodes }: Needs, address: string): string {
  const query = new URLSearchParams({
    q: address,
    format: 'jsonv2',
    addressdetails: '1',
    limit: '5',
    countrycodes: countryCodes,
    'accept-language': 'es',
  })
  return `${base}/search?${query.toString()}`
}

/** No retry when the server sent `Retry-After`. */
function obeying(answer: Try, restSeconds: number | null): Try {
  return answer.trouble === null || restSeconds === null ? answer : { ...answer, again: false, restSeconds }
}

/** `not_found` needs an explicit answer about the address; a rejected key or another bad request is `unavailable`. */
function verdict(address: string, { status, text }: { status: number; text: string }): Try {
  const json = parse(text)
  if (status === 200) {
    const outcome = readAnswer(address, json)
    return outcome.outcome === 'unavailable'
      ? unavailable('an answer of another shape', false)
      : done(outcome)
  }
  const saysNothingToFind = status === 400 && /nothing to search for/i.test(errorMessage(json))
  const saysNotFound = status === 404 && /unable to geocode/i.test(errorMessage(json))
  if (saysNothingToFind || saysNotFound) return done({ outcome: 'not_found' })
  return unavailable(`status ${status}`, status >= 500)
}

function done(outcome: Geocoded): Try {
  return { outcome, trouble: null, again: false, restSeconds: null }
}

function unavailable(trouble: string, again: boolean): Try {
  return { outcome: { outcome: 'unavailable' }, trouble, again, restSeconds: null }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Nominatim responds with `{error: {message}}`, compatible services `{error: "..."}`. */
function errorMessage(json: unknown): string {
  const error = typeof json === 'object' && json !== null ? Reflect.get(json, 'error') : undefined
  if (typeof error === 'string') return error
  const message = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined
  return typeof message === 'string' ? message : ''
}

/** Only the error code: the message may contain the URL, and the URL contains the address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'no answer'
}
