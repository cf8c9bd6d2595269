import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readFeed, readFeedJob } from '#contract/app/carrier.ts'
import { saveFeedArea, searchFeed } from '#contract/app/feed.ts'
import { newId } from '../../server/lib/ids.ts'
import { areaBody, madrid, savedArea, zaragoza } from '../support/feed-scenes.ts'
import { foundAnywhere } from '../support/leftovers.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { inDays } from '../support/window-times.ts'

/* Decision 82: where and for what a carrier looks. */

const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { pool } = market.app.db

const places = {
  madrid: { address: 'Calle Mayor 10, 28013 Madrid' },
  zaragoza: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  guadalajara: { address: '19001 Guadalajara' },
  calatayud: { address: '50300 Calatayud' },
}

type Body = { [K in keyof typeof searchFeed.body.properties]?: unknown }

async function found(carrier: Person, body: Body = {}): Promise<string[]> {
  const { jobs } = await carrier.ok(searchFeed, { body: body as never })
  return jobs.map(({ job_id }) => job_id)
}

/** A carrier with its base in Madrid who looks 50 km around. */
async function carrierNear(km = 50): Promise<Person> {
  const carrier = await market.carrier()
  await pool.query('update carrier set radius_km = $2 where account_id = $1', [carrier.accountId, km])
  return carrier
}

/** Jobs of earlier tests are taken out of the feed. */
const clear = () => pool.query(`update job set hidden_at = now() where status = 'posted'`)

const posted = async (from: keyof typeof places, to: keyof typeof places, more = {}) => {
  const customer = await market.person('Ana')
  const { job_id } = await market.posted(customer, { pickup: places[from], dropoff: places[to], ...more })
  return job_id
}

test('decision 82: without a place the search is that of the base, as `readFeed` has it', async () => {
  await clear()
  const carrier = await carrierNear()
  const job = await posted('madrid', 'zaragoza')
  await posted('zaragoza', 'madrid')
  assert.deepEqual(await found(carrier), [job])
  const [plain, searched] = [await carrier.ok(readFeed), await carrier.ok(searchFeed)]
  assert.deepEqual(searched, { ...plain, hidden: 0 })
})

test('decision 82: near the phone the radius is that of the profile, and distances are from there', async () => {
  await clear()
  const carrier = await carrierNear()
  await posted('madrid', 'zaragoza')
  const job = await posted('zaragoza', 'madrid')
  const { jobs } = await carrier.ok(searchFeed, { body: { near: zaragoza } })
  assert.deepEqual(
    jobs.map(({ job_id }) => job_id),
    [job],
  )
  assert.ok((jobs[0]?.away_km ?? 99) < 10)
  assert.ok(
    (await carrier.ok(readFeedJob, { params: { job_id: job } })).away_km > 200,
    'alone: from the base',
  )
})

test('decision 82: a position is rounded again, and is in no row and no file', async () => {
  const carrier = await carrierNear()
  const near = { lat: -77.123_456_7, lon: 123.987_654_3 }
  const rough = { lat: -77.12, lon: 123.99 }
  const [exact, rounded] = [
    await carrier.ok(searchFeed, { body: { near } }),
    await carrier.ok(searchFeed, { body: { near: rough } }),
  ]
  assert.deepEqual(exact, rounded)
  assert.deepEqual(await foundAnywhere(market.app, ['-77.12', '123.98', '123.99']), [])
})

test('decision 82: around an area its radius applies; the area of another carrier, or a deleted one, is not found', async () => {
  await clear()
  const [carrier, other] = [await carrierNear(), await carrierNear()]
  const job = await posted('zaragoza', 'madrid')
  const { area_id } = await savedArea(carrier)
  assert.deepEqual(await found(carrier, { area_id }), [job])
  assert.equal((await other.refused(searchFeed, { body: { area_id } })).status, 404)
  assert.equal((await carrier.refused(searchFeed, { body: { area_id: newId() } })).status, 404)
})

test('decision 82: filters by size, floors, pay and day are combined, and what they hide is counted', async () => {
  await clear()
  const carrier = await carrierNear()
  const stairs = { ...places.madrid, floor: 3, has_elevator: false }
  const lift = { ...places.madrid, floor: 3, has_elevator: true }
  const [small, large] = [
    await posted('madrid', 'zaragoza', { size: 'S', pickup: lift }),
    await posted('madrid', 'zaragoza', { size: 'L' }),
  ]
  const high = await posted('madrid', 'zaragoza', { size: 'S', pickup: stairs })
  await pool.query(
    `insert into job_wish (job_id, position, day, part, starts_at, ends_at)
     values ($1, 1, $2, 'morning', now() + interval '4 days', now() + interval '5 days')`,
    [large, inDays(4)],
  )
  const search = async (body: Body) => {
    const { jobs, hidden } = await carrier.ok(searchFeed, { body: body as never })
    return [new Set(jobs.map(({ job_id }) => job_id)), hidden] as const
  }
  assert.deepEqual(await search({ sizes: ['S'] }), [new Set([small, high]), 1])
  assert.deepEqual(await search({ sizes: ['S', 'L'] }), [new Set([small, large, high]), 0])
  assert.deepEqual(await search({ max_stairs: 2 }), [new Set([small, large]), 1])
  assert.deepEqual(await search({ max_stairs: 3 }), [new Set([small, large, high]), 0])
  assert.deepEqual(await search({ day: inDays(2) }), [new Set([small, high]), 1])
  assert.deepEqual(await search({ sizes: ['S'], max_stairs: 0, day: inDays(2) }), [new Set([small]), 2])
  const { jobs } = await carrier.ok(searchFeed)
  const most = Math.max(...jobs.map(({ earns_cents }) => earns_cents))
  const best = jobs.filter(({ earns_cents }) => earns_cents === most).map(({ job_id }) => job_id)
  assert.deepEqual(await search({ min_earns_cents: most }), [new Set(best), 3 - best.length])
  assert.deepEqual(await search({ min_earns_cents: most + 1 }), [new Set(), 3])
})

test('decision 82: the filters also apply around the phone, and are counted only within the radius', async () => {
  await clear()
  const carrier = await carrierNear()
  await posted('madrid', 'zaragoza', { size: 'L' })
  await posted('zaragoza', 'madrid', { size: 'L' })
  const { jobs, hidden } = await carrier.ok(searchFeed, { body: { near: zaragoza, sizes: ['S'] } })
  assert.deepEqual([jobs, hidden], [[], 1])
})

test('decision 82: the way home has what ends nearer to home with a small detour, and says the detour', async () => {
  await clear()
  const carrier = await carrierNear()
  const along = await posted('calatayud', 'guadalajara')
  const whole = await posted('zaragoza', 'madrid')
  await posted('guadalajara', 'calatayud')
  await posted('madrid', 'zaragoza')
  const { jobs, next, hidden } = await carrier.ok(searchFeed, { body: { near: zaragoza, way_home: true } })
  assert.deepEqual(new Set(jobs.map(({ job_id }) => job_id)), new Set([along, whole]))
  assert.deepEqual([next, hidden], [null, 0])
  for (const { detour_km } of jobs) assert.ok(detour_km !== null && detour_km >= 0 && detour_km < 20)
  const perEuro = jobs.map(({ detour_km, earns_cents }) => ((detour_km ?? 0) + 1) / earns_cents)
  assert.deepEqual(
    perEuro,
    perEuro.toSorted((a, b) => a - b),
  )
  const cheap = Math.min(...jobs.map(({ earns_cents }) => earns_cents))
  const filtered = await carrier.ok(searchFeed, {
    body: { near: zaragoza, way_home: true, min_earns_cents: cheap + 1 },
  })
  assert.deepEqual([filtered.jobs.length, filtered.hidden], [1, 1])
})

test('decision 82: the way home begins at a saved area too', async () => {
  await clear()
  const carrier = await carrierNear()
  const whole = await posted('zaragoza', 'madrid')
  const { area_id } = await savedArea(carrier)
  assert.deepEqual(await found(carrier, { area_id, way_home: true }), [whole])
})

test('decision 82: a malformed search is refused with its field', async () => {
  const carrier = await carrierNear()
  const { area_id } = await savedArea(carrier)
  for (const [body, fields] of [
    [{ near: { lat: 91, lon: 0 } }, ['near.lat']],
    [{ near: { lat: 0, lon: -180.5 } }, ['near.lon']],
    [{ near: { lat: 40 } }, ['near.lon']],
    [{ near: 'Madrid' }, ['near']],
    [{ near: { lat: '40', lon: 3 } }, ['near.lat']],
    [{ area_id: 'mine' }, ['area_id']],
    [{ near: madrid, area_id }, ['area_id']],
    [{ way_home: true }, ['way_home']],
    [{ way_home: 'yes', near: madrid }, ['way_home']],
    [{ sizes: [] }, ['sizes']],
    [{ sizes: ['S', 'S'] }, ['sizes']],
    [{ sizes: ['XXL'] }, ['sizes[0]']],
    [{ max_stairs: -1 }, ['max_stairs']],
    [{ max_stairs: 1.5 }, ['max_stairs']],
    [{ min_earns_cents: -1 }, ['min_earns_cents']],
    [{ min_earns_cents: 1e9 }, ['min_earns_cents']],
    [{ day: '2026-13-01' }, ['day']],
    [{ day: 'tomorrow' }, ['day']],
    [{ after: 'x' }, ['after']],
    [{ after: `1.2.3:${newId()}` }, ['after']],
  ] as [object, string[]][]) {
    const { status, body: told } = await carrier.refused(searchFeed, { body })
    assert.deepEqual([status, Object.keys(told.details ?? {})], [400, fields], JSON.stringify(body))
  }
})

test('decision 82: a malformed area is refused with its field, and saves nothing', async () => {
  const carrier = await carrierNear()
  const { point: _, ...placeless } = areaBody
  const save = (body: object) =>
    carrier.refused(saveFeedArea, { params: { area_id: newId() }, body: body as never })
  for (const [body, fields] of [
    [{ ...areaBody, name: '' }, ['name']],
    [{ ...areaBody, name: '\u200b' }, ['name']],
    [{ ...areaBody, name: 'a\u202eb' }, ['name']],
    [{ ...areaBody, name: 'a'.repeat(41) }, ['name']],
    [{ ...areaBody, radius_km: 0 }, ['radius_km']],
    [{ ...areaBody, radius_km: 501 }, ['radius_km']],
    [{ ...areaBody, alerts: 'no' }, ['alerts']],
    [{ ...areaBody, point: { lat: 100, lon: 0 } }, ['point.lat']],
    [{ ...areaBody, address: '28013 Madrid' }, ['point']],
    [placeless, ['address']],
    [{ ...placeless, address: 'a\u0000b, Madrid' }, ['address']],
  ] as [object, string[]][]) {
    const { status, body: told } = await save(body)
    assert.deepEqual([status, Object.keys(told.details ?? {})], [400, fields], JSON.stringify(body))
  }
  const { status, body } = await save({ ...placeless, address: 'qqqqq wwwww 0' })
  assert.deepEqual(
    [status, body.error, Object.keys(body.details ?? {})],
    [422, 'geocoding_failed', ['address']],
  )
  const { rowCount } = await pool.query('select from carrier_area where account_id = $1', [carrier.accountId])
  assert.equal(rowCount, 0)
})

test('decision 82: an offer says an hour’s pay as a range, and nothing where the ends are less known than the trip', async () => {
  await clear()
  const carrier = await carrierNear()
  const long = await posted('madrid', 'zaragoza')
  const inTown = await posted('madrid', 'madrid', {
    dropoff: { address: 'Calle de Alcalá 500, 28027 Madrid' },
  })
  const { jobs } = await carrier.ok(searchFeed)
  const hourlyOf = (id: string) => jobs.find(({ job_id }) => job_id === id)?.hourly
  const hourly = hourlyOf(long)
  assert.ok(hourly && hourly.low_cents < hourly.high_cents && hourly.min_minutes < hourly.max_minutes)
  assert.equal(hourlyOf(inTown), null)
})
