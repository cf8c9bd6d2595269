import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'
import { reachesSql } from '../../server/jobs/notices/reach.ts'
import { newId } from '../../server/lib/ids.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { pointsAround } from '../support/open-jobs.ts'

/* Decision 82: which carriers are told of a new job, found by boxes of degrees, is what measuring all of them finds. */

const places = {
  Madrid: { lat: 40.42, lon: -3.7 },
  'the date line': { lat: -16.8, lon: 180 },
  'the date line in the north': { lat: 66.5, lon: -180 },
  Svalbard: { lat: 78.2, lon: 15.6 },
  'the north pole': { lat: 89, lon: 0 },
  'the south pole': { lat: -90, lon: 120 },
}

type Circle = Point & { accountId: string; radiusKm: number; isOn: boolean }

let db: TestDatabase
const bases: Circle[] = []
const areas: Circle[] = []

before(async () => {
  db = await createDatabase()
  for (const place of Object.values(places)) {
    const spread = Math.abs(place.lat) > 85 ? 360 : 12
    bases.push(...pointsAround(place, spread, 300).map((point) => circleAt(point, newId())))
    const ofBases = bases.slice(-150)
    areas.push(
      ...pointsAround(place, spread, 300).map((point, n) =>
        circleAt(point, ofBases[n % 150]?.accountId ?? ''),
      ),
    )
  }
  await insertBases()
  await insertAreas()
  await db.pool.query('vacuum analyze carrier, carrier_area')
})
after(() => db[Symbol.asyncDispose]())

const radii = [1, 12.5, 80, 260, 500]

const circleAt = (point: Point, accountId: string): Circle => ({
  ...point,
  accountId,
  radiusKm: radii[Math.floor(Math.random() * radii.length)] ?? 1,
  isOn: Math.random() < 0.8,
})

const columnsOf = (circles: Circle[]) => [
  circles.map(({ accountId }) => accountId),
  circles.map(({ lat }) => lat),
  circles.map(({ lon }) => lon),
  circles.map(({ radiusKm }) => radiusKm),
  circles.map(({ isOn }) => isOn),
]

const given = `unnest($1::uuid[], $2::float8[], $3::float8[], $4::float8[], $5::boolean[])
  as given (account_id, lat, lon, radius_km, is_on)`

async function insertBases(): Promise<void> {
  await db.pool.query(
    `insert into account (id, phone) select id, '+34' || 600000000 + n from unnest($1::uuid[]) with ordinality as of (id, n)`,
    [bases.map(({ accountId }) => accountId)],
  )
  await db.pool.query(
    `insert into carrier (account_id, status, vehicle_size, vehicle, base_address, base_lat, base_lon, radius_km)
     select account_id, case when is_on then 'approved' else 'pending' end, 'M', 'van', '', lat, lon, radius_km from ${given}`,
    columnsOf(bases),
  )
}

async function insertAreas(): Promise<void> {
  await db.pool.query(
    `insert into carrier_area (id, account_id, name, address, place, lat, lon, radius_km, uncertainty_km, has_alerts)
     select gen_random_uuid(), account_id, '', '', '', lat, lon, radius_km, 1, is_on from ${given}`,
    columnsOf(areas),
  )
}

/** The least distance to each account, to ten metres: the last digits of both computations differ. */
type Reached = Map<string, number>
const roughly = (km: number): number => Math.round(km * 100)

async function found(job: Point): Promise<Reached> {
  const { rows } = await db.pool.query<{ account_id: string; km: number }>(
    `select reach.* from (select $1::float8 as feed_lat, $2::float8 as feed_lon) job cross join lateral (${reachesSql}) reach`,
    [job.lat, job.lon],
  )
  return new Map(rows.map(({ account_id, km }) => [account_id, roughly(km)]))
}

function measured(job: Point): Reached {
  const reached: Reached = new Map()
  for (const { accountId, radiusKm, isOn, ...point } of [...bases, ...areas]) {
    const km = kilometresBetween(point, job)
    const before = reached.get(accountId) ?? Number.POSITIVE_INFINITY
    if (isOn && km <= radiusKm) reached.set(accountId, Math.min(before, roughly(km)))
  }
  return reached
}

const sorted = (reached: Reached) => [...reached].sort(([a], [b]) => (a < b ? -1 : 1))

for (const [name, place] of Object.entries(places))
  test(`decision 82: a job near ${name} reaches the carriers whose measured distance is in their radius`, async () => {
    let reachedByAny = 0
    const spread = Math.abs(place.lat) > 85 ? 360 : 14
    for (const job of [place, ...pointsAround(place, spread, 60)]) {
      const expected = measured(job)
      reachedByAny += expected.size
      assert.deepEqual(sorted(await found(job)), sorted(expected), JSON.stringify(job))
    }
    assert.ok(reachedByAny > 100, String(reachedByAny))
  })

test('decision 82: the edge of a circle is in reach, in every direction', async () => {
  for (const place of Object.values(places))
    for (const angle of Array.from({ length: 24 }, (_, n) => (n / 24) * 2 * Math.PI)) {
      const job = {
        lat: clamped(place.lat + 2 * Math.sin(angle)),
        lon: wrapped(place.lon + 2 * Math.cos(angle)),
      }
      const radiusKm = Math.max(1, kilometresBetween(place, job) + 1e-6)
      const { rows } = await db.pool.query<{ isIn: boolean }>(
        `select ${['0', '-360', '360']
          .map(
            (turn) =>
              `reach_box($1, $2, $3) @> box(point($4::float8 + ${turn}, $5), point($4 + ${turn}, $5))`,
          )
          .join(' or ')} as "isIn"`,
        [place.lat, place.lon, radiusKm, job.lon, job.lat],
      )
      assert.equal(rows[0]?.isIn, true, JSON.stringify({ place, job, radiusKm }))
    }
})

const clamped = (lat: number): number => Math.max(-90, Math.min(90, lat))
const wrapped = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)

test('decision 82: bases and areas far away are not read', async () => {
  const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(
    `explain select reach.* from (select 40.4::float8 as feed_lat, -3.7::float8 as feed_lon offset 0) job
     cross join lateral (${reachesSql}) reach`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index Scan (?:using|on) carrier_reach\b/)
  assert.match(plan, /Index Scan (?:using|on) carrier_area_reach\b/)
  assert.doesNotMatch(plan, /Seq Scan/)
})
