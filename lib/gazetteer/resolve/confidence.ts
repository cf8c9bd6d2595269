import type { Found } from '../candidates/mentions.ts'
import { isCommonStart, peopleIn } from '../candidates/namesakes.ts'
import type { SearchIndex } from '../candidates/search-index.ts'
import { alsoPlaces } from '../data/countries.ts'
import type { Places } from '../data/places.ts'
import { strongStreetWords } from '../parse/street-words.ts'
import { hasPlaces, isCompatible } from './compatibility.ts'
import { ambiguous, notFound, type Refusal } from './decision.ts'
import { namesAnother } from './postcode-enough.ts'
import type { Reading } from './readings.ts'

/** Why a name is not enough without confirmation by the rest of the address; null when it is. */
export function whyUnsure(
  { places, home }: SearchIndex,
  { place, mention }: Reading,
  isStated: boolean,
): Refusal | null {
  const people = peopleIn(places, place)
  if (places.country[place] === 'zz') return notFound
  const isCityAbroad = isStated && places.country[place] !== home && people >= 100_000
  if (mention.kind === 'numbered' && !isCityAbroad) return ambiguous
  if (mention.kind === 'beside' && (people < 100_000 || (places.country[place] !== home && !isStated)))
    return notFound
  if (manyTowns.has(mention.name) || (!isStated && twoCountries.has(mention.name))) return ambiguous
  if (places.country[place] !== home && !isStated && people < 50_000) return notFound
  if (places.isPart[place] && people < 20_000) return ambiguous
  if (mention.provinces !== null && !mention.provinces.includes(places.area[place] ?? '')) return ambiguous
  if (people < 20_000 && saintsName.test(mention.name)) return ambiguous
  return isCommonStart(places, mention.name, place) ? ambiguous : null
}

/** "Andorra, Escaldes Nord 5": a name that is also a country's may be the country of another name. */
export function mayBeCountry(places: Places, found: Found, { place, mention }: Reading): boolean {
  if (!places.countries.has(mention.name) && !alsoPlaces.has(mention.name)) return false
  const stated = places.countries.get(mention.name)
  return (
    (stated !== undefined && stated !== places.country[place] && found.unknowns.length > 0) ||
    found.mentions.some((other) => hasPlaces(other) && !isCompatible(places, other, place)) ||
    [...found.unknowns, ...found.passed].some(
      ({ words }) => !words.some((word) => strongStreetWords.has(word)) && namesAnother(places, words, place),
    )
  )
}

/** Short names of several towns; the data has the bare name for only one of them. */
const manyTowns: ReadonlySet<string> = new Set(['neustadt'])
/** Names of well-known towns in two countries; neither is clearly the more likely meaning. */
const twoCountries: ReadonlySet<string> = new Set(['vila real'])

/** Common saints' names, also of parishes, quarters and streets: alone they do not identify a small town. */
const saintsName =
  /^(?:san|sant|santa|santo) (?:juan|jose|pedro|pablo|antonio|miguel|martin|lorenzo|isidro|vicente|francisco|sebastian|roque|andres|bartolome|esteban|jorge|mateo|nicolas|rafael|ramon|salvador|agustin|blas|cristobal|jaime|joaquin|julian|luis|marcos|ana|maria|cruz|barbara|catalina|clara|cecilia|eulalia|ines|isabel|lucia|marta|rosa|teresa|joan|josep|pere|pau|antoni|miquel|marti|llorenc|vicent|francesc|esteve|jordi|tome|domingo)$/
