import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acceptJob, readFeed, readFeedJob, saveCarrier } from '#contract/app/carrier.ts'
import { changeNotes } from '#contract/app/customer.ts'
import type { FeedJob } from '#contract/app/job.ts'
import type { JobSize } from '#contract/vocabulary.ts'
import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'
import {
  byPointSql,
  createNearest,
  type FeedCursor,
  type Nearest,
  nearestByBox,
  nearestByPoint,
  pointValues,
  type Searcher,
} from '../../server/jobs/feed/nearest.ts'
import { newId } from '../../server/lib/ids.ts'
import { ensureDefaultTariff } from '../../server/pricing/store.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { type Market, openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'

let market: Market
before(async () => {
  market = await openMarket()
})
after(() => market[Symbol.asyncDispose]())

const feedOf = async (carrier: Person): Promise<FeedJob[]> => {
  const jobs: FeedJob[] = []
  for (let after: string | undefined; ; ) {
    const page = await carrier.ok(readFeed, { query: { ...(after && { after }) } })
    jobs.push(...page.jobs)
    if (page.next === null) return jobs
    after = page.next
  }
}
const isIn = async (carrier: Person, jobId: string) =>
  (await feedOf(carrier)).some(({ job_id }) => job_id === jobId)

const setJob = (jobId: string, change: string) =>
  market.app.db.pool.query(`update job set ${change} where id = $1`, [jobId])

test('DESIGN 3, feed: a posted job is listed with town, rounded position and pay, without the address', async () => {
  const [customer, carrier] = [await market.person('Marta Pérez'), await market.carrier()]
  const pickup = { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false }
  const { job_id } = await market.posted(customer, { pickup, description: 'Ring twice' })
  await customer.ok(changeNotes, { params: { job_id }, body: { notes: 'Door code 7351' } })
  const found = (await feedOf(carrier)).find((job) => job.job_id === job_id)
  assert.ok(found)
  assert.deepEqual([found.pickup.place, found.pickup.floor], ['Madrid', 2])
  assert.deepEqual(await carrier.ok(readFeedJob, { params: { job_id } }), found)
  for (const { point } of [found.pickup, found.dropoff]) {
    for (const angle of [point.lat, point.lon]) assert.equal(angle, Math.round(angle * 100) / 100)
  }
  const base = { lat: 40.4168, lon: -3.7038 }
  assert.equal(found.away_km, Math.round(kilometresBetween(base, found.pickup.point) * 10) / 10)
  assert.ok(found.earns_cents > 0)
  const text = JSON.stringify(found)
  for (const secret of ['Calle', 'Marta', '7351', customer.phone]) assert.ok(!text.includes(secret), secret)
})

test('DESIGN 3, feed: no own jobs, no jobs of test keys, no hidden jobs, no expired holds, no accepted jobs', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const own = await market.posted(carrier)
  assert.equal(await isIn(carrier, own.job_id), false)
  assert.equal((await carrier.refused(readFeedJob, { params: { job_id: own.job_id } })).status, 404)

  const testKey = await market.app.partner({ mode: 'test' })
  const trial = await market.draft(customer, {}, testKey)
  await setJob(trial.job_id, `status = 'posted', posted_at = now(), feed_lat = 40.42, feed_lon = -3.7`)
  assert.equal(await isIn(carrier, trial.job_id), false)
  assert.equal((await carrier.refused(readFeedJob, { params: { job_id: trial.job_id } })).status, 404)

  const { job_id } = await market.posted(customer)
  assert.equal(await isIn(carrier, job_id), true)
  await setJob(job_id, 'hidden_at = now()')
  assert.equal(await isIn(carrier, job_id), false)
  await setJob(job_id, 'hidden_at = null')
  const { pool } = market.app.db
  await pool.query(`update payment set hold_expires_at = now() where job_id = $1`, [job_id])
  assert.equal(await isIn(carrier, job_id), false)
  assert.equal((await carrier.refused(readFeedJob, { params: { job_id } })).status, 404)
  await pool.query(`update payment set hold_expires_at = now() + interval '1 day' where job_id = $1`, [
    job_id,
  ])
  assert.equal(await isIn(carrier, job_id), true)

  const other = await market.carrier()
  await other.ok(acceptJob, { params: { job_id } })
  assert.equal(await isIn(carrier, job_id), false)
  const { status, body } = await carrier.refused(readFeedJob, { params: { job_id } })
  assert.deepEqual([status, body.error], [409, 'already_taken'])
})

test('DESIGN 3, feed: only jobs that fit the vehicle', async () => {
  const customer = await market.person()
  const carriers = { S: 1, M: 2, L: 3, XL: 4 }
  const jobs = new Map<string, number>()
  for (const [size, rank] of Object.entries(carriers))
    jobs.set((await market.posted(customer, { size: size as JobSize })).job_id, rank)
  for (const [size, rank] of Object.entries(carriers)) {
    const feed = await feedOf(await market.carrier({ size: size as JobSize }))
    const seen = feed.filter(({ job_id }) => jobs.has(job_id)).map(({ job_id }) => jobs.get(job_id) ?? 0)
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      [1, 2, 3, 4].slice(0, rank),
    )
  }
})

test('DESIGN 3, feed: only within the radius around the base, which a change of the profile moves', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.posted(customer, {
    pickup: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
    dropoff: { address: 'Calle Mayor 10, 28013 Madrid' },
  })
  const profile = { name: 'Ana', vehicle_size: 'XL', vehicle: 'truck' } as const
  const move = (base_address: string, radius_km: number) =>
    carrier.ok(saveCarrier, { body: { ...profile, base_address, radius_km } })
  await move('28013 Madrid', 200)
  assert.equal(await isIn(carrier, job_id), false)
  await move('28013 Madrid', 300)
  assert.equal(await isIn(carrier, job_id), true)
  await move('50003 Zaragoza', 10)
  assert.equal(await isIn(carrier, job_id), true)
  // A link in a push message still works after the move.
  await move('41001 Sevilla', 10)
  assert.equal(await isIn(carrier, job_id), false)
  assert.equal((await carrier.ok(readFeedJob, { params: { job_id } })).job_id, job_id)
})

test('DESIGN 3, feed: `after` is `next` of a page and nothing else', async () => {
  const carrier = await market.carrier()
  for (const after of [`1.2.3:${newId()}`, 'x', `0.1:${newId()}0`]) {
    const { status, body } = await carrier.refused(readFeed, { query: { after } })
    assert.deepEqual([status, Object.keys(body.details ?? {})], [400, ['after']])
  }
})

let db: TestDatabase
before(async () => {
  db = await createDatabase()
  await ensureDefaultTariff(db)
  await addJobs(db, positions())
  await db.pool.query('vacuum analyze job, payment')
})
after(() => db[Symbol.asyncDispose]())

const bases: (Point & { radiusKm: number })[] = [
  { lat: 40.4165, lon: -3.7026, radiusKm: 30 },
  // On a grid line: cells on both sides have equal distances.
  { lat: 40.4, lon: -3.7, radiusKm: 100 },
  { lat: -16.8, lon: 179.995, radiusKm: 200 },
  { lat: -16.8, lon: -179.9, radiusKm: 300 },
  { lat: 89.5, lon: 10, radiusKm: 400 },
  { lat: 0, lon: 0, radiusKm: 500 },
]

test('feed order: in the order of the great circle, whole, once each, also over the antimeridian and the pole', async () => {
  const jobs = await allJobs(db)
  const nearest = createNearest(db.pool)
  for (const { radiusKm, ...base } of bases) {
    const found = await pages(nearest, searcherAt(base, radiusKm))
    const far = new Map(jobs.map((job) => [job.id, kilometresBetween(base, job)]))
    const expected = jobs.filter(({ id }) => (far.get(id) ?? 0) <= radiusKm)
    assert.ok(expected.length > 60, `${expected.length} jobs around ${JSON.stringify(base)}`)
    assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(expected.map(({ id }) => id)))
    assert.equal(found.length, expected.length)
    for (const [index, { id }] of found.entries()) {
      const next = found[index + 1]
      const [here, there] = [far.get(id) ?? 0, far.get(next?.id ?? '') ?? Infinity]
      // With a tolerance of a millimetre, because the two formulas round differently.
      assert.ok(here <= there + 1e-6, `${here} km comes before ${there} km`)
    }
  }
})

test('feed order: the same pages from a box of degrees, where the extension is refused', async () => {
  for (const { radiusKm, ...base } of bases) {
    const searcher = searcherAt(base, radiusKm)
    const [byPoint, byBox] = [
      await pages(nearestByPoint(db.pool), searcher),
      await pages(nearestByBox(db.pool), searcher),
    ]
    assert.deepEqual(byBox, byPoint)
  }
})

test('feed order: jobs at equal distance are in the order of their ids, over all pages', async () => {
  const found = await pages(createNearest(db.pool), searcherAt({ lat: 0, lon: 0 }, 500), 7)
  const ties = found.filter(({ chord }, index) => chord === found[index - 1]?.chord)
  assert.ok(ties.length > 10, 'there are some')
  for (const [index, { id, chord }] of found.entries()) {
    const before = found[index - 1]
    if (before?.chord === chord) assert.ok(before.id < id)
  }
})

test('feed order: out of the index, and not by sorting all', async () => {
  const values = pointValues(searcherAt({ lat: 40.4165, lon: -3.7026 }, 30), { after: null, limit: 51 })
  const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(`explain ${byPointSql}`, values)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index Scan using job_feed_point on job/)
  assert.match(plan, /Order By: \(feed_point <->/)
})

test('feed order: a database without the extension uses the box', async () => {
  await using bare = await createDatabase()
  await bare.pool.query('drop extension cube cascade')
  await ensureDefaultTariff(bare)
  await addJobs(bare, positions().slice(0, 200))
  const searcher = searcherAt({ lat: 40.4165, lon: -3.7026 }, 50)
  const found = await pages(createNearest(bare.pool), searcher)
  assert.ok(found.length >= 40, `${found.length} jobs`)
})

const searcherAt = (base: Point, radiusKm: number): Searcher => ({
  accountId: newId(),
  base,
  baseUncertaintyKm: 0.05,
  radiusKm,
  vehicleSize: 'XL',
})

async function pages(nearest: Nearest, searcher: Searcher, limit = 50): Promise<FeedCursor[]> {
  const found: FeedCursor[] = []
  for (;;) {
    const page = await nearest(searcher, { after: found.at(-1) ?? null, limit })
    found.push(...page)
    if (page.length < limit) return found
  }
}

async function allJobs({ pool }: TestDatabase): Promise<(Point & { id: string })[]> {
  const { rows } = await pool.query<Point & { id: string }>(
    'select id, feed_lat as lat, feed_lon as lon from job order by id',
  )
  return rows
}

/** Positions around each base of the tests and all over the world, rounded like in the feed. */
function positions(): Point[] {
  const near = (lat: number, lon: number, spread: number) => () => ({
    lat: rounded(Math.max(-90, Math.min(90, lat + (Math.random() - 0.5) * spread))),
    lon: rounded(wrapped(lon + (Math.random() - 0.5) * spread)),
  })
  const places = [
    near(40.4165, -3.7026, 0.5),
    near(-16.8, 180, 3),
    () => ({ lat: rounded(87.5 + Math.random() * 2.5), lon: rounded(Math.random() * 360 - 180) }),
    near(0, 0, 0.1),
    () => ({ lat: rounded(Math.random() * 180 - 90), lon: rounded(Math.random() * 360 - 180) }),
  ]
  return Array.from({ length: 2_000 }, (_, n) => (places[n % places.length] ?? near(0, 0, 1))())
}

const rounded = (angle: number): number => Math.round(angle * 100) / 100
const wrapped = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)

async function addJobs({ pool }: TestDatabase, points: Point[]): Promise<void> {
  await pool.query(
    `insert into job (id, short_id, mode, status, title, size, customer_phone, pickup, dropoff, route, duration_minutes,
       tariff_id, price, expires_at, posted_at, feed_lat, feed_lon)
     select id, replace(id::text, '-', ''), 'live', 'posted', 'Sofa', 'S', '+34612345678', '{}', '{}', '{}', 60,
       '00000000-0000-7000-8000-000000000001', '{}', now(), now(), lat, lon
     from unnest($1::uuid[], $2::float8[], $3::float8[]) as given (id, lat, lon)`,
    [points.map(newId), points.map(({ lat }) => lat), points.map(({ lon }) => lon)],
  )
  await pool.query(
    `insert into account (id, phone) values ('00000000-0000-7000-8000-000000000002', '+34612345678')`,
  )
  await pool.query(
    `insert into payment (id, purpose, account_id, job_id, source, processor, mode, status, amount_cents)
     select id, 'publish', '00000000-0000-7000-8000-000000000002', id, 'wallet', 'sandbox', 'live', 'held', 100 from job`,
  )
}
