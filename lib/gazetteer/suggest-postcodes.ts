import { fold } from './data/fold.ts'
import { idsNamed, type Places } from './data/places.ts'
import { idsOfRow, nameOfRow } from './data/postal-names.ts'
import { takePostcodes } from './parse/postcodes.ts'
import type { PostcodePoint } from './resolve/evidence.ts'

export type PostcodeRows = {
  findPostcode: (country: string, postcode: string) => Promise<PostcodePoint[]>
  /** The first `most` postcodes that begin like `start`, each with its rows as `findPostcode` answers them. */
  findPostcodesBeginning: (
    country: string,
    start: string,
    most: number,
  ) => Promise<{ postcode: string; points: PostcodePoint[] }[]>
}

export type PostcodeNeeds = PostcodeRows & { home: string; places: Places }

/** Reads the rows of each postcode once: several completions of a text are located, and most share a postcode. */
export function readingOnce({ findPostcode, findPostcodesBeginning }: PostcodeRows): PostcodeRows {
  const known = new Map<string, Promise<PostcodePoint[]>>()
  const keyOf = (country: string, postcode: string) => `${country} ${postcode}`
  return {
    findPostcode: (country, postcode) => {
      const key = keyOf(country, postcode)
      const points = known.get(key) ?? findPostcode(country, postcode)
      known.set(key, points)
      return points
    },
    findPostcodesBeginning: async (country, start, most) => {
      const found = await findPostcodesBeginning(country, start, most)
      for (const { postcode, points } of found) known.set(keyOf(country, postcode), Promise.resolve(points))
      return found
    },
  }
}

/**
 * Completes the postcode at the end of an address, after its last comma, with its town: "Calle Mayor 3, 2801" → "Calle
 * Mayor 3, 28010 Madrid". A town that was begun after a whole postcode is one of its places.
 */
export async function suggestPostcodes(needs: PostcodeNeeds, typed: string, most: number): Promise<string[]> {
  const at = typed.lastIndexOf(',') + 1
  const [, code = '', name] = /^\s*(\S{3,8})(?:\s+(\S.*))?\s*$/su.exec(typed.slice(at)) ?? []
  const country = countryOf(code, needs.home)
  if (country === null) return []
  const found =
    name === undefined
      ? await postcodesBeginning(needs, { country, start: code.toUpperCase(), most })
      : await placesBeginning(needs, { country, code, name })
  const head = typed.slice(0, at).trim()
  return found.slice(0, most).map(({ postcode, place }) => `${head} ${postcode} ${place}`.trim())
}

/** Where a postcode begins with letters; elsewhere a word with figures is not a postcode. */
const lettered = /^(?:gb|ie|gi)$/

/** The country whose postcode may begin so: by its form, else the home country; null if it is not a postcode. */
function countryOf(code: string, home: string): string | null {
  if (/^\d{4}-\d{0,3}$/.test(code)) return 'pt'
  if (/^AD\d{1,3}$/i.test(code)) return 'ad'
  if (lettered.test(home)) return /^[A-Z]{1,2}\d[A-Z\d]{0,5}$/i.test(code) ? home : null
  return /^\d{3,5}$/.test(code) ? home : null
}

type PostcodePlace = { postcode: string; place: string }

/** One place of each postcode that begins like `start`, every place of the postcode that is `start`. */
async function postcodesBeginning(
  { findPostcodesBeginning, places }: PostcodeNeeds,
  { country, start, most }: { country: string; start: string; most: number },
): Promise<PostcodePlace[]> {
  const found = await findPostcodesBeginning(country, start, most)
  return found.flatMap(({ postcode, points }) => {
    const names = [...new Set(points.map(({ place }) => nameOfRow({ places, country }, place)))]
    return (postcode === start ? names : names.slice(0, 1)).map((place) => ({ postcode, place }))
  })
}

type Begun = { country: string; code: string; name: string }

/** The places of a postcode that begin so, by any of their names: "15001 La Cor" is A Coruña. */
async function placesBeginning(
  { findPostcode, places }: PostcodeNeeds,
  { country, code, name }: Begun,
): Promise<PostcodePlace[]> {
  const start = fold(name)
  if (start === '') return []
  const [postcode = code.toUpperCase()] = takePostcodes(code, ' ').found.map((found) => found.code)
  const points = await findPostcode(country, postcode)
  const named = start.length < 2 ? [] : places.byName.beginningWith(start)
  const idsBegun = new Set(named.flatMap((other) => idsNamed(places, other)))
  const begun = points.filter(
    ({ place }) =>
      ` ${fold(nameOfRow({ places, country }, place))}`.includes(` ${start}`) ||
      [...idsOfRow({ places, country }, place)].some((id) => idsBegun.has(id)),
  )
  const names = new Set(begun.map(({ place }) => nameOfRow({ places, country }, place)))
  return [...names].map((place) => ({ postcode, place }))
}
