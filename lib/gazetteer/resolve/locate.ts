import { type Found, findMentions } from '../candidates/mentions.ts'
import { peopleIn } from '../candidates/namesakes.ts'
import type { SearchIndex } from '../candidates/search-index.ts'
import { kilometresBetween } from '../data/distance.ts'
import { biggestNamed, pointOf } from '../data/places.ts'
import { capitalOf } from '../data/provinces.ts'
import type { ParsedAddress } from '../parse/parsed-address.ts'
import type { Postcode } from '../parse/postcodes.ts'
import { decide } from './decide.ts'
import type { Choice, Refusal } from './decision.ts'
import type { PostcodePoint } from './evidence.ts'
import type { Located } from './located.ts'
import { locatePostcode, nearestPoint, postcodeReachKm } from './postcode-position.ts'

/** Like `postcodeReachKm`, for cities over a million people: Barajas is 13 km from the centre of Madrid. */
const metropolisReachKm = 20

/** Locates a parsed address. `points` are the postal rows of its postcode, if there are any. */
export function locate(
  search: SearchIndex,
  read: ParsedAddress,
  points: readonly PostcodePoint[],
): Located | Refusal {
  const { postcodes: codes, countries, area, isForeign } = read
  if (new Set(codes.map(({ code }) => code.slice(0, 2))).size > 1) return { outcome: 'ambiguous' }
  const postcode = codes[0] ?? null
  const found = findMentions(search.places, read.parts)
  const evidence = { found, postcode, points, country: countries[0] ?? null, area, isForeign }
  const decision = decide(search, evidence)
  if (decision.outcome === 'chosen') return answer(search, decision, postcode, points)
  if (decision.outcome !== 'not_found') return decision
  const located = postcode && points.length > 0 ? locatePostcode(search, evidence, postcode) : null
  return located ?? notFoundBecause(found)
}

/** Names the words that were not understood: first those after the postcode, where a town is expected. */
function notFoundBecause({ unknowns, passed, afterPostcode }: Found): Refusal {
  const all = [...unknowns.toReversed(), ...passed.toReversed()]
  const unknown = all.find(({ part }) => part >= afterPostcode) ?? unknowns.at(-1) ?? passed.at(-1)
  return { outcome: 'not_found', ...(unknown && { unknown: unknown.words.join(' ') }) }
}

function answer(
  { places }: SearchIndex,
  choice: Choice,
  postcode: Postcode | null,
  points: readonly PostcodePoint[],
): Located {
  const { place } = choice
  const here = pointOf(places, place)
  const point = nearestPoint(points, places.nameOf(place), here)
  const km = point === null ? Number.POSITIVE_INFINITY : kilometresBetween(point, here)
  const isNear = km <= reachKm(places, place)
  const country = places.country[place] ?? ''
  const located: Located = {
    outcome: 'located',
    ...here,
    precision: 'locality',
    uncertaintyKm: localityUncertaintyKm(peopleIn(places, place), choice.confidence),
    locality: places.nameOf(place),
    postcode: postcode?.code ?? null,
    provinceCode: country === 'es' ? places.area[place] || null : null,
    countryCode: country,
    confidence: choice.confidence,
  }
  if (point === null || !(isNear || (choice.isCapital && km <= regionReachKm(places, place)))) return located
  const locality = isNear ? located.locality : point.place
  const confidence = Math.max(choice.confidence, minConfidence)
  const { lat, lon } = point
  return { ...located, lat, lon, locality, confidence, precision: 'postcode', uncertaintyKm: 2 }
}

const reachKm = (places: SearchIndex['places'], place: Choice['place']): number =>
  peopleIn(places, place) > 1_000_000 ? metropolisReachKm : postcodeReachKm

/** "07840 Ibiza" is elsewhere on the island, but not on Mallorca, which is of the same province. */
const islandReachKm = 60
const regionReachKm = (places: SearchIndex['places'], place: Choice['place']): number =>
  biggestNamed(places, capitalOf(places.area[place] ?? '') ?? '', 'es') === place
    ? Number.POSITIVE_INFINITY
    : islandReachKm

/** A guess: from the postcode alone, a mistyped name, or a name that may mean the province. */
const minConfidence = 0.6
const guessKm = 10

/** Kilometres: 10 for a guess, 6 for cities over 300,000 people, 4 for towns over 50,000, else 3. */
function localityUncertaintyKm(people: number, confidence: number): number {
  if (confidence < minConfidence) return guessKm
  if (people > 300_000) return 6
  return people > 50_000 ? 4 : 3
}
