import type pg from 'pg'
import type { JobSize } from '#contract/vocabulary.ts'
import type { Point } from '#lib/gazetteer/data/distance.ts'
import { isHeldSql, isNewToSql, isOfAnotherSql, isPublicSql, sizesThatFit } from '../eligibility.ts'
import { byFeedPoint } from './by-feed-point.ts'
import { boxAround, chordOf, xyzOf } from './sphere.ts'

/** The carrier who reads the feed, and around which point: the base, or another (`search-feed.ts`). */
export type Searcher = {
  accountId: string
  base: Point
  baseUncertaintyKm: number
  radiusKm: number
  vehicleSize: JobSize
}

/** A job's position in the feed: sorted by distance, then by id, so the older job comes first. */
export type FeedCursor = { chord: number; id: string }

type FeedPage = { after: FeedCursor | null; limit: number }

/** Finds the jobs near a carrier, the nearest first. With filters, `scan.ts` does. */
export type Nearest = (searcher: Searcher, page: FeedPage) => Promise<FeedCursor[]>

export const createNearest = (pool: pg.Pool): Nearest =>
  byFeedPoint(pool, { byPoint: nearestByPoint, byBox: nearestByBox })

/** Jobs that this carrier may accept. The first line is written like the condition of the index. */
const isOpen = `job.status = 'posted' and ${isPublicSql}
  and job.size = any($3) and ${isOfAnotherSql('$4')} and ${isNewToSql('$4')}
  and ${isHeldSql}`

/**
 * The radius is checked last: as a condition of the search it makes the planner expect few jobs and sort them all (94
 * ms instead of 1 near a city). The index returns at most one page beyond the radius.
 */
export const byPointSql = `select id, chord from (
    select id, feed_point <-> $1::cube as chord from job
    where ${isOpen} and (feed_point <-> $1::cube, id) > ($5, $6::uuid)
    order by feed_point <-> $1::cube, id limit $7) nearest
  where chord <= $2`

export const nearestByPoint =
  (pool: pg.Pool): Nearest =>
  async (searcher, page) => {
    const values = pointValues(searcher, page)
    const { rows } = await pool.query<FeedCursor>({ name: 'feed-by-point', text: byPointSql, values })
    return rows
  }

export function pointValues(searcher: Searcher, { after, limit }: Parameters<Nearest>[1]): unknown[] {
  const { accountId, base, radiusKm, vehicleSize } = searcher
  const { chord, id } = after ?? beforeAll
  const place = `(${xyzOf(base).join(',')})`
  return [place, chordOf(radiusKm), sizesThatFit(vehicleSize), accountId, chord, id, limit]
}

const byBoxSql = `select id, chord from (
    select id, sqrt(x * x + y * y + z * z) as chord from (
      select job.id, cos(radians(feed_lat)) * cos(radians(feed_lon)) - $8 as x,
        cos(radians(feed_lat)) * sin(radians(feed_lon)) - $9 as y, sin(radians(feed_lat)) - $10 as z
      from job where ${isOpen} and feed_lat between $11 and $12
        and (feed_lon between $13 and $14 or feed_lon between $15 and $16) and $1::text is null) away) measured
  where chord <= $2 and (chord, id) > ($5, $6::uuid) order by chord, id limit $7`

export const nearestByBox =
  (pool: pg.Pool): Nearest =>
  async (searcher, page) => {
    const { lat, lon, otherLon } = boxAround(searcher.base, searcher.radiusKm)
    const [, ...others] = pointValues(searcher, page)
    const values = [null, ...others, ...xyzOf(searcher.base), ...lat, ...lon, ...otherLon]
    const { rows } = await pool.query<FeedCursor>({ name: 'feed-by-box', text: byBoxSql, values })
    return rows
  }

/** Compares two positions; ids are compared as PostgreSQL does. */
export const sorted = (a: FeedCursor, b: FeedCursor): number =>
  a.chord - b.chord || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export const beforeAll: FeedCursor = { chord: -1, id: '00000000-0000-0000-0000-000000000000' }

/** Encodes `next` of a page, which is `after` of the next request. Exact, to avoid skipped and repeated jobs. */
export const formatCursor = ({ chord, id }: FeedCursor): string => `${chord}:${id}`

export function parseCursor(cursor: string): FeedCursor | null {
  const [chord, id = ''] = cursor.split(':', 2)
  const value = Number(chord)
  return Number.isFinite(value) && uuid.test(id) ? { chord: value, id } : null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A carrier's search settings; null when the account is not a carrier. */
export async function findSearcher(pool: pg.Pool, accountId: string): Promise<Searcher | null> {
  const { rows } = await pool.query<Row>({
    name: 'find-searcher',
    text: `select base_lat as lat, base_lon as lon, base_uncertainty_km, radius_km, vehicle_size as size
           from carrier where account_id = $1`,
    values: [accountId],
  })
  const [row] = rows
  if (!row) return null
  return {
    accountId,
    base: { lat: row.lat, lon: row.lon },
    baseUncertaintyKm: row.base_uncertainty_km,
    radiusKm: row.radius_km,
    vehicleSize: row.size,
  }
}

type Row = { lat: number; lon: number; base_uncertainty_km: number; radius_km: number; size: JobSize }
