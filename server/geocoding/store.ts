import { type Kysely, sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { PostcodePoint } from '#lib/gazetteer/resolve/evidence.ts'
import type { Tables } from '../db/tables.ts'
import type { Geocoded } from './geocoder.ts'

/** The imported postal rows of a postcode. */
export async function findPostcode(
  kysely: Kysely<Tables>,
  country: string,
  postcode: string,
): Promise<PostcodePoint[]> {
  return await kysely
    .selectFrom('postcode')
    .select(['place', 'lat', 'lon'])
    .where('country', '=', country)
    .where('postcode', '=', postcode)
    .orderBy('place')
    .orderBy('lat')
    .limit(200)
    .execute()
}

/**
 * The postcodes of a country that begin like `start`, each with its rows as `findPostcode` answers them. Read in the
 * order of the index: a short start reads no more postcodes than it answers.
 */
export async function findPostcodesBeginning(
  kysely: Kysely<Tables>,
  { country, start, most }: { country: string; start: string; most: number },
): Promise<{ postcode: string; points: PostcodePoint[] }[]> {
  // The range is for the index: letters are after figures in every collation.
  const { rows } = await sql<{ postcode: string; points: PostcodePoint[] }>`
    select postcode, points from (
      select distinct postcode from postcode
      where country = ${country} and postcode >= ${start} and postcode < ${`${start}z`}
        and starts_with(postcode, ${start})
      order by postcode limit ${most}) code
    cross join lateral (
      select json_agg(point order by place, lat) as points from (
        select place, lat, lon from postcode of_code
        where of_code.country = ${country} and of_code.postcode = code.postcode
        order by place, lat limit 200) point) with_points
    order by postcode`.execute(kysely)
  return rows
}

export async function findCached(
  kysely: Kysely<Tables>,
  key: Buffer,
): Promise<{ outcome: Geocoded; ttlSeconds: number } | null> {
  const row = await kysely
    .selectFrom('geocode_cache')
    .select(['outcome', sql<number>`extract(epoch from expires_at - now())::float8`.as('ttl_seconds')])
    .where('key', '=', key)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ? { outcome: row.outcome, ttlSeconds: row.ttl_seconds } : null
}

export async function storeCached(
  kysely: Kysely<Tables>,
  key: Buffer,
  outcome: Geocoded,
  ttlSeconds: number,
): Promise<void> {
  const row = {
    outcome: JSON.stringify(outcome),
    expires_at: sql<Date>`now() + make_interval(secs => ${ttlSeconds})`,
  }
  await kysely
    .insertInto('geocode_cache')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/** Called by the sweeper. @returns how many rows were deleted. */
export async function deleteExpiredGeocodes(kysely: Kysely<Tables>): Promise<number> {
  const { numDeletedRows } = await kysely
    .deleteFrom('geocode_cache')
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export type PostcodeRow = {
  country: string
  postcode: string
  place: string
  province: string
  municipalityCode: string | null
  lat: number
  lon: number
  accuracy: number | null
}

/** An import runs all its statements on one connection, in one transaction per country. */
export type Connection = Pick<PoolClient, 'query'>

/** Serializes imports of one country (transaction lock): two concurrent imports would leave the rows of both. */
export async function lockPostcodes(connection: Connection, country: string): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(hashtext('dray postcodes ' || $1))`, [country])
}

/**
 * Must run in the import's transaction. The new id tells every node that the postcodes changed.
 *
 * @returns the number of rows of the import before; null for the first import of the country.
 */
export async function recordImport(
  connection: Connection,
  country: string,
  rowCount: number,
): Promise<number | null> {
  const { rows } = await connection.query<{ before: number | null }>(
    `with before as (select row_count from postcode_import where country = $1)
     insert into postcode_import (country, import_id, row_count) values ($1, gen_random_uuid(), $2)
     on conflict (country) do update
       set import_id = excluded.import_id, row_count = excluded.row_count, imported_at = now()
     returning (select row_count from before) as before`,
    [country, rowCount],
  )
  return rows[0]?.before ?? null
}

/** Changes after every import, regardless of the order in which imports of several countries commit. */
export async function readPostcodeVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>({
    name: 'postcode-version',
    text: `select coalesce(string_agg(country || ':' || import_id, ',' order by country), '') as version
           from postcode_import`,
  })
  return rows[0]?.version ?? ''
}

/** @returns how many rows the last import of a country wrote; 0 without an import. */
export async function countPostcodes(pool: Pool, country: string): Promise<number> {
  const { rows } = await pool.query<{ row_count: number }>(
    'select row_count from postcode_import where country = $1',
    [country],
  )
  return rows[0]?.row_count ?? 0
}

export async function deletePostcodes(connection: Connection, country: string): Promise<void> {
  await connection.query('delete from postcode where country = $1', [country])
}

export async function insertPostcodes(connection: Connection, rows: readonly PostcodeRow[]): Promise<void> {
  await connection.query(
    `insert into postcode (country, postcode, place, province, municipality_code, lat, lon, accuracy)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[], $8::int2[])`,
    [
      rows.map((row) => row.country),
      rows.map((row) => row.postcode),
      rows.map((row) => row.place),
      rows.map((row) => row.province),
      rows.map((row) => row.municipalityCode),
      rows.map((row) => row.lat),
      rows.map((row) => row.lon),
      rows.map((row) => row.accuracy),
    ],
  )
}
