import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { OperatorError } from '../../lib/operator-error.ts'
import type { PostcodeRow } from '../store.ts'

/** A line of the file is not in the GeoNames format. The message has the line number and the reason. */
export class PostcodeFileError extends OperatorError {
  readonly line: number

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.line = line
  }
}

/**
 * Reads the rows of a GeoNames postal file (tab separated, 12 columns, UTF-8), in file order.
 *
 * @throws PostcodeFileError at the first bad line.
 */
export async function* readPostalRows(file: Readable): AsyncGenerator<{ row: PostcodeRow; line: number }> {
  let line = 0
  file.setEncoding('utf8')
  for await (const text of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++
    const clean = line === 1 ? text.replace(/^\uFEFF/, '') : text
    if (clean.trim() !== '') yield { row: readRow(clean, line), line }
  }
}

/** Columns: country, postcode, place, 3 × (region, code), lat, lon, accuracy. In Spain the third code is INE's. */
function readRow(text: string, line: number): PostcodeRow {
  const columns = text.split('\t')
  if (columns.length !== 12) throw new PostcodeFileError(line, `${columns.length} columns instead of 12`)
  const [country = '', postcode = '', place = '', region = '', , province = '', , , municipality = ''] =
    columns
  if (!/^[A-Z]{2}$/.test(country)) throw new PostcodeFileError(line, 'column 1 is not a country code')
  if (!/^[A-Z0-9][A-Z0-9 -]{1,19}$/i.test(postcode))
    throw new PostcodeFileError(line, 'column 2 is not a postcode')
  if (place.trim() === '') throw new PostcodeFileError(line, 'column 3, the place, is empty')
  return {
    country: country.toLowerCase(),
    postcode: postcode.toUpperCase(),
    place: place.trim(),
    province: province || region,
    municipalityCode: municipality || null,
    lat: degrees(columns[9], 90) ?? refuse(line, 'column 10 is not a latitude'),
    lon: degrees(columns[10], 180) ?? refuse(line, 'column 11 is not a longitude'),
    accuracy: accuracyOf(columns[11] ?? '', line),
  }
}

function degrees(text: string | undefined, most: number): number | null {
  const value = text?.trim() ? Number(text) : Number.NaN
  return Number.isFinite(value) && Math.abs(value) <= most ? value : null
}

function accuracyOf(text: string, line: number): number | null {
  if (text.trim() === '') return null
  if (/^[1-6]$/.test(text.trim())) return Number(text)
  return refuse(line, 'column 12 is not an accuracy from 1 to 6')
}

function refuse(line: number, reason: string): never {
  throw new PostcodeFileError(line, reason)
}
