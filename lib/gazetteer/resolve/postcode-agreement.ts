import { kilometresBetween, type Point } from '../data/distance.ts'
import { biggestNamed, type PlaceId, type Places, pointOf } from '../data/places.ts'
import { postcodeZones } from '../data/postcode-zones.ts'
import { fitsCountry, type Postcode } from '../parse/postcodes.ts'

export type Agreement = 'yes' | 'no' | 'unknown'

/** A place this near to a point of the postcode may have the postcode, even across a province border (kilometres). */
const sameTownKm = 25

/** Whether a place can have this postcode. `points` are the positions of the imported postal rows, if any. */
export function postcodeAgreement(
  places: Places,
  id: PlaceId,
  postcode: Postcode,
  points: readonly Point[],
): Agreement {
  const country = places.country[id] ?? ''
  if (!fitsCountry(postcode, country)) return 'no'
  if (country === 'es') return inSpain(places, id, postcode.code, points)
  if (country === 'fr') return inFrance(places, id, postcode.code)
  return inZone(places, id, postcode)
}

function inSpain(places: Places, id: PlaceId, code: string, points: readonly Point[]): Agreement {
  if (places.area[id] === code.slice(0, 2)) return 'yes'
  const here = pointOf(places, id)
  return points.some((point) => kilometresBetween(point, here) <= sameTownKm) ? 'yes' : 'no'
}

/** Some villages get their mail from the next département, so only a distant département is a contradiction. */
function inFrance(places: Places, id: PlaceId, code: string): Agreement {
  const wanted = code.slice(0, 2)
  if (department(places.area[id] ?? '') === wanted) return 'yes'
  const here = pointOf(places, id)
  for (let other = 0; other < places.country.length; other++) {
    if (places.country[other] !== 'fr' || department(places.area[other] ?? '') !== wanted) continue
    if (kilometresBetween(pointOf(places, other), here) <= 10) return 'unknown'
  }
  return 'no'
}

function department(area: string): string {
  return area === '2A' || area === '2B' ? '20' : area
}

function inZone(places: Places, id: PlaceId, { code, country: decided }: Postcode): Agreement {
  const country = places.country[id] ?? ''
  const zone = postcodeZones[country]
  const prefix = zone && zonePrefix(zone.centres, code)
  const centre = prefix === undefined ? undefined : biggestNamed(places, zone?.centres[prefix] ?? '', country)
  if (zone === undefined || centre === undefined) return decided === country ? 'yes' : 'unknown'
  return kilometresBetween(pointOf(places, centre), pointOf(places, id)) <= zone.reachKm ? 'yes' : 'no'
}

function zonePrefix(centres: Record<string, string>, code: string): string | undefined {
  const letters = /^[A-Z]+/.exec(code)?.[0]
  if (letters !== undefined) return letters in centres ? letters : undefined
  return [code.slice(0, 3), code.slice(0, 2), code.slice(0, 1)].find((prefix) => prefix in centres)
}
