import { type Static, Type } from 'typebox'
import { knownCountries } from '#lib/gazetteer/data/countries.ts'
import { EngineTrouble } from '../../lib/engine-client.ts'
import { capitalOfFirst, connectEngine } from '../engine/connect-engine.ts'
import { isOn, publicGapMs, publicOk, publicServerFault } from '../engine/public-server.ts'
import type { Geocoder } from '../geocoder.ts'
import { readAnswer, saysNotFound } from './nominatim-answer.ts'

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
  GEOCODER_PUBLIC_OK: publicOk,
})
type Settings = Static<typeof env>

/**
 * Nominatim's free-form search, version 5 (nominatim.org/release-docs/latest/api/Search).
 *
 * @throws Error when the public server is configured without `GEOCODER_PUBLIC_OK=1` or with the default user agent.
 */
export const nominatim = {
  env,
  knowsStreets: true,
  faults: publicServerFaults,
  connect(settings: Settings): Geocoder {
    const [fault] = publicServerFaults(settings)
    if (fault) throw new Error(fault)
    const { NOMINATIM_COUNTRY_CODES: countryCodes } = settings
    const base = settings.NOMINATIM_URL.replace(/\/+$/, '')
    return connectEngine({
      name: 'nominatim',
      dataVersion: `1-${countryCodes}`,
      timeoutMs: settings.NOMINATIM_TIMEOUT_MS,
      userAgent: settings.NOMINATIM_USER_AGENT,
      gapMs: isPublic(settings) ? publicGapMs : 0,
      knownTown: capitalOfFirst(countryCodes),
      async search(address, get) {
        const { status, json } = await get(`${base}/search?${queryOf(address, countryCodes)}`)
        if (status === 200) return readAnswer(address, json)
        if (saysNotFound(status, json)) return { outcome: 'not_found' }
        throw new EngineTrouble(`HTTP ${status}`)
      },
    })
  },
}

/** Policy (operations.osmfoundation.org/policies/nominatim): one request per second, an identifying user agent. */
function publicServerFaults(settings: Settings): string[] {
  if (!isPublic(settings)) return []
  const { NOMINATIM_USER_AGENT, GEOCODER_PUBLIC_OK } = settings
  return [
    GEOCODER_PUBLIC_OK !== '1' && publicServerFault('NOMINATIM_URL', 'GEOCODER_PUBLIC_OK'),
    NOMINATIM_USER_AGENT === 'dray' && 'NOMINATIM_USER_AGENT must say who you are to the public server',
  ].filter((fault) => fault !== false)
}

const isPublic = ({ NOMINATIM_URL }: Settings): boolean => isOn('openstreetmap.org', NOMINATIM_URL)

const queryOf = (address: string, countryCodes: string): string =>
  new URLSearchParams({
    q: address,
    format: 'jsonv2',
    addressdetails: '1',
    limit: '5',
    countrycodes: countryCodes,
    'accept-language': 'es',
  }).toString()
