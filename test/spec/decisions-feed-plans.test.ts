import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'
import type { Searcher } from '../../server/jobs/feed/nearest.ts'
import {
  depths,
  type Filters,
  type Scan,
  type Scanned,
  type ScanOptions,
  scanByBox,
  scanByPoint,
  scanByPointSql,
  scanValues,
} from '../../server/jobs/feed/scan.ts'
import { placesAlong } from '../../server/jobs/feed/way-home.ts'
import { newId } from '../../server/lib/ids.ts'
import { ensureDefaultTariff } from '../../server/pricing/store.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { addOpenJobs, pointsAround } from '../support/open-jobs.ts'

/* Decision 82: a search with filters reads a bounded part of the feed, whatever its filters leave. */

const madrid = { lat: 40.42, lon: -3.7 }
const zaragoza = { lat: 41.66, lon: -0.88 }
const fiji = { lat: -16.8, lon: 179.99 }

let db: TestDatabase
before(async () => {
  db = await createDatabase()
  await ensureDefaultTariff(db)
  await addOpenJobs(db.pool, [
    ...pointsAround(madrid, 1.5, 3_000),
    ...pointsAround(zaragoza, 4, 3_000),
    ...pointsAround(fiji, 3, 500),
  ])
  await db.pool.query('vacuum analyze job, payment, account')
})
after(() => db[Symbol.asyncDispose]())

const searcher: Searcher = {
  accountId: newId(),
  base: madrid,
  baseUncertaintyKm: 0.05,
  radiusKm: 30,
  vehicleSize: 'XL',
}

const all: Filters = { day: null, sizes: null, maxStairs: null, minEarnsCents: null }
const page = (more: Partial<ScanOptions> = {}): ScanOptions => ({
  places: [madrid],
  radiusKm: 30,
  depth: 'page',
  after: null,
  filters: all,
  ...more,
})
const way = { from: zaragoza, home: madrid }
const corridor = (): ScanOptions => page({ ...placesAlong(way), depth: 'corridor' })

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The nodes of the plan with the values of this search, after running it. */
async function explained(options: ScanOptions): Promise<Node[]> {
  const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, format json) ${scanByPointSql(options.depth)}`,
    scanValues(searcher, options),
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  assert.ok(plan)
  return nodesOf(plan)
}

const ofFeed = (nodes: Node[]) => nodes.filter((node) => node['Index Name'] === 'job_feed_point')

const rowsRead = (nodes: Node[]): number =>
  ofFeed(nodes).reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  )

/** Rows beyond the limit that an incremental sort reads: the batch in which the last distance ends. */
const batch = 64

for (const [name, filters] of Object.entries({
  'a day on which nothing suits': { ...all, day: '2031-01-01' },
  'a pay that nothing reaches': { ...all, minEarnsCents: 900_000 },
  'a size that nothing has': { ...all, sizes: ['XL' as const] },
  'no stairs': { ...all, maxStairs: 0 },
}))
  test(`decision 82: with ${name}, at most 400 of 6,500 jobs are read, from the index in its order`, async () => {
    const nodes = await explained(page({ filters }))
    assert.equal(ofFeed(nodes).length, 1)
    assert.ok(rowsRead(nodes) <= depths.page + batch, `${rowsRead(nodes)} rows`)
    assert.deepEqual(
      nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'job'),
      [],
    )
  })

test('decision 82: the way home reads at most 100 jobs for each of nine places', async () => {
  const options = corridor()
  assert.ok(options.places.length > 5 && options.places.length <= 9)
  const nodes = await explained(options)
  const most = options.places.length * (depths.corridor + batch)
  assert.ok(rowsRead(nodes) > 0 && rowsRead(nodes) <= most, `${rowsRead(nodes)} rows`)
  assert.deepEqual(
    nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'job'),
    [],
  )
})

test('decision 82: a plan that is kept for all values reads by the same index', async () => {
  for (const depth of ['page', 'corridor'] as const) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${scanByPointSql(depth)}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index Scan using job_feed_point on job/)
    assert.match(plan, /Order By: \(feed_point <-> place\.xyz\)/)
    assert.doesNotMatch(plan, /Seq Scan on job/)
  }
})

async function jobsAround(place: Point, radiusKm: number) {
  const { rows } = await db.pool.query<Point & { id: string; pay: number }>(
    `select id, feed_lat as lat, feed_lon as lon, (price ->> 'helperCents')::integer as pay from job`,
  )
  return rows.filter((job) => kilometresBetween(place, job) <= radiusKm)
}

/** All rows of a search, scan after scan. */
async function scans(scan: Scan, options: ScanOptions): Promise<Scanned[]> {
  const found: Scanned[] = []
  for (;;) {
    const rows = await scan(searcher, { ...options, after: found.at(-1) ?? null })
    found.push(...rows)
    if (rows.length < depths[options.depth]) return found
  }
}

test('decision 82: scans go on where the last one ended, whole, once each, and say what passes', async () => {
  for (const place of [madrid, fiji]) {
    const filters = { ...all, minEarnsCents: 9_000 }
    const found = await scans(scanByPoint(db.pool), page({ places: [place], filters }))
    const near = found.filter((row) => kilometresBetween(place, row.pickup) <= 30)
    const expected = await jobsAround(place, 30)
    assert.ok(expected.length > 3)
    assert.deepEqual(new Set(near.map(({ id }) => id)), new Set(expected.map(({ id }) => id)))
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length)
    const passing = new Set(near.filter((row) => row.isOpen && row.passes).map(({ id }) => id))
    assert.deepEqual(passing, new Set(expected.filter(({ pay }) => pay >= 9_000).map(({ id }) => id)))
  }
})

test('decision 82: the same from a box of degrees, where the extension is refused', async () => {
  const inReach = (rows: Scanned[], { places, radiusKm }: ScanOptions) =>
    rows.filter(({ pickup }) => places.some((place) => kilometresBetween(place, pickup) <= radiusKm))
  for (const options of [page(), page({ places: [fiji], radiusKm: 100 })])
    assert.deepEqual(
      inReach(await scanByBox(db.pool)(searcher, options), options),
      inReach(await scanByPoint(db.pool)(searcher, options), options),
    )
  const ids = (rows: Scanned[]) => new Set(rows.map(({ id }) => id))
  const [byBox, byPoint] = [
    await scanByBox(db.pool)(searcher, corridor()),
    await scanByPoint(db.pool)(searcher, corridor()),
  ]
  // Where a place has fewer jobs in reach than are looked at, the index also yields some beyond.
  assert.ok(byBox.length > 100 && [...ids(byBox)].every((id) => ids(byPoint).has(id)))
})
