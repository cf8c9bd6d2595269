import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../lib/operator-error.ts'
import { deletePostcodes, insertPostcodes, type PostcodeRow } from './store.ts'

/** A line of the file is not what GeoNames writes. The message names the line and what is wrong with it. */
export class PostcodeFileError extends OperatorError {
  readonly line: number

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.line = line
  }
}

const batchSize = 2_000

/**
 * Replaces the postcodes of every country in a GeoNames postal file (tab separated, 12 columns, UTF-8; geonames.org,
 * CC BY 4.0). A country's rows change in one transaction when its last line was read, so look-ups see the old rows or
 * the new ones; what was committed before a bad line stays.
 *
 * @param only lower-case ISO codes to take; absent, all.
 * @returns how many rows each country has now.
 * @throws PostcodeFileError at the first bad line, or when the file comes back to a country it had left.
 */
export async function importPostcodes(
  { pool }: { pool: Pool },
  file: Readable,
  only?: readonly string[],
): Promise<Record<string, number>> {
  const connection = await pool.connect()
  try {
    // An import outlasts the limit that protects the service's own statements.
    await connection.query('set statement_timeout = 0')
    return await importAll(connection, file, only)
  } finally {
    await connection.query('reset statement_timeout')
    connection.release()
  }
}

async function importAll(connection: PoolClient, file: Readable, only?: readonly string[]) {
  const counts: Record<string, number> = {}
  let current: string | null = null
  let batch: PostcodeRow[] = []
  const flush = async () => {
    await insertPostcodes(connection, batch)
    batch = []
  }
  try {
    for await (const { row, line } of rowsOf(file)) {
      if (only && !only.includes(row.country)) continue
      if (row.country !== current) {
        if (row.country in counts)
          throw new PostcodeFileError(line, `rows of ${row.country} are not together`)
        if (current !== null) await finish(connection, flush)
        current = row.country
        counts[current] = 0
        await connection.query('begin')
        await deletePostcodes(connection, current)
      }
      batch.push(row)
      counts[row.country] = (counts[row.country] ?? 0) + 1
      if (batch.length >= batchSize) await flush()
    }
    if (current !== null) await finish(connection, flush)
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
  return counts
}

async function finish(connection: PoolClient, flush: () => Promise<void>): Promise<void> {
  await flush()
  await connection.query('commit')
}

async function* rowsOf(file: Readable): AsyncGenerator<{ row: PostcodeRow; line: number }> {
  let line = 0
  file.setEncoding('utf8')
  for await (const text of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++
    const clean = line === 1 ? text.replace(/^\uFEFF/, '') : text
    if (clean.trim() !== '') yield { row: readRow(clean, line), line }
  }
}

/** country, postcode, place, 3 × (name, code) of the regions, lat, lon, accuracy; the third code is Spain's INE code. */
function readRow(text: string, line: number): PostcodeRow {
  const columns = text.split('\t')
  if (columns.length !== 12) throw new PostcodeFileError(line, `${columns.length} columns instead of 12`)
  const [country = '', postcode = '', place = '', region = '', , province = '', , , municipality = ''] =
    columns
  if (!/^[A-Z]{2}$/.test(country)) throw new PostcodeFileError(line, 'column 1 is no country code')
  if (!/^[A-Z0-9][A-Z0-9 -]{1,19}$/i.test(postcode))
    throw new PostcodeFileError(line, 'column 2 is no postcode')
  if (place.trim() === '') throw new PostcodeFileError(line, 'column 3, the place, is empty')
  return {
    country: country.toLowerCase(),
    postcode: postcode.toUpperCase(),
    place: place.trim(),
    province: province || region,
    municipalityCode: municipality || null,
    lat: degrees(columns[9], 90) ?? refuse(line, 'column 10 is no latitude'),
    lon: degrees(columns[10], 180) ?? refuse(line, 'column 11 is no longitude'),
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
  return refuse(line, 'column 12 is no accuracy from 1 to 6')
}

function refuse(line: number, reason: string): never {
  throw new PostcodeFileError(line, reason)
}
