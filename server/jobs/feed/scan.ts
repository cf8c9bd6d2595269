import type pg from 'pg'
import type { JobSize } from '#contract/vocabulary.ts'
import type { Point } from '#lib/gazetteer/data/distance.ts'
import { isHeldSql, isNewToSql, isOfAnotherSql, isPublicSql, sizesThatFit } from '../eligibility.ts'
import { suitsDaySql } from '../windows/read-time.ts'
import { byFeedPoint } from './by-feed-point.ts'
import { beforeAll, type FeedCursor, type Searcher } from './nearest.ts'
import { boxAround, chordOf, xyzOf } from './sphere.ts'

/** What a carrier asks of a job; null for no such limit. */
export type Filters = {
  /** Suits the customer on this day, such as `2026-12-03`. */
  day: string | null
  sizes: JobSize[] | null
  /** Floors without an elevator, at both ends together. */
  maxStairs: number | null
  minEarnsCents: number | null
}

/** A job that was looked at. `chord` is its distance from the nearest place of the scan. */
export type Scanned = FeedCursor & {
  /** The carrier may accept it. */
  isOpen: boolean
  passes: boolean
  pickup: Point
  /** Not rounded. */
  dropoff: Point
  earnsCents: number
}

export type ScanOptions = {
  places: readonly Point[]
  /** Jobs farther from each place need not be found. */
  radiusKm: number
  /** One of the two depths, because a limit that the planner does not know gives a plan that sorts all jobs. */
  depth: Depth
  after: FeedCursor | null
  filters: Filters
}

/** How many jobs are looked at around each place. */
export const depths = { page: 400, corridor: 100 } as const
type Depth = keyof typeof depths

/**
 * Looks at the nearest jobs of some places, also at those that the carrier cannot accept or that the filters hide, and
 * says so of each. So a request reads at most `depths` rows for each place, however few of them pass (decision 82).
 */
export type Scan = (searcher: Searcher, options: ScanOptions) => Promise<Scanned[]>

export const createScan = (pool: pg.Pool): Scan =>
  byFeedPoint(pool, { byPoint: scanByPoint, byBox: scanByBox })

/** The first line is written like the condition of the index. */
const isLookedAt = `job.status = 'posted' and ${isPublicSql}`

const isOpenSql = `job.size = any($4) and ${isOfAnotherSql('$5')} and ${isNewToSql('$5')} and ${isHeldSql}`

const floorsAt = (end: string) =>
  `case when (job.${end} ->> 'hasElevator')::boolean then 0 else ceil(abs(coalesce((job.${end} ->> 'floor')::float8, 0))) end`

const passesSql = `($6::text is null or ${suitsDaySql('$6')})
  and ($7::text[] is null or job.size = any($7))
  and ($8::integer is null or ${floorsAt('pickup')} + ${floorsAt('dropoff')} <= $8)
  and ($9::integer is null or (job.price ->> 'helperCents')::integer >= $9)`

/** What is needed of a job. It is not joined afterwards, because a kept plan may read all jobs for that. */
const columns = 'job.id, size, customer_id, first_job_id, feed_lat, feed_lon, pickup, dropoff, price'

/** @param nearest SQL that has these columns and the chord of the nearest jobs of each place. */
const scanSql = (nearest: string) => `
  with looked_at as materialized (
    select distinct on (near.id) near.* from ${nearest} near order by near.id, near.chord)
  select job.id, job.chord, coalesce(${isOpenSql}, false) as "isOpen", coalesce(${passesSql}, false) as passes,
    job.feed_lat, job.feed_lon, (job.dropoff ->> 'lat')::float8 as dropoff_lat, (job.dropoff ->> 'lon')::float8 as dropoff_lon,
    (job.price ->> 'helperCents')::integer as "earnsCents"
  from looked_at job order by job.chord, job.id`

export const scanByPointSql = (depth: Depth) =>
  scanSql(`unnest($1::cube[]) as place (xyz) cross join lateral (
    select ${columns}, feed_point <-> place.xyz as chord from job
    where ${isLookedAt} and (feed_point <-> place.xyz, job.id) > ($2::float8, $3::uuid)
    order by feed_point <-> place.xyz, job.id limit ${depths[depth]})`)

/** The first nine parameters of both statements. */
export function scanValues(searcher: Searcher, { places, after, filters }: ScanOptions): unknown[] {
  const { chord, id } = after ?? beforeAll
  const { day, sizes, maxStairs, minEarnsCents } = filters
  const cubes = places.map((place) => `(${xyzOf(place).join(',')})`)
  const open = [sizesThatFit(searcher.vehicleSize), searcher.accountId]
  return [cubes, chord, id, ...open, day, sizes, maxStairs, minEarnsCents]
}

export const scanByPoint =
  (pool: pg.Pool): Scan =>
  async (searcher, options) => {
    const { rows } = await pool.query<Row>({
      name: `feed-scan-${options.depth}`,
      text: scanByPointSql(options.depth),
      values: scanValues(searcher, options),
    })
    return rows.map(scanned)
  }

const scanByBoxSql = (depth: Depth) =>
  scanSql(`unnest($10::float8[], $11::float8[], $12::float8[], $13::float8[], $14::float8[], $15::float8[], $16::float8[],
      $17::float8[], $18::float8[]) as place (x, y, z, south, north, west, east, other_west, other_east)
    cross join lateral (
      select * from (
        select ${columns}, sqrt(x * x + y * y + z * z) as chord from (
          select *, cos(radians(feed_lat)) * cos(radians(feed_lon)) - place.x as x,
            cos(radians(feed_lat)) * sin(radians(feed_lon)) - place.y as y, sin(radians(feed_lat)) - place.z as z
          from job where ${isLookedAt} and $1::text is null and feed_lat between place.south and place.north
            and (feed_lon between place.west and place.east or feed_lon between place.other_west and place.other_east)
        ) job) measured
      where (chord, id) > ($2::float8, $3::uuid) order by chord, id limit ${depths[depth]})`)

export const scanByBox =
  (pool: pg.Pool): Scan =>
  async (searcher, options) => {
    const { places, radiusKm, depth } = options
    const [, ...others] = scanValues(searcher, options)
    const boxes = places.map((place) => {
      const { lat, lon, otherLon } = boxAround(place, radiusKm)
      return [...xyzOf(place), ...lat, ...lon, ...otherLon]
    })
    const bounds = Array.from({ length: 9 }, (_, column) => boxes.map((box) => box[column]))
    const { rows } = await pool.query<Row>({
      name: `feed-scan-box-${depth}`,
      text: scanByBoxSql(depth),
      values: [null, ...others, ...bounds],
    })
    return rows.map(scanned)
  }

type Row = Omit<Scanned, 'pickup' | 'dropoff'> & {
  feed_lat: number
  feed_lon: number
  dropoff_lat: number
  dropoff_lon: number
}

const scanned = ({ feed_lat, feed_lon, dropoff_lat, dropoff_lon, ...rest }: Row): Scanned => ({
  ...rest,
  pickup: { lat: feed_lat, lon: feed_lon },
  dropoff: { lat: dropoff_lat, lon: dropoff_lon },
})

/** Whether a scan of one place has found all jobs within a radius of it. */
export const hasAll = (
  rows: readonly Scanned[],
  { radiusKm, depth }: Pick<ScanOptions, 'radiusKm' | 'depth'>,
) => rows.length < depths[depth] || (rows.at(-1)?.chord ?? 0) > chordOf(radiusKm)
