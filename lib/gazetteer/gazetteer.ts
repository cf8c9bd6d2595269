import { loadSearchIndex } from './candidates/search-index.ts'
import { isKnownCountry } from './data/countries.ts'
import { parseAddress } from './parse/parse-address.ts'
import type { Refusal } from './resolve/decision.ts'
import type { PostcodePoint } from './resolve/evidence.ts'
import { locate } from './resolve/locate.ts'
import type { Located } from './resolve/located.ts'

/** `unavailable`: the postal rows could not be read. */
export type GazetteerResult = Located | Refusal | { outcome: 'unavailable' }

export type Gazetteer = {
  /** Resolves for any text. Rejects only if the place data cannot be read, or with the abort reason of `signal`. */
  locate: (address: string, signal?: AbortSignal) => Promise<GazetteerResult>
}

type Needs = {
  /** The country where an address that names no country is looked for first. */
  home: string
  /** Finds the rows of a postcode in a postal file (GeoNames). Without it, postcodes only confirm or contradict a place. */
  findPostcode?: ((country: string, postcode: string) => Promise<PostcodePoint[]>) | undefined
}

/** Starts to load the place data, which takes a fraction of a second. The first look-up waits for it. */
export function openGazetteer({ home, findPostcode = async () => [] }: Needs): Gazetteer {
  const loading = loaded(home)
  // Look-ups await `loading` and get its error. Without a look-up, an unhandled rejection would end the process.
  loading.catch(() => {})
  return {
    async locate(address, signal) {
      const { search, countries } = await loading
      signal?.throwIfAborted()
      const parsed = parseAddress(address, countries)
      if (parsed === null) return { outcome: 'not_found' }
      const { postcodes, country } = parsed
      if (country !== null && !isKnownCountry(country)) return { outcome: 'not_found' }
      const [postcode] = postcodes
      if (!postcode) return locate(search, parsed, [])
      const points = await findPostcode(country ?? postcode.country ?? home, postcode.code).catch(() => null)
      // Without the rows, the address would get a different point.
      return points === null ? { outcome: 'unavailable' } : locate(search, parsed, points)
    },
  }
}

/** Gazetteers of one process share the place data, which never changes. */
function loaded(home: string): ReturnType<typeof load> {
  const earlier = loadings.get(home)
  if (earlier) return earlier
  const loading = load(home)
  loadings.set(home, loading)
  loading.catch(() => loadings.delete(home))
  return loading
}

const loadings = new Map<string, ReturnType<typeof load>>()

async function load(home: string) {
  const search = await loadSearchIndex(home)
  return { search, countries: search.places.countries }
}
