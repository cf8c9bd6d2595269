import { type Static, Type } from 'typebox'
import { knownCountries } from '#lib/gazetteer/data/countries.ts'
import { createHttpClient } from '../../lib/http-client.ts'
import { createRetryPause } from '../../lib/retry-pause.ts'
import type { Geocoder } from '../geocoder.ts'
import { createBreaker, createPace } from './manners.ts'
import { look } from './nominatim-request.ts'

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
