import { foldedWords } from '../data/fold.ts'
import { provinceOfPostcode } from '../data/provinces.ts'
import { type CountryNames, takeCountries } from './country.ts'
import { mayBeCountryLetters } from './country-letters.ts'
import type { ParsedAddress, Part } from './parsed-address.ts'
import { takeCodes } from './take-codes.ts'

const maxAddressLength = 500

/** @returns null when the text cannot name a place. */
export function parseAddress(address: string, names: CountryNames): ParsedAddress | null {
  if (address.length > maxAddressLength) return null
  const text = address
    .normalize('NFC')
    .replace(/[\p{Extended_Pictographic}\p{C}]/gu, breaksOrSpace)
    .replace(/\s+/gu, ' ')
  if (!/[\p{L}\d]/u.test(text)) return null
  const codes = takeCodes(text, ' \u0001 ')
  const parts = splitParts(codes.text)
  const alsoTowns = codes.found.some(({ code }) => provinceOfPostcode(code) !== null) ? ['ad', 'pr'] : []
  if (/cañada/iu.test(text)) alsoTowns.push('ca')
  const named = [...takeCountries(parts, names, alsoTowns), ...codes.letters]
  const stated = named.length > 0 ? named : codes.office
  return {
    parts,
    postcodes: codes.found,
    countries: distinct(stated.map((code) => code.slice(0, 2))),
    area: stated.find((code) => code.length > 2)?.slice(3) ?? null,
    isForeign: codes.isForeign || hasForeignLetter(codes.text, names.home),
  }
}

/** "F 31000": a lone letter between a comma and the postcode may also be a door, so it does not state a country. */
function hasForeignLetter(text: string, home: string): boolean {
  // oxlint-disable-next-line no-control-regex -- It replaces the postcode, which was taken out.
  const letter = /(?:^|[,;(])\s*([a-z])\s+\u0001/iu.exec(text)?.[1]
  return letter !== undefined && mayBeCountryLetters(letter, home)
}

const distinct = (codes: readonly string[]): string[] => [...new Set(codes)]

function breaksOrSpace(character: string): string {
  return /[\r\n\t]/.test(character) ? ', ' : ' '
}

function splitParts(text: string): Part[] {
  const parts: Part[] = []
  let followsPostcode = false
  for (const { piece, isBracket } of pieces(text)) {
    for (const [i, half] of piece.split('\u0001').entries()) {
      if (i > 0) followsPostcode = true
      const words = foldedWords(half)
      if (words.length === 0) continue
      parts.push({ words, isBracket, followsPostcode })
      followsPostcode = false
    }
  }
  return parts
}

function* pieces(text: string): Generator<{ piece: string; isBracket: boolean }> {
  for (const [i, outer] of text.split(/[()[\]{}]/).entries()) {
    for (const piece of outer.split(/[,;|:·•/\n"«»]|\s[-–—]+\s|[–—]/u)) {
      yield { piece, isBracket: i % 2 === 1 }
    }
  }
}
