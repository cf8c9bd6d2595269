import { fold } from '../fold.ts'
import { type Postcode, takePostcodes } from '../postcodes.ts'
import { provinceOfPostcode } from '../provinces.ts'
import { isNumber } from './street.ts'

/** One part of an address between commas or similar separators, folded. */
export type Part = { words: string[]; isBracket: boolean; followsPostcode: boolean }

export type ReadAddress = { parts: Part[]; postcodes: Postcode[]; country: string | null }

const maxAddressLength = 500

/** @returns null when the text cannot name a place. `country` comes from the last words, `zz` for a distant region. */
export function readAddress(address: string, countries: ReadonlyMap<string, string>): ReadAddress | null {
  if (address.length > maxAddressLength) return null
  const text = address
    .normalize('NFC')
    .replace(/[\p{Extended_Pictographic}\p{C}]/gu, breaksOrSpace)
    .replace(/\s+/gu, ' ')
  if (!/[\p{L}\d]/u.test(text)) return null
  const taken = takePostcodes(markStreets(text), ' \u0001 ')
  const parts = splitParts(taken.text)
  const alsoTowns = taken.found.some(({ code }) => provinceOfPostcode(code) !== null) ? ['ad', 'pr'] : []
  if (/cañada/iu.test(text)) alsoTowns.push('ca')
  return { parts, postcodes: taken.found, country: takeCountry(parts, countries, alsoTowns) }
}

function breaksOrSpace(character: string): string {
  return /[\r\n\t]/.test(character) ? ',' : ' '
}

/** Expands abbreviations before "/" becomes a separator. "Vila-real" with a hyphen is not Portugal's Vila Real. */
function markStreets(text: string): string {
  return text
    .replace(/(^|[\s,;(])c\s?\/\.?\s*/giu, '$1calle ')
    .replace(/(^|[\s,;(])(av|avda|avd|pl|pza|ctra|urb)\s?\/\s*/giu, '$1$2 ')
    .replace(/(^|[\s,;(])(?:p[ºª°o]|p\.?º)\s*\.?\s+(?=\p{L})/giu, '$1paseo ')
    .replace(/(^|[\s,;(])b[ºª°]\s*\.?\s+/giu, '$1barrio ')
    .replace(/\bvila-real\b(?! de)/giu, 'villarreal')
    .replace(/(^|[\s,;(])c[ºª°]\s*\.?\s+/giu, '$1camino ')
    .replace(/(^|[\s,;(])s\s?\/\s?c\s+de\s+/giu, '$1santa cruz de ')
    .replace(/(^|[\s,;(])(?:av|avda|avgda)\.\s*/giu, '$1avenida ')
    .replace(/(^|[\s,;(])pol(?:\.|[ií]gono)?\s*ind(?:ustrial|\.)?\s*/giu, '$1poligono ')
    .replace(/(^|[\s,;(])sta\.?\s+/giu, '$1santa ')
    .replace(/(^|[\s,;(])sto\.?\s+/giu, '$1santo ')
    .replace(/(^|[\s,;(])pto\.?\s+/giu, '$1puerto ')
    .replace(/(^|[\s,;(])vva\.?\s+/giu, '$1villanueva ')
    .replace(/\bs\s?[/.]\s?n(?![\p{L}])\.?/giu, ' 0 ')
    .replace(/\b(?:tel|tfno|tlf|telf|tel[eé]fono|m[oó]vil)\b.*$/giu, '')
    .replace(/\+?\d[\d .-]{7,}\d/g, longNumber)
}

/** Removes phone numbers, which are neither house numbers nor postcodes; keeps two consecutive postcodes. */
function longNumber(run: string): string {
  return /(?<!\d)\d{5}(?!\d)/.test(run) || /\d{4}-\d{3}/.test(run) ? run : ' '
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

/**
 * Removes a country name from the end: the last part, or the last words of the last part.
 *
 * @param alsoTowns countries whose names are Spanish towns too: Andorra in Teruel, Puerto Rico in Gran Canaria, Cañada.
 */
function takeCountry(
  parts: Part[],
  countries: ReadonlyMap<string, string>,
  alsoTowns: readonly string[],
): string | null {
  const last = parts.at(-1)
  if (last === undefined) return null
  const whole = countries.get(last.words.join(' '))
  if (whole !== undefined && alsoTowns.includes(whole)) return null
  if (whole !== undefined) {
    parts.pop()
    return whole
  }
  for (let length = Math.min(4, last.words.length - 1); length > 0; length--) {
    const name = last.words.slice(-length).join(' ')
    const code = name.length > 2 ? countries.get(name) : undefined
    if (
      code === undefined ||
      code === 'zz' ||
      alsoTowns.includes(code) ||
      !mayEndBefore(last.words.slice(0, -length))
    )
      continue
    // "L-1111 Luxembourg" also names the city, so the word stays.
    if (code !== 'lu' || !last.words.some((word) => /^\d{4}$/.test(word))) last.words.splice(-length)
    return code
  }
  return null
}

/** "Plaza de España" and "Avenida Portugal" are streets: a country follows a number, or words that are not a street. */
function mayEndBefore(words: string[]): boolean {
  const before = words.at(-1) ?? ''
  if (
    /^(de|del|d|la|el|los|las|do|da|nueva|nuevo|avenida|plaza|calle|paseo|rua|via|ronda|barrio|hotel)$/.test(
      before,
    )
  ) {
    return false
  }
  const firstNumber = words.findIndex(isNumber)
  return firstNumber >= 0 || !streetStart.test(words[0] ?? '')
}

const streetStart =
  /^(calle|carrer|avenida|avinguda|av|avda|plaza|placa|pl|paseo|passeig|ronda|camino|carretera|rue|rua|via|gran|glorieta|parque|barrio)$/
