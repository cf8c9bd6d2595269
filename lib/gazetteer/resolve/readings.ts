import type { Mention } from '../candidates/mentions.ts'
import { areNear, dominantPlace, peopleIn } from '../candidates/namesakes.ts'
import type { PlaceId, Places } from '../data/places.ts'
import { type Compatibility, hasPlaces, isCompatible, isCompatibleOrInside } from './compatibility.ts'
import { isInside } from './containment.ts'
import type { ScopedEvidence } from './evidence.ts'
import { agrees, agreesSomewhere, contradictsPostcode, fitsPostcode } from './postcode-conflict.ts'

/** A place, its name in the address, and whether another part of the address confirms it. */
export type Reading = { place: PlaceId; mention: Mention; isConfirmed: boolean }

/**
 * Finds a place that contradicts no name: "Getafe (Madrid)" is Getafe, "Madrid, Barcelona" is ambiguous. Weaker names
 * are ignored only when the address makes no sense with them.
 */
export function readNames(scoped: ScopedEvidence): Reading | 'ambiguous' | 'conflict' | null {
  const named = withoutStreetLike(scoped.mentions)
  if (!named.some(hasPlaces)) return null
  if (contradictsPostcode(scoped, named)) return 'conflict'
  for (const { mentions, rule } of attempts(scoped, named)) {
    const reading = readAll(scoped, mentions, rule)
    if (reading !== null) return reading
  }
  return isRegionConflict(named) ? 'conflict' : 'ambiguous'
}

/** "Mallorca 401, Barcelona": a name with a house number is a street if another name can be the town. */
function withoutStreetLike(mentions: readonly Mention[]): readonly Mention[] {
  const others = mentions.filter((mention) => mention.kind !== 'numbered')
  return others.some(hasPlaces) ? others : mentions
}

/**
 * In the order tried: all names, only whole names, names that agree with the postcode, then the whole names with a
 * distant city as a hint, and last without small places before a town.
 */
function attempts(
  scoped: ScopedEvidence,
  mentions: readonly Mention[],
): { mentions: readonly Mention[]; rule: Compatibility }[] {
  const whole = mentions.filter((mention) => mention.kind === 'whole')
  const agreeing = mentions.filter((mention) => !hasPlaces(mention) || agreesSomewhere(scoped, mention))
  const towns = whole.filter((mention) => !isQuarterOfLater(scoped.places, mention, whole))
  const tries = [
    { mentions, rule: isCompatible },
    { mentions: whole, rule: isCompatible },
    { mentions: agreeing, rule: isCompatible },
    { mentions: agreeing.filter((mention) => mention.kind === 'whole'), rule: isCompatible },
    { mentions: whole, rule: isCompatibleOrInside },
    { mentions: towns, rule: isCompatibleOrInside },
  ]
  return tries.filter((attempt) => attempt.mentions.some(hasPlaces))
}

function readAll(
  scoped: ScopedEvidence,
  mentions: readonly Mention[],
  rule: Compatibility,
): Reading | 'ambiguous' | null {
  const { places } = scoped
  const readings: Reading[] = []
  let isOpen = false
  for (const mention of mentions) {
    const others = mentions.filter((other) => other !== mention && other.name !== mention.name)
    const isPossible = (other: Mention, id: PlaceId) =>
      rule(places, other, id, mention) && !isTownBefore(places, other, mention, id)
    const fits = mention.places.filter(
      (id) => agrees(scoped, id) && others.every((other) => isPossible(other, id)),
    )
    const place = dominantPlace(places, fits)
    if (place === null) {
      isOpen ||= fits.length > 0
      continue
    }
    const isNamedTwice = others.some((other) => isPossible(other, place))
    readings.push({ place, mention, isConfirmed: isNamedTwice || fitsPostcode(scoped, place) })
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
