import { isNumber } from './cut-street.ts'
import type { Part } from './parsed-address.ts'

export type CountryNames = {
  home: string
  /** Codes by the folded names of countries, and of their parts with a code such as `pt-23`. */
  countries: ReadonlyMap<string, string>
  isPlace: (name: string) => boolean
}

/**
 * Removes the names of countries: a part of the address, or the last words of the last part.
 *
 * @param alsoTowns countries whose names are Spanish towns too: Andorra in Teruel, Puerto Rico in Gran Canaria, Cañada.
 * @returns their codes.
 */
export function takeCountries(parts: Part[], names: CountryNames, alsoTowns: readonly string[]): string[] {
  const last = parts.at(-1)
  if (last === undefined) return []
  const atEnd = takeLast(parts, last, names, alsoTowns)
  return [...(atEnd === null ? [] : [atEnd]), ...takeEarlier(parts, names, alsoTowns)]
}

function takeLast(
  parts: Part[],
  last: Part,
  { countries, isPlace }: CountryNames,
  alsoTowns: readonly string[],
): string | null {
  const whole = countries.get(last.words.join(' '))
  if (whole !== undefined && alsoTowns.includes(whole)) return null
  if (whole !== undefined) {
    if (!areTowns.has(last.words.join(' '))) parts.pop()
    return whole
  }
  for (let length = Math.min(4, last.words.length - 1); length > 0; length--) {
    // "Tremblay-en-France" is a town.
    if (isPlace(last.words.slice(-length - 2).join(' '))) return null
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
    const isCity = code === 'lu' && last.words.some((word) => /^\d{4}$/.test(word))
    if (!areTowns.has(name) && !isCity) last.words.splice(-length)
    return code
  }
  return null
}

/** Names of a country that are also the name of its town, and therefore stay. */
const areTowns: ReadonlySet<string> = new Set(['gibraltar', 'andorra la vella', 'andorra la vieja'])

/** "France, 31000 Toulouse", "FR 31000 Toulouse", "France Toulouse": before the last part, if it is not a place too. */
function takeEarlier(parts: Part[], names: CountryNames, alsoTowns: readonly string[]): string[] {
  const found: string[] = []
  for (let i = parts.length - 1; i >= 0; i--) {
    const { words } = parts[i] as Part
    const length = isWholeCountry(parts, i, names) ? words.length : i === 0 ? startLength(words, names) : 0
    const code = names.countries.get(words.slice(0, length).join(' '))
    if (code === undefined || code === 'zz' || alsoTowns.includes(code)) continue
    words.splice(0, length)
    found.push(code)
  }
  parts.splice(0, parts.length, ...parts.filter(({ words }) => words.length > 0))
  return found
}

function isWholeCountry(parts: readonly Part[], i: number, { countries, isPlace }: CountryNames): boolean {
  const name = parts[i]?.words.join(' ') ?? ''
  const next = parts[i + 1]
  const code = countries.get(name) ?? ''
  // "Wales" is a village too, but after "Cardiff" it is the country.
  if (code === '' || (isPlace(name) && code.length === 2)) return false
  if (name.length === 2 && !next?.followsPostcode) return false
  // "Portugal, 5, Madrid" is a street.
  return next === undefined || next.followsPostcode || !isNumber(next.words[0] ?? '')
}

/** The number of words of a country before the name of a place. */
function startLength(words: readonly string[], { countries, isPlace }: CountryNames): number {
  for (let length = Math.min(4, words.length - 1); length > 0; length--) {
    const name = words.slice(0, length).join(' ')
    const isCountry = name.length > 2 && countries.has(name) && !isPlace(name)
    if (isCountry && isPlace(words.slice(length).join(' '))) return length
  }
  return 0
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
