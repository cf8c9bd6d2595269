import type { Mention } from '../candidates/mentions.ts'
import { areNear, peopleIn } from '../candidates/namesakes.ts'
import type { PlaceId, Places } from '../data/places.ts'
import { hasPlaces } from './compatibility.ts'
import type { Choice } from './decision.ts'
import type { Evidence } from './evidence.ts'
import { mayBeTown } from './unknown-names.ts'

/** "Burgos, Marseille": a city of another country is named too, or after an unconfirmed town any place of one. */
export function namesElsewhere(places: Places, evidence: Evidence, choice: Choice): boolean {
  const end = endOf(evidence, choice)
  return evidence.found.mentions.some(
    (mention) =>
      isElsewhere(places, mention, choice.place) &&
      (mention.part > end || mention.places.some((id) => peopleIn(places, id) >= 100_000)),
  )
}

/**
 * "Madrid, Cundinamarca": an address goes from the smaller place to the bigger, so an unknown name after a town may be
 * a region with a town of the same name. A province or a postcode that fits excludes that.
 */
export function hasUnknownAfter(evidence: Evidence, choice: Choice): boolean {
  const end = endOf(evidence, choice)
  return evidence.found.unknowns.some((unknown) => unknown.part > end && mayBeTown(unknown))
}

/** The last part that names the place; infinity if more than the name confirms it. */
function endOf({ found, postcode }: Evidence, { place, confidence }: Choice): number {
  const named = found.mentions.filter((mention) => mention.places.includes(place))
  if (named.length === 0 || postcode !== null || confidence >= 0.9) return Number.POSITIVE_INFINITY
  return Math.max(...named.map(({ part }) => part))
}

/** Whether all places of the name are in other countries than `place`, and it is not that of a quarter near it. */
function isElsewhere(places: Places, mention: Mention, place: PlaceId): boolean {
  if (mention.kind !== 'whole' || mention.provinces !== null || !hasPlaces(mention)) return false
  const quarters = places.byShortName.get(mention.name) ?? []
  return (
    mention.places.every((id) => places.country[id] !== places.country[place]) &&
    !quarters.some((id) => areNear(places, id, place))
  )
}
