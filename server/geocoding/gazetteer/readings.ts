import { fitsCountry, type Postcode } from '../postcodes.ts'
import type { PostcodePoint } from '../store.ts'
import { agreement } from './agreement.ts'
import { isInside } from './containment.ts'
import type { Mention, Unknown } from './mentions.ts'
import { areNear, peopleIn, theOneMeant } from './namesakes.ts'
import type { PlaceId, Places } from './places.ts'

/** The names in an address that are in scope, and what else the address says about the place. */
export type Case = {
  places: Places
  mentions: readonly Mention[]
  unknowns: readonly Unknown[]
  postcode: Postcode | null
  points: readonly PostcodePoint[]
}

/** A place, its name in the address, and whether another part of the address confirms it. */
export type Reading = { place: PlaceId; mention: Mention; isConfirmed: boolean }

/**
 * Finds a place that contradicts no name: "Getafe (Madrid)" is Getafe, "Madrid, Barcelona" is ambiguous. Weaker names
 * are ignored only when the address makes no sense with them.
 */
export function readNames(problem: Case): Reading | 'ambiguous' | 'conflict' | null {
  const named = withoutStreetLike(problem.mentions)
  if (!named.some(hasPlaces)) return null
  if (contradictsPostcode(problem, named)) return 'conflict'
  for (const { mentions, room } of attempts(problem, named)) {
    const reading = readAll(problem, mentions, room)
    if (reading !== null) return reading
  }
  return isRegionConflict(named) ? 'conflict' : 'ambiguous'
}

export function hasPlaces(mention: Mention): boolean {
  return mention.places.length > 0
}

/** Whether `mention` is compatible with the place `id`: it names its province, its city, or the place itself. */
export function leavesRoom(places: Places, mention: Mention, id: PlaceId): boolean {
  if (places.country[id] === 'es' && mention.provinces?.includes(places.area[id] ?? '')) return true
  return mention.places.some((other) => other === id || surrounds(places, other, id))
}

function surrounds(places: Places, outer: PlaceId, inner: PlaceId): boolean {
  const sameTown =
    places.municipality[outer] !== '' && places.municipality[outer] === places.municipality[inner]
  if (sameTown) return peopleIn(places, outer) >= peopleIn(places, inner)
  return areNear(places, outer, inner) && peopleIn(places, outer) >= 5 * peopleIn(places, inner)
}

/** "Mallorca 401, Barcelona": a name with a house number is a street if another name can be the town. */
function withoutStreetLike(mentions: readonly Mention[]): readonly Mention[] {
  const others = mentions.filter((mention) => mention.kind !== 'numbered')
  return others.some(hasPlaces) ? others : mentions
}

/** Whether `id`, as the meaning of `mention`, is compatible with the name `other`. */
type Room = (places: Places, other: Mention, id: PlaceId, mention: Mention) => boolean

const nearby: Room = leavesRoom
const outwards: Room = (places, other, id, mention) =>
  leavesRoom(places, other, id) || isInside(places, mention, other, id)

/**
 * In the order tried: all names, only whole names, names that agree with the postcode, then the whole names with a
 * distant city as a hint, and last without small places before a town.
 */
function attempts(
  problem: Case,
  mentions: readonly Mention[],
): { mentions: readonly Mention[]; room: Room }[] {
  const whole = mentions.filter((mention) => mention.kind === 'whole')
  const agreeing = mentions.filter((mention) => !hasPlaces(mention) || agreesSomewhere(problem, mention))
  const towns = whole.filter((mention) => !isQuarterOfLater(problem.places, mention, whole))
  const tries = [
    { mentions, room: nearby },
    { mentions: whole, room: nearby },
    { mentions: agreeing, room: nearby },
    { mentions: agreeing.filter((mention) => mention.kind === 'whole'), room: nearby },
    { mentions: whole, room: outwards },
    { mentions: towns, room: outwards },
  ]
  return tries.filter((attempt) => attempt.mentions.some(hasPlaces))
}

function readAll(problem: Case, mentions: readonly Mention[], room: Room): Reading | 'ambiguous' | null {
  const { places } = problem
  const readings: Reading[] = []
  let isOpen = false
  for (const mention of mentions) {
    const others = mentions.filter((other) => other !== mention && other.name !== mention.name)
    const hasRoom = (other: Mention, id: PlaceId) =>
      room(places, other, id, mention) && !isTownBefore(places, other, mention, id)
    const fits = mention.places.filter(
      (id) => agrees(problem, id) && others.every((other) => hasRoom(other, id)),
    )
    const place = theOneMeant(places, fits)
    if (place === null) {
      isOpen ||= fits.length > 0
      continue
    }
    const isNamedTwice = others.some((other) => hasRoom(other, place))
    readings.push({ place, mention, isConfirmed: isNamedTwice || fitsPostcode(problem, place) })
  }
  const byDetail = readings.toSorted((a, b) => detail(places, a) - detail(places, b))
  return byDetail[0] ?? (isOpen ? 'ambiguous' : null)
}

/** Sort key: of compatible places, the smaller is more precise. */
function detail(places: Places, { place }: Reading): number {
  return (places.isPart[place] ? 0 : 1e9) + peopleIn(places, place)
}

/** "Eivissa, Palma": Eivissa is an island and its town, and Palma is not on the island. */
function isTownBefore(places: Places, earlier: Mention, mention: Mention, id: PlaceId): boolean {
  if (earlier.provinces === null) return false
  return earlier.places.some((town) => !areNear(places, town, id) && isInside(places, earlier, mention, town))
}

function fitsPostcode({ places, postcode, points }: Case, id: PlaceId): boolean {
  return postcode !== null && agreement(places, id, postcode, points) === 'yes'
}

function agrees({ places, postcode, points }: Case, id: PlaceId): boolean {
  return postcode === null || agreement(places, id, postcode, points) !== 'no'
}

function agreesSomewhere(problem: Case, mention: Mention): boolean {
  return mention.places.some((id) => agrees(problem, id) && !hidesCity(problem, mention, id))
}

/** "28013 Salamanca": Madrid has a quarter Salamanca, but without "Madrid" the name means the city. */
function hidesCity({ places, mentions }: Case, mention: Mention, id: PlaceId): boolean {
  if (!places.isPart[id]) return false
  if (mentions.some((other) => other !== mention && leavesRoom(places, other, id))) return false
  return mention.places.some((other) => !places.isPart[other] && peopleIn(places, other) >= 50_000)
}

/** Whether all named places, or a town or province, are elsewhere than the postcode. A small place may be a quarter. */
function contradictsPostcode(problem: Case, mentions: readonly Mention[]): boolean {
  const { postcode, places } = problem
  if (postcode === null) return false
  const whole = mentions.filter((mention) => mention.kind !== 'beside')
  const isElsewhere = (mention: Mention) =>
    hasPlaces(mention) ? !agreesSomewhere(problem, mention) : !provinceFits(mention, postcode)
  if (whole.some(hasPlaces) && whole.filter(hasPlaces).every(isElsewhere)) return true
  return whole.some(
    (mention) =>
      isElsewhere(mention) &&
      (mention.provinces !== null || mention.places.some((id) => peopleIn(places, id) >= 20_000)),
  )
}

function provinceFits(mention: Mention, postcode: Postcode): boolean {
  if (!fitsCountry(postcode, 'es')) return true
  return mention.provinces === null || mention.provinces.includes(postcode.code.slice(0, 2))
}

/** "La Moraleja, Alcobendas": a small place before a bigger town is its quarter, unless the town names a province. */
function isQuarterOfLater(places: Places, mention: Mention, all: readonly Mention[]): boolean {
  const most = Math.max(...mention.places.map((id) => peopleIn(places, id)))
  return all.some(
    (later) =>
      later.part > mention.part &&
      later.provinces === null &&
      mention.provinces === null &&
      !mention.places.some((id) => isInside(places, mention, later, id)) &&
      later.places.some((id) => peopleIn(places, id) >= 5 * most),
  )
}

/** "Getafe, Vizcaya": one name is a town and the other only a region, so the region contradicts the town. */
function isRegionConflict(mentions: readonly Mention[]): boolean {
  return mentions.filter(hasPlaces).length === 1 && mentions.some((mention) => !hasPlaces(mention))
}
