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
 * What is left of one part of an address when its street is gone. `street` holds the words that went and had no
 * number behind them (a town may hang at their end), `numbered` says that the words left had a house number after
 * them and are perhaps a street without its "calle".
 */
export type CutPart = { words: string[]; street: string[]; numbered: boolean }

type IsPlace = (words: string[]) => boolean

/** This is what stops "Calle Toledo", "Carrer de Girona" and "Via Roma" from becoming places. */
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

/** The words from `start`, past any house number and doors that follow it. */
function afterNumber(words: string[], start: number): CutPart {
  const rest = words.slice(Math.max(start, words.findLastIndex(isNumber) + 1))
  if (rest[0] === 'de' && months.has(rest[1] ?? '')) rest.splice(0, 2)
  while (rest.length > 1 && connectsOnly(rest[0] ?? '')) rest.shift()
  return { words: rest, street: [], numbered: false }
}

/** "10 de Getafe", "10 en Getafe"; an article may be part of the name. */
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
