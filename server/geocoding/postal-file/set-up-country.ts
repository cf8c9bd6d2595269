import { Readable } from 'node:stream'
import { isKnownCountry, type KnownCountry, knownCountries } from '#lib/gazetteer/data/countries.ts'
import { isInCountryBox } from '#lib/gazetteer/data/country-boxes.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { type ImportNeeds, replacePostcodes } from '../import-postcodes.ts'
import { countPostcodes, type PostcodeRow } from '../store.ts'
import { downloadPostalFile, type Progress } from './download.ts'
import { readPostalRows } from './read-rows.ts'
import { unzip } from './unzip.ts'

type SetUpNeeds = ImportNeeds & {
  baseUrl: string
  onProgress: (progress: Progress) => void
  /** Called when the rows have passed the checks, before they are written. */
  onImport: (rowCount: number) => void
}

type SetUpDone = { rows: number; postcodes: number }

const limits = { maxBytes: 64 * 1_048_576, silenceMs: 30_000 }
const maxUnpackedBytes = 256 * 1_048_576

/**
 * Downloads the postal file of a country, checks all its rows, and replaces the rows of the country in one transaction.
 *
 * @param country ISO code, upper or lower case.
 * @throws OperatorError with the reason why the rows were not replaced.
 */
export async function setUpCountry(needs: SetUpNeeds, country: string): Promise<SetUpDone> {
  const code = country.toLowerCase()
  if (!isKnownCountry(code)) throw new OperatorError(unknownCountry(country))
  const name = code.toUpperCase()
  const { baseUrl, onProgress } = needs
  const zip = await downloadPostalFile({ baseUrl, country: name, onProgress, ...limits })
  const rows = await rowsOf(unzip(zip, `${name}.txt`, maxUnpackedBytes))
  const kept = await countPostcodes(needs.pool, code)
  const refusal = judgeRows({ country: code, rows, kept })
  if (refusal !== null) throw new OperatorError(refusal)
  needs.onImport(rows.length)
  await replacePostcodes(needs, code, rows)
  return { rows: rows.length, postcodes: new Set(rows.map(({ postcode }) => postcode)).size }
}

async function rowsOf(file: Buffer): Promise<PostcodeRow[]> {
  const rows: PostcodeRow[] = []
  for await (const { row } of readPostalRows(Readable.from([file]))) rows.push(row)
  return rows
}

const unknownCountry = (country: string): string =>
  `${country} is not a country of the embedded geocoder, which knows ${knownCountries.join(', ').toUpperCase()}`

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
function judgeRows({ country, rows, kept }: Judged): string | null {
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
