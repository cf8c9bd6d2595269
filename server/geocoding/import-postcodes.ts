import type { Readable } from 'node:stream'
import type { Pool, PoolClient } from 'pg'
import { type By, recordAuditOn } from '../db/audit.ts'
import { PostcodeFileError, readPostalRows } from './postal-file/read-rows.ts'
import { deletePostcodes, insertPostcodes, lockPostcodes, type PostcodeRow, recordImport } from './store.ts'

export type ImportNeeds = { pool: Pool; by: By }
type Import = { connection: PoolClient; by: By }

const batchSize = 2_000

/**
 * Replaces the postcodes of every country in a GeoNames postal file (geonames.org, CC BY 4.0). Each country is one
 * transaction, committed after its last line, so look-ups see either the old rows or the new ones. On a bad line, the
 * countries already committed stay. Running servers use the new rows within seconds (`postcode-version.ts`).
 *
 * @param only lower-case ISO codes to import; absent: all.
 * @returns how many rows each imported country has now.
 * @throws PostcodeFileError at the first bad line, or when the rows of a country are not contiguous.
 */
export async function importPostcodes(
  { pool, by }: ImportNeeds,
  file: Readable,
  only?: readonly string[],
): Promise<Record<string, number>> {
  return await withConnection(pool, (connection) => importAll({ connection, by }, file, only))
}

/** Replaces the rows of one country, in one transaction. */
export async function replacePostcodes(
  { pool, by }: ImportNeeds,
  country: string,
  rows: readonly PostcodeRow[],
): Promise<void> {
  await withConnection(pool, async (connection) => {
    await begin(connection, country)
    for (let at = 0; at < rows.length; at += batchSize)
      await insertPostcodes(connection, rows.slice(at, at + batchSize))
    await commit({ connection, by }, country, rows.length)
  })
}

/** Rolls back on an error, so the connection never returns to the pool with an open transaction. */
async function withConnection<T>(pool: Pool, work: (connection: PoolClient) => Promise<T>): Promise<T> {
  const connection = await pool.connect()
  try {
    const result = await work(connection)
    connection.release()
    return result
  } catch (error) {
    const isClean = await connection.query('rollback').then(
      () => true,
      () => false,
    )
    connection.release(!isClean)
    throw error
  }
}

async function importAll({ connection, by }: Import, file: Readable, only?: readonly string[]) {
  const counts: Record<string, number> = {}
  let current: string | null = null
  let batch: PostcodeRow[] = []
  const flush = async () => {
    await insertPostcodes(connection, batch)
    batch = []
  }
  const finish = async (country: string) => {
    await flush()
    await commit({ connection, by }, country, counts[country] ?? 0)
  }
  for await (const { row, line } of readPostalRows(file)) {
    if (only && !only.includes(row.country)) continue
    if (row.country !== current) {
      if (row.country in counts) throw new PostcodeFileError(line, `rows of ${row.country} are not together`)
      if (current !== null) await finish(current)
      current = row.country
      counts[current] = 0
      await begin(connection, current)
    }
    batch.push(row)
    counts[row.country] = (counts[row.country] ?? 0) + 1
    if (batch.length >= batchSize) await flush()
  }
  if (current !== null) await finish(current)
  return counts
}

async function begin(connection: PoolClient, country: string): Promise<void> {
  await connection.query('begin')
  await lockPostcodes(connection, country)
  await deletePostcodes(connection, country)
}

async function commit({ connection, by }: Import, country: string, rowCount: number): Promise<void> {
  const before = await recordImport(connection, country, rowCount)
  await recordAuditOn(connection, {
    ...by,
    act: 'postcodes.import',
    targets: [{ type: 'country', id: country }],
    changes: { rows: { from: before, to: rowCount } },
  })
  await connection.query('commit')
}
