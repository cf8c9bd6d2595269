import { idsNamed, type PlaceId, type Places } from '../data/places.ts'
import { provincesByName } from '../data/provinces.ts'
import { type CutPart, cutStreet, isNumber, splitBeforeStreet } from '../parse/cut-street.ts'
import { withoutDoors } from '../parse/doors.ts'
import type { Part } from '../parse/parsed-address.ts'
import { changingWords, connectors, noiseWords, siteWords } from '../parse/street-words.ts'
import { withBrackets } from './brackets.ts'
import { isName, type Piece, saysNothing, segment } from './segment.ts'

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

/**
 * `passed`: words that a number makes look like a street without "calle", or in brackets. They are no reason to look
 * for a place, but their absence does not prove anything. `streets`: parts that are a street without a number.
 * `isForeign`: a street type is in a foreign language.
 */
export type Found = {
  mentions: Mention[]
  unknowns: Unknown[]
  passed: Unknown[]
  streets: string[][]
  isForeign: boolean
  /** The number of the first part after the postcode, or the number of parts. */
  afterPostcode: number
}

const saysProvince = /^prov(?:incia)? /
const foreignStreet =
  /^(?:rue|viale|piazza|corso|chemin|impasse|quai|street|road|lane|rua)$|.(?:strasse|straat|gasse)$/

export function findMentions(places: Places, parts: readonly Part[]): Found {
  const isPlace = (words: string[]) => explains(places, words)
  const joined = withBrackets(places, parts)
  const found = nothing(joined)
  for (const [index, part] of joined.entries()) {
    found.isForeign ||= part.words.some((word) => foreignStreet.test(word))
    const pieces = isPlace(part.words)
      ? [part.words]
      : splitBeforeStreet(part.words, isPlace).map((words) => withoutFillers(withoutDoors(words)))
    for (const cut of pieces.flatMap((words) => cutStreet(words, isPlace))) {
      if (cut.street.length > 0) found.streets.push(cut.street)
      if (siteWords.has(cut.street[0] ?? ''))
        addUnknown(places, found.unknowns, { ...part, words: cut.street }, index)
      addUnknown(places, found.passed, { ...part, words: cut.passed }, index)
      addNames(places, found, beforeNumber(parts, index) ? { ...cut, numbered: true } : cut, part, index)
    }
  }
  return found
}

function nothing(parts: readonly Part[]): Found {
  const after = parts.findIndex(({ followsPostcode }) => followsPostcode)
  const afterPostcode = after < 0 ? parts.length : after
  return { mentions: [], unknowns: [], passed: [], streets: [], isForeign: false, afterPostcode }
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
    .filter(Boolean)
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

function addNames(places: Places, found: Found, cut: CutPart, part: Part, index: number): void {
  if (cut.words.every((word) => noiseWords.has(word))) return
  const isQuarter = places.byShortName.has(cut.words.join(' ')) && !isName(places, cut.words.join(' '))
  const pieces = isQuarter ? [{ words: cut.words, isName: false }] : segment(places, cut.words)
  const isWhole = pieces.every(
    (piece, i) => piece.isName || piece.words.every(saysNothing) || isRegionCode(pieces, i),
  )
  if (!isWhole && (part.isBracket || cut.numbered))
    return addUnknown(places, found.passed, { ...part, words: cut.words }, index)
  for (const [i, piece] of pieces.entries()) {
    if (!piece.isName) continue
    if (!isWhole && !standsAlone(pieces.slice(0, i), pieces.slice(i + 1))) continue
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
  if (!isWhole) addUnknown(places, found.unknowns, { ...part, words: cut.words }, index)
}

function addUnknown(places: Places, to: Unknown[], { words: all, followsPostcode }: Part, part: number) {
  const words = trimFillers(places, all)
  if (words.length > 0) to.push({ words, part, followsPostcode })
}

/** A two-letter code at the end: "Milano MI", "Madrid ES". */
function isRegionCode(pieces: Piece[], i: number): boolean {
  return i > 0 && i === pieces.length - 1 && pieces[i]?.words.length === 1 && pieces[i].words[0]?.length === 2
}

/** Rejects half of a name: "York" in "Nueva York", "Villar" before unknown words. A town comes last. */
function standsAlone(before: Piece[], after: Piece[]): boolean {
  const last = before.at(-1)?.words.at(-1)
  if (last !== undefined && (connectors.has(last) || changingWords.has(last))) return false
  return after.every((piece) => piece.isName || piece.words.every(saysNothing))
}

/**
 * Removes words that do not help from both ends, but no part of a name: "l" of "L'Aquila", "s" of "'s-Hertogenbosch",
 * "Casa" of the quarter Casa de Campo.
 */
function trimFillers(places: Places, all: string[]): string[] {
  if (places.byShortName.has(all.join(' '))) return all
  const says = segment(places, all).flatMap(({ words, isName }) =>
    words.map((word) => (isName && words.length > 1) || !saysNothing(word)),
  )
  const first = says.indexOf(true)
  return first < 0 ? [] : all.slice(first, says.lastIndexOf(true) + 1)
}
