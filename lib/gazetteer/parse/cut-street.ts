import { doors } from './doors.ts'
import {
  changingWords,
  connectors,
  endStreetWords,
  months,
  noiseWords,
  streetEnding,
  strongStreetWords,
  weakStreetWords,
} from './street-words.ts'

/**
 * One part of an address without its street. `street`: the removed words, if no number followed them (they may end
 * with a town). `numbered`: a house number followed `words`, so they may be a street without "calle". `passed`: words
 * that were removed because a number follows, though no street word is before them.
 */
export type CutPart = { words: string[]; street: string[]; numbered: boolean; passed: string[] }

type IsPlace = (words: string[]) => boolean

/**
 * "12 Alameda Principal", "Gibraltar 5 bis Puerta Nueva": splits at a house number before a street. A door has no name:
 * "5 puerta B", "12 portal Getafe".
 */
export function splitBeforeStreet(words: string[], isPlace: IsPlace): string[][] {
  const at = words.findIndex((word, i) => weakStreetWords.has(word) && endsWithNumber(words.slice(0, i)))
  const street = words.slice(at)
  const hasStreet = strongStart(words) >= 0 || startsWeakly(words, isPlace)
  if (at < 0 || hasStreet || !startsWeakly(street, isPlace)) return [words]
  const name = street.slice(1)
  const isDoor = doors.has(street[0] ?? '') && (saysNoName(name[0] ?? '') || isPlace(name))
  return isDoor ? [words] : [words.slice(0, at), street]
}

/** Also "5 bis" and "5 B". */
function endsWithNumber(words: string[]): boolean {
  const last = words.findLastIndex((word) => word.length > 1 && !numberWords.has(word))
  return isNumber(words[last] ?? '') || words.slice(last + 1).some(isNumber)
}

/** Words of a house number. */
const numberWords: ReadonlySet<string> = new Set([
  'no',
  'num',
  'numero',
  'nro',
  'bis',
  'ter',
  'quater',
  'duplicado',
])

const saysNoName = (word: string): boolean => isNumber(word) || word.length === 1 || doors.has(word)

/** Removes the street, so "Calle Toledo", "Carrer de Girona" and "Via Roma" are not taken for places. */
export function cutStreet(words: string[], isPlace: IsPlace): CutPart[] {
  const at = strongStart(words)
  if (at > 0) return [...cutStreet(words.slice(0, at), isPlace), ...cutStreet(words.slice(at), isPlace)]
  if (at === 0 || startsWeakly(words, isPlace)) {
    const cut = afterStreet(words)
    // "Piazza Armerina 1 Via Roma": two streets.
    return startsWeakly(cut.words, isPlace) ? [{ ...cut, words: [] }, afterStreet(cut.words)] : [cut]
  }
  const end = streetEnd(words, isPlace)
  if (end > 0) return [afterStreetEnd(words, end)]
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

/** "Kassel Hauptstraße 30", "Calp Square Wilson 1": what is before the end of a street need not be its name. */
function afterStreetEnd(words: string[], end: number): CutPart {
  const cut = afterNumber(words, end)
  return { ...cut, passed: [...words.slice(0, end - 1), ...cut.passed] }
}

function afterStreet(words: string[]): CutPart {
  const last = words.findLastIndex(isNumber)
  if (last < 0) return { words: [], street: words, numbered: false, passed: [] }
  return afterNumber(words, last + 1)
}

/** The words after `start` and after the last number (house number, door). */
function afterNumber(words: string[], start: number): CutPart {
  const last = words.findLastIndex(isNumber)
  const rest = words.slice(Math.max(start, last + 1))
  if (rest[0] === 'de' && months.has(rest[1] ?? '')) rest.splice(0, 2)
  while (rest.length > 1 && connectsOnly(rest[0] ?? '')) rest.shift()
  const passed = words.slice(words.findIndex(isNumber) + 1, last + 1).filter((word) => !isNumber(word))
  return { words: rest, street: [], numbered: false, passed }
}

/** Prepositions in "10 de Getafe", "10 en Getafe". Articles are not removed: they may be part of the name. */
function connectsOnly(word: string): boolean {
  return word === 'de' || word === 'en' || word === 'in'
}

function withoutNumber(words: string[]): CutPart {
  if (!hasNumber(words)) return { words, street: [], numbered: false, passed: [] }
  const behind = afterNumber(words, 0)
  const before = words.slice(0, words.findIndex(isNumber))
  if (behind.words.some((word) => !noiseWords.has(word) && word.length > 1))
    return { ...behind, passed: [...before, ...behind.passed] }
  return { words: before, street: [], numbered: before.length > 0, passed: behind.passed }
}

export function isNumber(word: string): boolean {
  return /^\d/.test(word)
}

function hasNumber(words: string[]): boolean {
  return words.some(isNumber)
}
