import { foldedWords } from '#lib/gazetteer/data/fold.ts'
import { wordsAsWritten } from '#lib/gazetteer/parse/words-as-written.ts'
import type { Text } from '../texts/index.ts'
import type { Refusal } from './geocoder.ts'

/**
 * The message for the sender of `address`: it quotes the words that the geocoder did not understand. They are looked up
 * in the address, because the cache queries geocoders in lower case.
 */
export function whyRefused(refusal: Refusal, address: string): Text {
  if (refusal.outcome !== 'not_found' || refusal.unknown === undefined)
    return (t) => t.addresses.refused[refusal.outcome]
  const { unknown } = refusal
  const words = shortened(wordsAsWritten(address, foldedWords(unknown).join(' ')) ?? unknown)
  return (t) => t.addresses.unknownWords(words)
}

const maxCharacters = 60

function shortened(words: string): string {
  const characters = Array.from(words)
  return characters.length <= maxCharacters
    ? words
    : `${characters.slice(0, maxCharacters).join('').trimEnd()}…`
}
