import { provincesByName } from '../provinces.ts'
import { withBrackets } from './brackets.ts'
import { idsNamed, type PlaceId, type Places } from './places.ts'
import type { Part } from './read-address.ts'
import { type CutPart, cutStreet, isNumber } from './street.ts'
import { changingWords, connectors, noiseWords } from './street-words.ts'

/** A name found in an address, with everything it may mean. */
export type Mention = {
  name: string
  places: readonly PlaceId[]
  /** Codes of the Spanish provinces the name may mean, if it is the name of a province, region or island; else null. */
  provinces: readonly string[] | null
  /**
   * `whole`: the part contains only known names. `beside`: unknown words are next to it, so it may be half of another
   * name. `numbered`: a number follows, so it may be a street.
   */
  kind: 'whole' | 'beside' | 'numbered'
  part: number
  followsPostcode: boolean
}

/** Words that match no name: a village missing from the data, a building, a misspelling. */
export type Unknown = { words: string[]; part: number; followsPostcode: boolean }

/** `streets`: parts that are a street without a number. `isForeign`: a street type is in a foreign language. */
export type Found = { mentions: Mention[]; unknowns: Unknown[]; streets: string[][]; isForeign: boolean }

const longestName = 8
const saysProvince = /^prov(?:incia)? /
const foreignStreet =
  /^(?:rue|viale|piazza|corso|chemin|impasse|quai|street|road|lane|rua)$|.(?:strasse|straat|gasse)$/

export function findMentions(places: Places, parts: readonly Part[]): Found {
  const found: Found = { mentions: [], unknowns: [], streets: [], isForeign: false }
  const isPlace = (words: string[]) => explains(places, words)
  for (const [index, part] of withBrackets(places, parts).entries()) {
    found.isForeign ||= part.words.some((word) => foreignStreet.test(word))
    const words = isPlace(part.words) ? part.words : withoutFillers(part.words)
    for (const cut of cutStreet(words, isPlace)) {
      if (cut.street.length > 0) found.streets.push(cut.street)
      addNames(places, found, beforeNumber(parts, index) ? { ...cut, numbered: true } : cut, part, index)
    }
  }
  return found
}

/** "Toledo, 12, Madrid": the house number is in the next part. */
function beforeNumber(parts: readonly Part[], index: number): boolean {
  const next = parts[1]?.words ?? []
  return index === 0 && next.some(isNumber) && next.every((word) => isNumber(word) || word.length === 1)
}

/** Removes words around a name: "Provincia de Sevilla", "municipio de Getafe", "Sevilla capital". */
function withoutFillers(words: string[]): string[] {
  return words
    .join(' ')
    .replace(
      /\b(?:provincia|prov|municipio|ciudad|termino municipal|concello|ayuntamiento|isla|illa|comarca) (?:de|d|del) /g,
      '',
    )
    .replace(/^(?:city of|prov|provincia|greater|en|in|cp|c p) (?=\w)/, '')
    .replace(/ (?:capital|ciudad|city|centro|centre|provincia)$/, '')
    .split(' ')
}

/** Whether `words` are the name of a place or province, or a place followed by its province: "Ronda Málaga". */
function explains(places: Places, words: string[]): boolean {
  if (isName(places, words.join(' '))) return true
  for (let end = 1; end < words.length; end++) {
    const provinces = provincesByName.get(words.slice(end).join(' '))
    if (!provinces) continue
    const ids = idsNamed(places, words.slice(0, end).join(' '))
    if (ids.some((id) => places.country[id] === 'es' && provinces.includes(places.area[id] ?? '')))
      return true
  }
  return false
}

function isName(places: Places, name: string): boolean {
  return places.byName.has(name) || provincesByName.has(name)
}

function addNames(places: Places, found: Found, cut: CutPart, part: Part, index: number): void {
  if (cut.words.every((word) => noiseWords.has(word))) return
  const cover = coverOf(places, cut.words)
  const isWhole = cover.every(
    (piece, i) => piece.isName || piece.words.every(saysNothing) || isRegionCode(cover, i),
  )
  if (part.isBracket && !isWhole) return
  for (const [i, piece] of cover.entries()) {
    if (!piece.isName) continue
    if (!isWhole && !standsAlone(cover.slice(0, i), cover.slice(i + 1))) continue
    const name = piece.words.join(' ')
    const provinces = provincesByName.get(name) ?? null
    found.mentions.push({
      name,
      // "Provincia de Toledo" is the province and not its capital.
      places: provinces && saysProvince.test(part.words.join(' ')) ? [] : idsNamed(places, name),
      provinces,
      kind: cut.numbered ? 'numbered' : isWhole ? 'whole' : 'beside',
      part: index,
      followsPostcode: part.followsPostcode,
    })
  }
  if (isWhole || cut.numbered) return
  found.unknowns.push({ words: trimFillers(cut.words), part: index, followsPostcode: part.followsPostcode })
}

function saysNothing(word: string): boolean {
  return noiseWords.has(word) || /^\d/.test(word) || word.length === 1
}

/** A two-letter code at the end: "Milano MI", "Madrid ES". */
function isRegionCode(cover: Piece[], i: number): boolean {
  return i > 0 && i === cover.length - 1 && cover[i]?.words.length === 1 && cover[i].words[0]?.length === 2
}

/** Rejects half of a name: "York" in "Nueva York", "Villar" before unknown words. A town comes last. */
function standsAlone(before: Piece[], after: Piece[]): boolean {
  const last = before.at(-1)?.words.at(-1)
  if (last !== undefined && (connectors.has(last) || changingWords.has(last))) return false
  return after.every((piece) => piece.isName || piece.words.every(saysNothing))
}

function saysSomething(word: string): boolean {
  return !saysNothing(word)
}

function trimFillers(words: string[]): string[] {
  const first = words.findIndex(saysSomething)
  return first < 0 ? [] : words.slice(first, words.findLastIndex(saysSomething) + 1)
}

type Piece = { words: string[]; isName: boolean }

/** Splits words into names and other pieces: minimizes the number of unexplained words, then of pieces. */
function coverOf(places: Places, words: string[]): Piece[] {
  const best: { cost: number; from: number; isName: boolean }[] = [{ cost: 0, from: 0, isName: false }]
  for (let end = 1; end <= words.length; end++) {
    const isFiller = saysNothing(words[end - 1] ?? '')
    let choice = { cost: (best[end - 1]?.cost ?? 0) + (isFiller ? 50 : 100), from: end - 1, isName: false }
    for (let from = Math.max(0, end - longestName); from < end; from++) {
      const cost = (best[from]?.cost ?? 0) + 1
      if (cost < choice.cost && isName(places, words.slice(from, end).join(' ')))
        choice = { cost, from, isName: true }
    }
    best.push(choice)
  }
  return piecesBack(best, words)
}

function piecesBack(best: { from: number; isName: boolean }[], words: string[]): Piece[] {
  const pieces: Piece[] = []
  for (let end = words.length; end > 0; end = best[end]?.from ?? 0) {
    const { from, isName } = best[end] ?? { from: end - 1, isName: false }
    const next = pieces[0]
    if (!isName && next && !next.isName) next.words.unshift(...words.slice(from, end))
    else pieces.unshift({ words: words.slice(from, end), isName })
  }
  return pieces
}
