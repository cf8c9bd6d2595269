import { editDistance } from '#lib/gazetteer/candidates/spelling.ts'
import { fold, foldedWords } from '#lib/gazetteer/data/fold.ts'
import { provincesByName } from '#lib/gazetteer/data/provinces.ts'
import { doors } from '#lib/gazetteer/parse/doors.ts'
import {
  connectors,
  endStreetWords,
  noiseWords,
  strongStreetWords,
  weakStreetWords,
} from '#lib/gazetteer/parse/street-words.ts'
import { takeCodes } from '#lib/gazetteer/parse/take-codes.ts'

/** An address as the customer wrote it: its parts between commas as folded words, and its postcodes. */
export type WrittenAddress = { parts: string[][]; postcodes: string[] }

export function readWritten(address: string): WrittenAddress {
  const { text, found } = takeCodes(address, ', ')
  const parts = text.split(/[,;:()\n\r|]|\s[-–—]\s|(?<=\p{L}{5}|\d)\.\s/u).map(foldedWords)
  return { parts: parts.filter((words) => words.length > 0), postcodes: found.map(({ code }) => code) }
}

/** `houseNumbers`: spellings of the number beside the street, such as `10` and `10b`; empty if there is none. */
export type WrittenStreet = { houseNumbers: string[]; otherParts: string[][] }

/**
 * Finds a street in the address. Engines return neighbours in spelling, so each word of the name must be written (one
 * letter may differ), and no other word may be in it: "Calle Alcalá Galiano" is not "Calle de Alcalá".
 *
 * @param street the name of an engine; `Carrer Major / Calle Mayor` has two spellings.
 * @param towns names that may follow the street in the same part.
 */
export function findStreet(written: WrittenAddress, street: string, towns: string[]): WrittenStreet | null {
  const places = new Set(towns.flatMap(foldedWords))
  for (const spelling of street.split('/')) {
    const words = nameWords(spelling)
    for (const [index, part] of written.parts.entries()) {
      const found = words.length > 0 ? streetIn(part, words, places) : null
      if (found === null) continue
      const next = written.parts[index + 1] ?? []
      const others = written.parts.toSpliced(index, 1, found.rest)
      return { houseNumbers: found.numbers ?? numbersAt(next, 0), otherParts: others }
    }
  }
  return null
}

type InPart = { numbers: string[] | null; rest: string[] }

function streetIn(part: string[], name: string[], places: ReadonlySet<string>): InPart | null {
  const at = name.map((word) => part.findIndex((written) => isSpelled(written, word)))
  if (at.includes(-1)) return null
  const numberAt = part.findIndex((word, i) => i > Math.max(...at) && isNumber(word))
  const end = numberAt < 0 ? part.length : numberAt
  const start = part.findLastIndex((word, i) => i < Math.min(...at) && isStreetWord(word)) + 1
  const isOther = (word: string, i: number) =>
    i >= start && i < end && !at.includes(i) && !places.has(word) && !isFiller(word)
  // "10 Downing Street" has its number before the street.
  const isBefore = isNumber(part[0] ?? '') && !at.includes(0)
  if (part.some((word, i) => isOther(word, i) && !(isBefore && i === 0))) return null
  const before = isBefore ? numbersAt(part, 0) : null
  const numbers = numberAt < 0 ? before : numbersAt(part, numberAt)
  return { numbers, rest: part.filter((_, i) => !at.includes(i)) }
}

/** "10" and, before a lone letter or "bis", "10b" too. */
function numbersAt(words: string[], at: number): string[] {
  const number = words[at] ?? ''
  if (!isNumber(number) || number === '0') return []
  const next = words[at + 1] ?? ''
  return /^(?:[a-z]|bis)$/.test(next) ? [number, number + next] : [number]
}

/** Whether a house number of an engine, such as `10`, `10 B` or `10-12`, is one of those that were written. */
export const isHouseNumber = (number: string | null, written: readonly string[]): boolean =>
  (number ?? '').split(/[-–,;/]/).some((each) => written.includes(foldedWords(each).join('')))

/**
 * Whether the address names the place of a result: its postcode, or else one of the names of its town. A postcode that
 * differs decides against it, because namesakes of a street are in the same town too.
 */
export function namesPlace(
  { postcodes }: WrittenAddress,
  parts: readonly string[][],
  place: { towns: string[]; postcode: string | null },
): boolean {
  const [postcode, another] = postcodes
  if (postcode !== undefined && another === undefined && place.postcode !== null)
    return place.postcode === postcode
  return place.towns.flatMap(spellings).some((town) => parts.some((part) => namesTown(part, town)))
}

/** "Donostia-San Sebastián", "Alicante/Alacant" and "Coruña, A" are written in parts. */
const spellings = (town: string): string[] => [...new Set([town, ...town.split(/[/-]/)])]

function namesTown(part: string[], town: string): boolean {
  const name = foldedWords(town).filter((word) => !connectors.has(word))
  if (name.length > 0 && name.every((word) => part.some((written) => isSpelled(written, word)))) return true
  const [code, another] = provincesByName.get(part.join(' ')) ?? []
  return code !== undefined && another === undefined && provincesByName.get(fold(town))?.[0] === code
}

/**
 * The parts without streets: what is before a number, or after the word of a street, does not name a town. "Calle
 * Toledo 5, Getafe" names Getafe only.
 */
export const partsOfPlaces = ({ parts }: WrittenAddress): string[][] =>
  parts.map((part) => {
    const numberAt = part.findLastIndex(isNumber)
    const rest = part.slice(numberAt + 1)
    const streetAt = rest.findIndex((word) => strongStreetWords.has(word))
    // "Calle Mayor Getafe": after the word of the street and at least one word of its name.
    return streetAt < 0 ? rest : rest.slice(streetAt + 2)
  })

/** Words of a name without the kind of street, unless it has no others: "Gran Vía". */
function nameWords(street: string): string[] {
  const words = foldedWords(street).filter((word) => !connectors.has(word))
  const name = words.filter((word) => !isStreetWord(word))
  return name.length > 0 ? name : words
}

const isStreetWord = (word: string): boolean =>
  strongStreetWords.has(word) || weakStreetWords.has(word) || endStreetWords.has(word)
const isNumber = (word: string): boolean => /^\d/.test(word)
const isFiller = (word: string): boolean =>
  word.length === 1 || isStreetWord(word) || connectors.has(word) || noiseWords.has(word) || doors.has(word)

/** One letter may differ in words of five letters and more: "major" and "mayor", "espanya" and "espana". */
const isSpelled = (written: string, word: string): boolean =>
  written === word || shortened[written] === word || (word.length >= 5 && editDistance(written, word) <= 1)

/** Titles and first names that are shortened in the names of streets. */
const shortened: Record<string, string> = {
  dr: 'doctor',
  dra: 'doctora',
  gral: 'general',
  pdte: 'presidente',
  cap: 'capitan',
  ntra: 'nuestra',
  sra: 'senora',
  fco: 'francisco',
  ma: 'maria',
}
