import type { KnownCountry } from '#lib/gazetteer/data/countries.ts'
import { isInCountryBox } from '#lib/gazetteer/data/country-boxes.ts'
import type { PostcodeRow } from '../store.ts'

/** About half of the rows GeoNames had in 2026: a file with fewer rows is truncated or not the right file. */
const minRows: Record<KnownCountry, number> = {
  es: 18_000,
  pt: 100_000,
  fr: 25_000,
  ad: 4,
  it: 9_000,
  de: 11_000,
  gb: 13_000,
  ie: 70,
  nl: 2_000,
  be: 1_300,
  at: 9_000,
  ch: 2_200,
  lu: 1_500,
  gi: 1,
}

/** Share of rows allowed outside the country's box: GeoNames has errors, and France has overseas départements. */
const maxOutsideShare = 0.02

type Judged = {
  country: KnownCountry
  rows: readonly PostcodeRow[]
  /** How many rows the country has now. */
  kept: number
}

/** @returns why these rows must not replace the current rows of the country; null when they may. */
export function judgeRows({ country, rows, kept }: Judged): string | null {
  const name = country.toUpperCase()
  const foreign = rows.find((row) => row.country !== country)
  if (foreign) return `the file of ${name} holds rows of ${foreign.country.toUpperCase()}`
  const least = Math.max(minRows[country], Math.ceil(kept / 2))
  if (rows.length < least) {
    const why = least > minRows[country] ? `half of the ${kept} we have` : 'what the country must have'
    return `the file of ${name} has ${rows.length} rows, fewer than ${why} (${least})`
  }
  const outside = rows.filter((row) => !isInCountryBox(country, row)).length
  if (outside > rows.length * maxOutsideShare) return `${outside} rows of ${name} lie outside the country`
  return null
}
