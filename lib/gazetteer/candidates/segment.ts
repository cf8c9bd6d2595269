import type { Places } from '../data/places.ts'
import { provincesByName } from '../data/provinces.ts'
import { noiseWords } from '../parse/street-words.ts'

/** Consecutive words that are one name, or that belong to no name. */
export type Piece = { words: string[]; isName: boolean }

const longestName = 8

/** Splits words into names and other pieces: minimizes the number of unexplained words, then of pieces. */
export function segment(places: Places, words: string[]): Piece[] {
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

/** Whether `name` is the name of a place or a province. */
export function isName(places: Places, name: string): boolean {
  return places.byName.has(name) || provincesByName.has(name)
}

/** Whether a word does not help to locate an address: a number, a door, a single letter. */
export function saysNothing(word: string): boolean {
  return noiseWords.has(word) || /^\d/.test(word) || word.length === 1
}
