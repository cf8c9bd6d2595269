import type { Text } from '../texts/index.ts'
import type { Refusal } from './geocoder.ts'

/** What the sender of an address is told: with the words that were not understood, where the geocoder names them. */
export function whyRefused(refusal: Refusal): Text {
  if (refusal.outcome !== 'not_found' || refusal.unknown === undefined)
    return (t) => t.addresses.refused[refusal.outcome]
  const words = shortened(refusal.unknown)
  return (t) => t.addresses.unknownWords(words)
}

const mostCharacters = 60

function shortened(words: string): string {
  const characters = Array.from(words)
  return characters.length <= mostCharacters
    ? words
    : `${characters.slice(0, mostCharacters).join('').trimEnd()}…`
}
