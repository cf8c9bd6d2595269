import type { Unknown } from './mentions.ts'
import { type Case, leavesRoom, type Reading } from './readings.ts'

/** What a quarter, a building, a business or a direction begins with, none of which is a village. */
const quarterWord =
  /^(?:centro|comercial|historico|casco|zona|ensanche|nucleo|area|recinto|puerto|costa|club|clinica|palacio|casa|torre|torres|pabellon|palau|jardines|muebles|grupo|barrio|residencial|urbanizacion|distrito|altstadt|zentrum|quartier|bairro|quartiere|centrum|junto|frente|cerca|entre|esquina|detras) /

/**
 * Names nobody knows that stand where a town would, before the city that was read: right behind the postcode, or
 * right before the city when no postcode says that it is the city's.
 */
export function townLikeStrangers(
  { places, mentions, unknowns, postcode }: Case,
  reading: Reading,
): Unknown[] {
  const { place, mention } = reading
  const elsewhere = mentions
    .filter((other) => other.kind === 'whole' && other.followsPostcode && !leavesRoom(places, other, place))
    .map((other) => ({ ...other, words: other.name.split(' ') }))
  return [...unknowns, ...elsewhere].filter(
    ({ words, part, followsPostcode }) =>
      part < mention.part &&
      (followsPostcode || (postcode === null && part === mention.part - 1)) &&
      !words.some((word) => /\d/.test(word)) &&
      !quarterWord.test(words.join(' ')),
  )
}
