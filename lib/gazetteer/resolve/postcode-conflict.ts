import type { Mention } from '../candidates/mentions.ts'
import { peopleIn } from '../candidates/namesakes.ts'
import type { PlaceId } from '../data/places.ts'
import { fitsCountry, type Postcode } from '../parse/postcodes.ts'
import { hasPlaces, isCompatible } from './compatibility.ts'
import type { ScopedEvidence } from './evidence.ts'
import { postcodeAgreement } from './postcode-agreement.ts'

/** Whether all named places, or a town or province, are elsewhere than the postcode. A small place may be a quarter. */
export function contradictsPostcode(scoped: ScopedEvidence, mentions: readonly Mention[]): boolean {
  const { postcode, places } = scoped
  if (postcode === null) return false
  const whole = mentions.filter((mention) => mention.kind !== 'beside')
  const isElsewhere = (mention: Mention) =>
    hasPlaces(mention) ? !agreesSomewhere(scoped, mention) : !provinceFits(mention, postcode)
  if (whole.some(hasPlaces) && whole.filter(hasPlaces).every(isElsewhere)) return true
  return whole.some(
    (mention) =>
      isElsewhere(mention) &&
      (mention.provinces !== null || mention.places.some((id) => peopleIn(places, id) >= 20_000)),
  )
}

/** Whether a place of this name can have the postcode. */
export function agreesSomewhere(scoped: ScopedEvidence, mention: Mention): boolean {
  return mention.places.some((id) => agrees(scoped, id) && !hidesCity(scoped, mention, id))
}

/** Whether the postcode does not exclude the place. */
export function agrees({ places, postcode, points }: ScopedEvidence, id: PlaceId): boolean {
  return postcode === null || postcodeAgreement(places, id, postcode, points) !== 'no'
}

/** Whether the postcode confirms the place. */
export function fitsPostcode({ places, postcode, points }: ScopedEvidence, id: PlaceId): boolean {
  return postcode !== null && postcodeAgreement(places, id, postcode, points) === 'yes'
}

/** "28013 Salamanca": Madrid has a quarter Salamanca, but without "Madrid" the name means the city. */
function hidesCity({ places, mentions }: ScopedEvidence, mention: Mention, id: PlaceId): boolean {
  if (!places.isPart[id]) return false
  if (mentions.some((other) => other !== mention && isCompatible(places, other, id))) return false
  return mention.places.some((other) => !places.isPart[other] && peopleIn(places, other) >= 50_000)
}

function provinceFits(mention: Mention, postcode: Postcode): boolean {
  if (!fitsCountry(postcode, 'es')) return true
  return mention.provinces === null || mention.provinces.includes(postcode.code.slice(0, 2))
}
