import { Readable } from 'node:stream'
import { isKnownCountry, knownCountries } from '#lib/gazetteer/data/countries.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { type ImportNeeds, replacePostcodes } from '../import-postcodes.ts'
import { countPostcodes, type PostcodeRow } from '../store.ts'
import { downloadPostalFile, type Progress } from './download.ts'
import { judgeRows } from './judge-rows.ts'
import { readPostalRows } from './read-rows.ts'
import { unzip } from './unzip.ts'

export type SetUpNeeds = ImportNeeds & {
  baseUrl: string
  onProgress: (progress: Progress) => void
  /** Called when the rows have passed the checks, before they are written. */
  onImport: (rowCount: number) => void
}

export type SetUpDone = { rows: number; postcodes: number }

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
