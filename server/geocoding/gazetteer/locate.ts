import { kilometresBetween } from '../distance.ts'
import { fold } from '../fold.ts'
import type { Geocoded, Located } from '../geocoder.ts'
import type { Postcode } from '../postcodes.ts'
import { provinceOfPostcode } from '../provinces.ts'
import type { PostcodePoint } from '../store.ts'
import { pointOf } from './agreement.ts'
import { decide } from './decide.ts'
import type { Choice } from './decision.ts'
import type { Gazetteer } from './guess.ts'
import { type Found, findMentions } from './mentions.ts'
import { peopleIn } from './namesakes.ts'
import type { ReadAddress } from './read-address.ts'
import { slipsBetween } from './similar.ts'

/** A point of the postcode farther than this from the named place is ignored (kilometres). */
const postcodeReachKm = 12

/** Like `postcodeReachKm`, for cities over a million people: Barajas is 13 km from the centre of Madrid. */
const metropolisReachKm = 20

/** Geocodes a parsed address. `points` are the imported postal rows of its postcode, if any. */
export function locate(gazetteer: Gazetteer, read: ReadAddress, points: readonly PostcodePoint[]): Geocoded {
  const codes = read.postcodes
  if (new Set(codes.map(({ code }) => code.slice(0, 2))).size > 1) return { outcome: 'ambiguous' }
  const postcode = codes[0] ?? null
  const found = findMentions(gazetteer.places, read.parts)
  const decision = decide(gazetteer, { found, postcode, points, country: read.country })
  if (decision.outcome === 'chosen') return answer(gazetteer, decision, postcode, points)
  if (postcode === null || points.length === 0 || decision.outcome !== 'not_found') return decision
  return fromPoints(gazetteer, found, postcode, points) ?? decision
}

function answer(
  { places }: Gazetteer,
  choice: Choice,
  postcode: Postcode | null,
  points: readonly PostcodePoint[],
): Located {
  const { place } = choice
  const here = pointOf(places, place)
  const point = nearestPoint(points, places.name[place] ?? '', here)
  const isNear = point !== null && kilometresBetween(point, here) <= reachKm(places, place)
  const country = places.country[place] ?? ''
  const located: Located = {
    outcome: 'located',
    ...here,
    precision: 'locality',
    uncertaintyKm: choice.isCapital ? 10 : localityUncertaintyKm(peopleIn(places, place)),
    locality: places.name[place] ?? null,
    postcode: postcode?.code ?? null,
    provinceCode: country === 'es' ? places.area[place] || null : null,
    countryCode: country,
    provider: 'embedded',
    confidence: choice.confidence,
  }
  if (point === null || !(isNear || choice.isCapital)) return located
  const locality = isNear ? located.locality : point.place
  return { ...located, lat: point.lat, lon: point.lon, locality, precision: 'postcode', uncertaintyKm: 2 }
}

const reachKm = (places: Gazetteer['places'], place: Choice['place']): number =>
  peopleIn(places, place) > 1_000_000 ? metropolisReachKm : postcodeReachKm

/** Kilometres: 6 for cities over 300,000 people, 4 for towns over 50,000, else 3. */
function localityUncertaintyKm(people: number): number {
  if (people > 300_000) return 6
  return people > 50_000 ? 4 : 3
}

/** The nearest row with the name of the place, else the nearest row. */
function nearestPoint(points: readonly PostcodePoint[], name: string, here: { lat: number; lon: number }) {
  const wanted = fold(name)
  const namesakes = points.filter(({ place }) => fold(place) === wanted)
  const ranked = (namesakes.length > 0 ? namesakes : points).toSorted(
    (a, b) => kilometresBetween(a, here) - kilometresBetween(b, here),
  )
  return ranked[0] ?? null
}

/** Fallback without a known place name: the position of the postcode, if its rows are close together. */
function fromPoints(
  { home }: Gazetteer,
  found: Found,
  { code, country }: Postcode,
  points: readonly PostcodePoint[],
): Located | null {
  const named = points.filter(({ place }) =>
    found.unknowns.some(({ words }) => isNamed(place, words.join(' '))),
  )
  const rows = named.length > 0 ? named : points
  const point = rows[rows.length >> 1]
  if (point === undefined) return null
  const spreadKm = Math.max(...rows.map((row) => kilometresBetween(row, point)))
  if (spreadKm > postcodeReachKm) return null
  return {
    outcome: 'located',
    lat: point.lat,
    lon: point.lon,
    precision: 'postcode',
    uncertaintyKm: Math.max(2, Math.round(spreadKm)),
    locality: point.place,
    postcode: code,
    provinceCode: (country ?? home) === 'es' ? provinceOfPostcode(code) : null,
    countryCode: country ?? home,
    provider: 'embedded',
    confidence: named.length > 0 ? 0.8 : 0.4,
  }
}

function isNamed(place: string, name: string): boolean {
  const folded = fold(place)
  return folded === name || (name.length >= 7 && slipsBetween(folded, name) <= 1)
}
