import type { Postcode } from './postcodes.ts'

/** One part of an address between commas or similar separators, folded. */
export type Part = { words: string[]; isBracket: boolean; followsPostcode: boolean }

/**
 * `countries`: codes of the countries stated, `zz` for a distant region; `area`: the code of a stated part of the
 * country. `isForeign`: the address has words of a post office abroad, or what may be the letter of another country.
 */
export type ParsedAddress = {
  parts: Part[]
  postcodes: Postcode[]
  countries: string[]
  area: string | null
  isForeign: boolean
}
