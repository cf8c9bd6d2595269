import type { Unknown } from '../candidates/mentions.ts'
import { siteWords } from '../parse/street-words.ts'
import { isCompatible } from './compatibility.ts'
import type { ScopedEvidence } from './evidence.ts'
import type { Reading } from './readings.ts'

/** First words of quarters, buildings, businesses and directions, which are not villages. */
const quarterWord =
  /^(?:centro|comercial|historico|casco|zona|ensanche|nucleo|area|recinto|puerto|costa|club|clinica|palacio|casa|torre|torres|pabellon|palau|jardines|muebles|grupo|barrio|residencial|urbanizacion|distrito|altstadt|zentrum|quartier|bairro|quartiere|centrum|junto|frente|cerca|entre|esquina|detras) /

/**
 * Unknown names in the position of a town, before the chosen city: directly after the postcode, or, without a
 * postcode, directly before the city. Known names after the postcode that contradict the city count too.
 */
export function townLikeUnknowns(
  { places, mentions, unknowns, postcode }: ScopedEvidence,
  reading: Reading,
): Unknown[] {
  const { place, mention } = reading
  const elsewhere = mentions
    .filter((other) => other.kind === 'whole' && other.followsPostcode && !isCompatible(places, other, place))
    .map((other) => ({ ...other, words: other.name.split(' ') }))
  return [...unknowns, ...elsewhere].filter(
    ({ words, part, followsPostcode }) =>
      part < mention.part &&
      (followsPostcode || (postcode === null && part === mention.part - 1)) &&
      mayBeTown({ words }) &&
      !siteWords.has(words[0] ?? ''),
  )
}

export function mayBeTown({ words }: Pick<Unknown, 'words'>): boolean {
  return !words.some((word) => /\d/.test(word)) && !quarterWord.test(words.join(' '))
}
