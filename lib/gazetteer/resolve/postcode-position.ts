import type { SearchIndex } from '../candidates/search-index.ts'
import { editDistance } from '../candidates/spelling.ts'
import { kilometresBetween } from '../data/distance.ts'
import { fold } from '../data/fold.ts'
import { articleFirst } from '../data/postal-names.ts'
import { provinceOfPostcode } from '../data/provinces.ts'
import type { Postcode } from '../parse/postcodes.ts'
import type { Evidence, PostcodePoint } from './evidence.ts'
import type { Located } from './located.ts'
import { isPostcodeEnough } from './postcode-enough.ts'

/** A point of the postcode farther than this from the named place is ignored (kilometres). */
export const postcodeReachKm = 12

/** The nearest row with the name of the place, else the nearest row. */
export function nearestPoint(
  points: readonly PostcodePoint[],
  name: string,
  here: { lat: number; lon: number },
) {
  const wanted = fold(name)
  const namesakes = points.filter(({ place }) => fold(place) === wanted)
  const ranked = (namesakes.length > 0 ? namesakes : points).toSorted(
    (a, b) => kilometresBetween(a, here) - kilometresBetween(b, here),
  )
  return ranked[0] ?? null
}

/** Fallback without a known place name: the position of the postcode, if its rows are close together. */
export function locatePostcode(
  search: SearchIndex,
  evidence: Evidence,
  { code, country }: Postcode,
): Located | null {
  const { points, found } = evidence
  const unknowns = [...found.unknowns, ...found.passed]
  const named = points.filter(({ place }) => unknowns.some(({ words }) => isNamed(place, words.join(' '))))
  if (named.length === 0 && !isPostcodeEnough(search, evidence, null)) return null
  const rows = named.length > 0 ? named : points
  const point = rows[rows.length >> 1]
  if (point === undefined) return null
  const spreadKm = Math.max(...rows.map((row) => kilometresBetween(row, point)))
  if (spreadKm > postcodeReachKm) return null
  const countryCode = evidence.country ?? country ?? search.home
  return {
    outcome: 'located',
    lat: point.lat,
    lon: point.lon,
    precision: 'postcode',
    uncertaintyKm: Math.max(2, Math.round(spreadKm)),
    locality: point.place,
    postcode: code,
    provinceCode: countryCode === 'es' ? provinceOfPostcode(code) : null,
    countryCode,
    confidence: named.length > 0 ? 0.8 : 0.6,
  }
}

function isNamed(place: string, name: string): boolean {
  return [place, articleFirst(place)]
    .map(fold)
    .some((folded) => folded === name || (name.length >= 7 && editDistance(folded, name) <= 1))
}
