import { loadSearchIndex, type SearchIndex } from './candidates/search-index.ts'
import { isKnownCountry } from './data/countries.ts'
import { parseAddress } from './parse/parse-address.ts'
import { takeCodes } from './parse/take-codes.ts'
import { wordsAsWritten } from './parse/words-as-written.ts'
import type { Refusal } from './resolve/decision.ts'
import { locate } from './resolve/locate.ts'
import type { Located } from './resolve/located.ts'
import { biggestTowns, type Completion, suggestTowns, type Town } from './suggest.ts'
import { type PostcodeRows, readingOnce, suggestPostcodes } from './suggest-postcodes.ts'

/** `unavailable`: the postal rows could not be read. */
export type GazetteerResult = Located | Refusal | { outcome: 'unavailable' }

export type Gazetteer = {
  /** Resolves for any text. Rejects only if the place data cannot be read, or with the abort reason of `signal`. */
  locate: (address: string, signal?: AbortSignal) => Promise<GazetteerResult>
  /**
   * Completes the postcode or the town at the end of an address, at most `most` times. Each result can be located.
   * Rejects when the postal rows cannot be read.
   */
  suggest: (typed: string, most: number) => Promise<string[]>
  /** The biggest towns of the home country, the biggest first. */
  biggestTowns: (most: number) => Promise<Town[]>
}

type Needs = {
  /** The country where an address that names no country is looked for first. */
  home: string
  /**
   * Finds the rows of a postcode in a postal file (GeoNames). Without it, postcodes only confirm or contradict a place.
   */
  findPostcode?: PostcodeRows['findPostcode'] | undefined
  /** Finds postcodes in the postal file to complete them. Without it, no postcode is completed. */
  findPostcodesBeginning?: PostcodeRows['findPostcodesBeginning'] | undefined
}

/** Starts to load the place data, which takes a fraction of a second. The first look-up waits for it. */
export function openGazetteer({
  home,
  findPostcode = async () => [],
  findPostcodesBeginning = async () => [],
}: Needs): Gazetteer {
  const loading = loaded(home)
  // Look-ups await `loading` and get its error. Without a look-up, an unhandled rejection would end the process.
  loading.catch(() => {})
  const find = async (
    address: string,
    rows: Pick<PostcodeRows, 'findPostcode'>,
    signal?: AbortSignal,
  ): Promise<GazetteerResult> => {
    const { search, names } = await loading
    signal?.throwIfAborted()
    const parsed = parseAddress(address, names)
    if (parsed === null) return { outcome: 'not_found' }
    const [country = null, other] = parsed.countries
    if (country !== null && !isKnownCountry(country)) return { outcome: 'not_found' }
    if (other !== undefined) return { outcome: 'conflict' }
    const [postcode] = parsed.postcodes
    if (!postcode) return asWritten(locate(search, parsed, []), address)
    const points = await rows
      .findPostcode(country ?? postcode.country ?? home, postcode.code)
      .catch(() => null)
    // Without the rows, the address would get a different point.
    return points === null ? { outcome: 'unavailable' } : asWritten(locate(search, parsed, points), address)
  }
  const isLocated = async (text: string, rows: PostcodeRows): Promise<boolean> => {
    const { outcome } = await find(text, rows)
    // A caller keeps the list, so a text must not be missing because its rows could not be read.
    if (outcome === 'unavailable') throw new Error('the postal rows could not be read')
    return outcome === 'located'
  }
  const located = async (completions: Completion[], rows: PostcodeRows): Promise<string[]> => {
    const found = await Promise.all(
      completions.map(async ({ text, alsoLocated }) => {
        if (!(await isLocated(text, rows))) return []
        return alsoLocated === null || (await isLocated(alsoLocated, rows)) ? [text] : []
      }),
    )
    return found.flat()
  }
  return {
    locate: (address, signal) => find(address, { findPostcode }, signal),
    async suggest(typed, most) {
      const { search } = await loading
      const rows = readingOnce({ findPostcode, findPostcodesBeginning })
      const needs = { home, places: search.places, ...rows }
      const whole = (text: string) => ({ text, alsoLocated: null })
      const ofPostcodes = (await suggestPostcodes(needs, typed, 2 * most)).map(whole)
      const first = await located(ofPostcodes, rows)
      const texts =
        first.length > 0 ? first : await located(await completeTowns({ search, rows }, typed, 2 * most), rows)
      return texts.slice(0, most)
    },
    biggestTowns: async (most) => biggestTowns((await loading).search, most),
  }
}

/** The towns that a text may go on with; none for a text with two postcodes. */
async function completeTowns(
  { search, rows }: { search: SearchIndex; rows: PostcodeRows },
  typed: string,
  most: number,
): Promise<Completion[]> {
  const [postcode, other] = takeCodes(typed, ' ').found
  if (!postcode || other) return other ? [] : suggestTowns(search, { typed, postcode: null }, most)
  const points = await rows.findPostcode(postcode.country ?? search.home, postcode.code)
  return suggestTowns(search, { typed, postcode: { code: postcode.code, points } }, most)
}

/** The words that were not understood, as they are written in the address and not folded. */
function asWritten(result: Located | Refusal, address: string): Located | Refusal {
  if (result.outcome !== 'not_found' || result.unknown === undefined) return result
  const written = wordsAsWritten(address, result.unknown)
  return written === null ? { outcome: 'not_found' } : { ...result, unknown: written }
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
  const { countries, byName } = search.places
  return { search, names: { home, countries, isPlace: byName.has } }
}
