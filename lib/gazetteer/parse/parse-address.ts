import { fold } from '../data/fold.ts'
import { provinceOfPostcode } from '../data/provinces.ts'
import { expandAbbreviations } from './abbreviations.ts'
import { takeCountry } from './country.ts'
import type { ParsedAddress, Part } from './parsed-address.ts'
import { takePostcodes } from './postcodes.ts'

const maxAddressLength = 500

/** @returns null when the text cannot name a place. `country` comes from the last words, `zz` for a distant region. */
export function parseAddress(address: string, countries: ReadonlyMap<string, string>): ParsedAddress | null {
  if (address.length > maxAddressLength) return null
  const text = address
    .normalize('NFC')
    .replace(/[\p{Extended_Pictographic}\p{C}]/gu, breaksOrSpace)
    .replace(/\s+/gu, ' ')
  if (!/[\p{L}\d]/u.test(text)) return null
  const taken = takePostcodes(expandAbbreviations(text), ' \u0001 ')
  const parts = splitParts(taken.text)
  const alsoTowns = taken.found.some(({ code }) => provinceOfPostcode(code) !== null) ? ['ad', 'pr'] : []
  if (/cañada/iu.test(text)) alsoTowns.push('ca')
  return { parts, postcodes: taken.found, country: takeCountry(parts, countries, alsoTowns) }
}

function breaksOrSpace(character: string): string {
  return /[\r\n\t]/.test(character) ? ',' : ' '
}

function splitParts(text: string): Part[] {
  const parts: Part[] = []
  let followsPostcode = false
  for (const { piece, isBracket } of pieces(text)) {
    for (const [i, half] of piece.split('\u0001').entries()) {
      if (i > 0) followsPostcode = true
      const words = fold(half).split(' ').filter(Boolean)
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
