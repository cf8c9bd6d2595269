import {
  changingWords,
  connectors,
  endStreetWords,
  months,
  streetEnding,
  strongStreetWords,
  weakStreetWords,
} from './street-words.ts'

/**
 * One part of an address without its street. `street`: the removed words, if no number followed them (they may end
 * with a town). `numbered`: a house number followed `words`, so they may be a street without "calle".
 */
export type CutPart = { words: string[]; street: string[]; numbered: boolean }

type IsPlace = (words: string[]) => boolean

/** Removes the street, so that "Calle Toledo", "Carrer de Girona" and "Via Roma" are not taken for places. */
export function cutStreet(words: string[], isPlace: IsPlace): CutPart[] {
  const at = strongStart(words)
  if (at > 0) return [...cutStreet(words.slice(0, at), isPlace), ...cutStreet(words.slice(at), isPlace)]
  if (at === 0 || startsWeakly(words, isPlace)) return [afterStreet(words)]
  const end = streetEnd(words, isPlace)
  if (end > 0) return [afterNumber(words, end)]
  return [withoutNumber(words)]
}

function strongStart(words: string[]): number {
  for (let i = 0; i < words.length; i++) {
    if (!strongStreetWords.has(words[i] ?? '')) continue
    const before = words[i - 1] ?? ''
    const isEnd = i === words.length - 1 && i > 0
    if (!isEnd && (i === 0 || !(connectors.has(before) || changingWords.has(before)))) return i
  }
  return -1
}

function startsWeakly(words: string[], isPlace: IsPlace): boolean {
  if (words.length < 2 || !weakStreetWords.has(words[0] ?? '')) return false
  if (isPlace(words)) return false
  for (let length = 2; length < words.length; length++) {
    if (isPlace(words.slice(0, length)) && !hasNumber(words.slice(length))) return false
  }
  return true
}

function streetEnd(words: string[], isPlace: IsPlace): number {
  if (isPlace(words)) return 0
  const last = words.findLastIndex(
    (word, i) => (i > 0 && endStreetWords.has(word)) || (streetEnding.test(word) && !isPlace([word])),
  )
  return last + 1
}

function afterStreet(words: string[]): CutPart {
  const last = words.findLastIndex(isNumber)
  if (last < 0) return { words: [], street: words, numbered: false }
  return afterNumber(words, last + 1)
}

/** The words after `start` and after the last number (house number, door). */
function afterNumber(words: string[], start: number): CutPart {
  const rest = words.slice(Math.max(start, words.findLastIndex(isNumber) + 1))
  if (rest[0] === 'de' && months.has(rest[1] ?? '')) rest.splice(0, 2)
  while (rest.length > 1 && connectsOnly(rest[0] ?? '')) rest.shift()
  return { words: rest, street: [], numbered: false }
}

/** Prepositions in "10 de Getafe", "10 en Getafe". Articles are not removed: they may be part of the name. */
function connectsOnly(word: string): boolean {
  return word === 'de' || word === 'en' || word === 'in'
}

function withoutNumber(words: string[]): CutPart {
  const last = words.findLastIndex(isNumber)
  if (last < 0) return { words, street: [], numbered: false }
  const behind = afterNumber(words, last + 1).words
  if (behind.length > 0) return { words: behind, street: [], numbered: false }
  const before = words.slice(0, words.findIndex(isNumber))
  return { words: before, street: [], numbered: before.length > 0 }
}

export function isNumber(word: string): boolean {
  return /^\d/.test(word)
}

function hasNumber(words: string[]): boolean {
  return words.some(isNumber)
}
