import { type Static, Type } from 'typebox'
import { Agent, type Dispatcher, request } from 'undici'
import { knownCountries } from '../countries.ts'
import type { Geocoded, Geocoder } from '../geocoder.ts'
import { createBreaker, createPace, type Pace } from './manners.ts'
import { readAnswer } from './nominatim-answer.ts'

const env = Type.Object({
  NOMINATIM_URL: Type.String({
    pattern: '^https?://[^?#]+$',
    description: 'Where Nominatim answers, without the /search part',
  }),
  NOMINATIM_USER_AGENT: Type.String({
    default: 'dray',
    pattern: '^[\\x20-\\x7e]{1,200}$',
    description: 'Who asks; the public server wants a name and a contact',
  }),
  NOMINATIM_COUNTRY_CODES: Type.String({
    default: knownCountries.join(','),
    pattern: '^[a-z]{2}(,[a-z]{2})*$',
    description: 'The service area: comma-separated ISO codes',
  }),
  NOMINATIM_TIMEOUT_MS: Type.Integer({
    default: 3_000,
    minimum: 100,
    maximum: 30_000,
    description: 'How long a look-up may take, its second try included',
  }),
  GEOCODER_PUBLIC_OK: Type.Enum(['0', '1'], {
    type: 'string',
    default: '0',
    description: '1 allows the public server: one request a second for the whole service',
  }),
})
type Settings = Static<typeof env>

type ConnectNeeds = {
  /** Told what kept the engine from answering, never the address: a refused key wants an operator. */
  onTrouble?: ((reason: string) => void) | undefined
}

/**
 * Nominatim's free-form search, version 5 (nominatim.org/release-docs/latest/api/Search).
 *
 * @throws Error when the public server is named without `GEOCODER_PUBLIC_OK=1`, or without an own user agent.
 */
export const nominatim = {
  env,
  connect(settings: Settings, { onTrouble = () => {} }: ConnectNeeds = {}): Geocoder {
    const isPublic = refusePublic(settings)
    const timeoutMs = settings.NOMINATIM_TIMEOUT_MS
    const dispatcher = new Agent({ connect: { timeout: timeoutMs }, maxResponseSize: maxAnswerBytes })
    const pace = createPace(isPublic ? 1_000 : 0, timeoutMs)
    const breaker = createBreaker({ failures: 5, restMs: 10_000 })
    const needs: Needs = { settings, dispatcher, pace }
    return {
      name: 'nominatim',
      dataVersion: `1-${settings.NOMINATIM_COUNTRY_CODES}`,
      async geocode(address, signal) {
        if (breaker.isOpen()) return { outcome: 'unavailable' }
        const { outcome, trouble } = await look(needs, address, signal)
        signal?.throwIfAborted()
        breaker.note(trouble === null)
        if (trouble !== null) onTrouble(`nominatim: ${trouble}`)
        return outcome
      },
    }
  },
}

const maxAnswerBytes = 1_000_000

/** Its policy (operations.osmfoundation.org/policies/nominatim): one request a second, a user agent that says who. */
function refusePublic({ NOMINATIM_URL, NOMINATIM_USER_AGENT, GEOCODER_PUBLIC_OK }: Settings): boolean {
  const { hostname } = new URL(NOMINATIM_URL)
  const isPublic = /(^|\.)openstreetmap\.org\.?$/i.test(hostname)
  if (!isPublic) return false
  if (GEOCODER_PUBLIC_OK !== '1') {
    throw new Error(
      'NOMINATIM_URL is the public server: run your own, or set GEOCODER_PUBLIC_OK=1 (1 request a second)',
    )
  }
  if (NOMINATIM_USER_AGENT === 'dray')
    throw new Error('NOMINATIM_USER_AGENT must say who you are to the public server')
  return true
}

type Needs = { settings: Settings; dispatcher: Dispatcher; pace: Pace }
type Look = { outcome: Geocoded; trouble: string | null }
type Try = Look & { again: boolean }

async function look(needs: Needs, address: string, signal?: AbortSignal): Promise<Look> {
  const first = await lookOnce(needs, address, signal)
  return first.again && !signal?.aborted ? await lookOnce(needs, address, signal) : first
}

/** Half the time each, so that two tries keep within the whole. */
async function lookOnce(
  { settings, dispatcher, pace }: Needs,
  address: string,
  signal?: AbortSignal,
): Promise<Try> {
  if (!(await pace.mayGo())) return unavailable('too many look-ups for one a second', false)
  const timeout = AbortSignal.timeout(settings.NOMINATIM_TIMEOUT_MS / 2)
  try {
    const { statusCode, body } = await request(searchUrl(settings, address), {
      dispatcher,
      headers: { accept: 'application/json', 'user-agent': settings.NOMINATIM_USER_AGENT },
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    return verdict(address, statusCode, await body.text())
  } catch (error) {
    return unavailable(codeOf(error), true)
  }
}

function searchUrl({ NOMINATIM_URL, NOMINATIM_COUNTRY_CODES }: Settings, address: string): string {
  const query = new URLSearchParams({
    q: address,
    format: 'jsonv2',
    addressdetails: '1',
    limit: '5',
    countrycodes: NOMINATIM_COUNTRY_CODES,
    'accept-language': 'es',
  })
  return `${NOMINATIM_URL.replace(/\/+$/, '')}/search?${query.toString()}`
}

/** Only what the engine says of the address counts against it: a refused key or our own bad request does not. */
function verdict(address: string, status: number, text: string): Try {
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
  return { outcome, trouble: null, again: false }
}

function unavailable(trouble: string, again: boolean): Try {
  return { outcome: { outcome: 'unavailable' }, trouble, again }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `{error: {message}}` of Nominatim, `{error: "..."}` of services of the same shape. */
function errorMessage(json: unknown): string {
  const error = typeof json === 'object' && json !== null ? Reflect.get(json, 'error') : undefined
  if (typeof error === 'string') return error
  const message = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined
  return typeof message === 'string' ? message : ''
}

/** The code alone: a message may quote the URL, and the URL holds the address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'no answer'
}
