import type { Found, Unknown } from '../candidates/mentions.ts'
import type { SearchIndex } from '../candidates/search-index.ts'
import { segment } from '../candidates/segment.ts'
import { idsNamed, type PlaceId, type Places } from '../data/places.ts'
import { connectors, siteWords } from '../parse/street-words.ts'
import { hasPlaces } from './compatibility.ts'
import type { Evidence } from './evidence.ts'

/**
 * Whether the postcode alone may decide: no part of the address is foreign, names another place, or is unknown in the
 * position of a town. Five digits are a postcode in four countries, so "31001 Toulouze" must not become Pamplona.
 *
 * @param place what the postcode means; null if only its position is known.
 */
export function isPostcodeEnough(
  { places }: SearchIndex,
  evidence: Evidence,
  place: PlaceId | null,
): boolean {
  const { found, isForeign } = evidence
  if (found.isForeign || isForeign) return false
  if (found.mentions.some((mention) => hasPlaces(mention) && !mention.places.some((id) => id === place)))
    return false
  if (found.streets.some((street) => endsElsewhere(places, street, place))) return false
  const isMeant = ({ words }: Unknown) => place !== null && hasName(places, words, place)
  if (found.unknowns.some((unknown) => isTownLike(found, unknown) && !isMeant(unknown))) return false
  return ![...found.unknowns, ...found.passed].some(
    (unknown) =>
      (unknown.part >= found.afterPostcode && !isMeant(unknown) && !isDirection(unknown)) ||
      namesAnother(places, unknown.words, place),
  )
}

/** "1 Calle Mayor Alcorcón, 01000": no number separates the street from the town. */
function endsElsewhere(places: Places, street: readonly string[], place: PlaceId | null): boolean {
  for (let from = 2; from < street.length; from++) {
    const ids = connectors.has(street[from - 1] ?? '') ? [] : idsNamed(places, street.slice(from).join(' '))
    if (ids.length > 0) return !ids.some((id) => id === place)
  }
  return false
}

/** "28013 (junto al bar)" says where the door is, and not the town. */
const isDirection = ({ words }: Unknown): boolean =>
  /^(?:junto|frente|enfrente|cerca|entre|esquina|detras)$/.test(words[0] ?? '')

/** After the postcode or directly before it, without a house number. */
const isTownLike = ({ afterPostcode }: Found, unknown: Unknown): boolean =>
  unknown.part >= afterPostcode - 1 && !isDirection(unknown) && !siteWords.has(unknown.words[0] ?? '')

/** Whether words that were taken for a street or a building have the name of another place, or of a country. */
export function namesAnother(places: Places, words: readonly string[], place: PlaceId | null): boolean {
  return segment(places, [...words]).some(({ words: piece, isName }) => {
    const name = piece.join(' ')
    if (!isName) return piece.some((word) => word.length > 3 && places.countries.has(word))
    return !idsNamed(places, name).some((id) => id === place)
  })
}

function hasName(places: Places, words: readonly string[], place: PlaceId): boolean {
  return segment(places, [...words]).some(
    ({ words: piece, isName }) => isName && idsNamed(places, piece.join(' ')).includes(place),
  )
}
