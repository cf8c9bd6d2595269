import { isNumber } from './cut-street.ts'
import type { Part } from './parsed-address.ts'

/**
 * Removes a country name from the end: the last part, or the last words of the last part.
 *
 * @param alsoTowns countries whose names are Spanish towns too: Andorra in Teruel, Puerto Rico in Gran Canaria, Cañada.
 */
export function takeCountry(
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
