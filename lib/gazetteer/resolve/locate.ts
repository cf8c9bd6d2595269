import { findMentions } from '../candidates/mentions.ts'
import { peopleIn } from '../candidates/namesakes.ts'
import type { SearchIndex } from '../candidates/search-index.ts'
import { kilometresBetween } from '../data/distance.ts'
import { pointOf } from '../data/places.ts'
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
  const codes = read.postcodes
  if (new Set(codes.map(({ code }) => code.slice(0, 2))).size > 1) return { outcome: 'ambiguous' }
  const postcode = codes[0] ?? null
  const found = findMentions(search.places, read.parts)
  const decision = decide(search, { found, postcode, points, country: read.country })
  if (decision.outcome === 'chosen') return answer(search, decision, postcode, points)
  if (postcode === null || points.length === 0 || decision.outcome !== 'not_found') return decision
  return locatePostcode(search, found, postcode, points) ?? decision
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
  const isNear = point !== null && kilometresBetween(point, here) <= reachKm(places, place)
  const country = places.country[place] ?? ''
  const located: Located = {
    outcome: 'located',
    ...here,
    precision: 'locality',
    uncertaintyKm: choice.isCapital ? 10 : localityUncertaintyKm(peopleIn(places, place)),
    locality: places.nameOf(place),
    postcode: postcode?.code ?? null,
    provinceCode: country === 'es' ? places.area[place] || null : null,
    countryCode: country,
    confidence: choice.confidence,
  }
  if (point === null || !(isNear || choice.isCapital)) return located
  const locality = isNear ? located.locality : point.place
  return { ...located, lat: point.lat, lon: point.lon, locality, precision: 'postcode', uncertaintyKm: 2 }
}

const reachKm = (places: SearchIndex['places'], place: Choice['place']): number =>
  peopleIn(places, place) > 1_000_000 ? metropolisReachKm : postcodeReachKm

/** Kilometres: 6 for cities over 300,000 people, 4 for towns over 50,000, else 3. */
function localityUncertaintyKm(people: number): number {
  if (people > 300_000) return 6
  return people > 50_000 ? 4 : 3
}
