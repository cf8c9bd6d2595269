import { styleText } from 'node:util'
import { Client } from 'pg'
import type { JobSize } from '#contract/vocabulary.ts'
import type { Point } from '#lib/gazetteer/data/distance.ts'
import {
  byPointSql,
  createNearest,
  type Nearest,
  nearestByBox,
  pointValues,
  type Searcher,
} from '../server/jobs/feed/nearest.ts'
import { readFeed } from '../server/jobs/feed/read-feed.ts'
import { newId } from '../server/lib/ids.ts'
import { ensureDefaultTariff } from '../server/pricing/store.ts'
import type { TestDatabase } from '../test/support/database.ts'
import type { Result } from './support/result.ts'

const towns = {
  Madrid: { lat: 40.4165, lon: -3.7026, share: 0.13 },
  Zaragoza: { lat: 41.6561, lon: -0.8773, share: 0.014 },
  Teruel: { lat: 40.3456, lon: -1.1065, share: 0.001 },
} as const

/**
 * Reads a page of the feed among many jobs, a tenth of which are open. Positions are clustered around three towns, the
 * rest is spread over Europe. `FEED_JOBS` is the number of jobs (default: one million).
 */
export async function run(db: TestDatabase): Promise<Result[]> {
  const count = Number(process.env.FEED_JOBS ?? 1_000_000)
  await addJobs(db, count)
  const nearTowns = (nearest: Nearest, vehicleSize: JobSize) =>
    inTurn(Object.values(towns), (base) => measure(db, nearest, searcherAt(base, vehicleSize)))
  const all = await nearTowns(createNearest(db.pool), 'XL')
  const small = await nearTowns(createNearest(db.pool), 'S')
  await db.pool.query(
    `create index job_feed_box on job (feed_lat, feed_lon) where status = 'posted' and mode = 'live' and hidden_at is null`,
  )
  const box = await nearTowns(nearestByBox(db.pool), 'XL')
  return Object.keys(towns).map((town, index) => ({
    name: `feed page near ${town} among ${count} jobs, p95 ms`,
    value: all[index]?.p95 ?? 0,
    goal: '<= 5',
    detail: `${shown(all[index])}; for size S ${shown(small[index])}; by a box of degrees ${shown(box[index])}`,
  }))
}

const searcherAt = (base: Point, vehicleSize: JobSize): Searcher => ({
  accountId: newId(),
  base,
  baseUncertaintyKm: 0.05,
  radiusKm: 30,
  vehicleSize,
})

async function inTurn<T, R>(values: T[], work: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const value of values) results.push(await work(value))
  return results
}

type Measured = { p50: number; p95: number }

const shown = ({ p50, p95 }: Measured = { p50: 0, p95: 0 }): string =>
  `p50 ${p50.toFixed(2)}, p95 ${p95.toFixed(2)}`

const rounds = 300

async function measure(
  { pool, kysely }: TestDatabase,
  nearest: Nearest,
  searcher: Searcher,
): Promise<Measured> {
  const times: number[] = []
  for (let round = -30; round < rounds; round++) {
    const begunAt = performance.now()
    await readFeed({ pool, kysely, nearest }, searcher, { after: null })
    if (round >= 0) times.push(performance.now() - begunAt)
  }
  times.sort((a, b) => a - b)
  return { p50: times[rounds / 2] ?? 0, p95: times[Math.floor(rounds * 0.95)] ?? 0 }
}

async function addJobs(db: TestDatabase, count: number): Promise<void> {
  await ensureDefaultTariff(db)
  // A separate client without the pool's timeout per statement, because loading takes longer.
  const client = new Client({ connectionString: db.url })
  await client.connect()
  const step = 50_000
  for (let done = 0; done < count; done += step) {
    const ids = Array.from({ length: Math.min(step, count - done) }, newId)
    const points = ids.map(somewhere)
    await client.query(
      `insert into job (id, short_id, mode, status, title, size, customer_phone, pickup, dropoff, route, duration_minutes,
         tariff_id, price, expires_at, posted_at, feed_lat, feed_lon)
       select id, replace(id::text, '-', ''), 'live', case when n % 10 = 0 then 'posted' else 'completed' end,
         'Three-seat sofa', (array['S', 'M', 'L', 'XL'])[1 + n / 10 % 4], '+34612345678', $4, $4, '{"distanceKm": 12}', 60,
         '00000000-0000-7000-8000-000000000001', '{"helperCents": 3930}', now(), now(), lat, lon
       from unnest($1::uuid[], $2::float8[], $3::float8[]) with ordinality as given (id, lat, lon, n)`,
      [ids, points.map(({ lat }) => lat), points.map(({ lon }) => lon), stop],
    )
    if (process.stderr.isTTY) console.error(styleText('dim', `${done + ids.length} jobs`))
  }
  await client.query(`
    insert into account (id, phone) values ('00000000-0000-7000-8000-000000000002', '+34612345678');
    insert into payment (id, purpose, account_id, job_id, source, processor, mode, status, amount_cents)
    select id, 'publish', '00000000-0000-7000-8000-000000000002', id, 'wallet', 'sandbox', 'live', 'held', 4520
    from job where status = 'posted'`)
  await client.query('vacuum analyze')
  if (process.env.FEED_PLAN) await explain(db)
  await client.end()
}

const stop = JSON.stringify({
  locality: 'Madrid',
  postcode: null,
  floor: 2,
  hasElevator: false,
  lat: 40.4,
  lon: -3.7,
})

/** A random position, rounded like in the feed. Many jobs share a position, as in a real town. */
function somewhere(): { lat: number; lon: number } {
  let chance = Math.random()
  for (const { lat, lon, share } of Object.values(towns)) {
    chance -= share
    if (chance < 0) return { lat: rounded(lat + around()), lon: rounded(lon + around()) }
  }
  return { lat: rounded(36 + Math.random() * 20), lon: rounded(-9 + Math.random() * 27) }
}

const around = (): number => (Math.random() + Math.random() + Math.random() - 1.5) * 0.15
const rounded = (angle: number): number => Math.round(angle * 100) / 100

async function explain(db: TestDatabase): Promise<void> {
  const values = pointValues(searcherAt(towns.Madrid, 'XL'), { after: null, limit: 51 })
  const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) ${byPointSql}`,
    values,
  )
  console.error(rows.map((row) => row['QUERY PLAN']).join('\n'))
}
