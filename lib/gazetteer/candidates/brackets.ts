import type { Places } from '../data/places.ts'
import { provincesByName } from '../data/provinces.ts'
import type { Part } from '../parse/parsed-address.ts'

/**
 * "Frankfurt (Oder)", "Halle (Saale)": brackets that distinguish a town from its namesakes become part of its name.
 * Other brackets stay separate parts.
 */
export function withBrackets(places: Places, parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    const words = part.isBracket && before ? longerName(places, before.words, part.words) : null
    if (before && words) joined.splice(-1, 1, { ...before, words })
    else joined.push(part)
  }
  return joined
}

/** Joins `bracket` with the longest ending of `before` that is a place name, as the town may follow its street. */
function longerName(places: Places, before: string[], bracket: string[]): string[] | null {
  const end = bracket.join(' ')
  // "Zürich (Kreis 3)" is Zürich: short or numbered brackets do not extend a name.
  if (end.length < 3 || /\d/.test(end)) return null
  const isOwnPlace = provincesByName.has(end) || places.byName.has(end)
  for (let from = 0; from < before.length; from++) {
    const start = before.slice(from).join(' ')
    if (!places.byName.has(start)) continue
    const name = places.byName.has(`${start} ${end}`) ? `${start} ${end}` : null
    const found = name ?? (isOwnPlace ? null : onlyNameBetween(places, start, end))
    return found === null ? null : [...before.slice(0, from), ...found.split(' ')]
  }
  return null
}

/** "Frankfurt (Main)" is Frankfurt am Main. Returns null when several names match. */
function onlyNameBetween(places: Places, start: string, end: string): string | null {
  const names = places.byName.beginningWith(`${start} `).filter((name) => name.endsWith(` ${end}`))
  return names.length === 1 ? (names[0] ?? null) : null
}
