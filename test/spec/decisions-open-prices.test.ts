import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { saveCarrier } from '#contract/app/carrier.ts'
import { estimateMyJob, moveMyPin, startMyJob } from '#contract/app/customer.ts'
import { saveFeedArea } from '#contract/app/feed.ts'
import { priceTrip, suggestAddresses } from '#contract/app/open.ts'
import { forgetLookUps } from '../../server/geocoding/look-up-caps.ts'
import { startDray, type TestDray } from '../support/dray.ts'
import { serve } from '../support/geocoding.ts'
import { foundAnywhere } from '../support/leftovers.ts'
import { openMarket } from '../support/market.ts'
import { type Person, signIn, stranger } from '../support/person.ts'
import { engineEnv, json, plain } from '../support/street-geocoders.ts'
import { trip } from '../support/trips.ts'

/* Decision 79: the price of a trip without an account, and what bounds it. */

const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app, partner } = market

const from = (address: string) => ({ 'x-forwarded-for': address })
const priced = (on: TestDray, address: string) =>
  stranger(on).call(priceTrip, { body: trip, headers: from(address) })
const statuses = async (on: TestDray, address: string, calls: number) => {
  const found: number[] = []
  for (let i = 0; i < calls; i++) found.push((await priced(on, address)).status)
  return found
}

test('the price without an account is the estimate of a partner, and that of the draft after the sign-in', async () => {
  const open = await stranger(app).ok(priceTrip, { body: trip })
  const { body } = await partner.estimate(trip)
  assert.equal(open.price.total_cents, Math.round(body.total_customer_pays_eur * 100))
  assert.equal(open.disclaimer, body.disclaimer)
  const customer = await market.person()
  const draft = await customer.ok(startMyJob, { body: { job_id: randomUUID(), title: 'Sofa', ...trip } })
  assert.deepEqual(draft.price, open.price)
  assert.equal(draft.distance_km, open.distance_km)
})

test('an address that is not found, a trip without a road and a trip too long are refused as an estimate is', async () => {
  for (const body of [
    { ...trip, dropoff: { address: 'qqqqq wwwww 0' } },
    { ...trip, dropoff: { address: '51001 Ceuta' } },
  ]) {
    const refused = await stranger(app).refused(priceTrip, { body })
    const { status, body: told } = await partner.call('/v1/pricing/estimate', { body })
    assert.equal(refused.status, status)
    assert.deepEqual(
      [refused.body.error, refused.body.details],
      [(told as { error: string }).error, (told as { details: object }).details],
    )
  }
})

test('what is not a trip is refused with each field, and counts for no cap', async () => {
  await using small = await startDray({ TRUST_PROXY: '1', PRICES_PER_HOUR_PER_ADDRESS: '1' })
  const send = (body: unknown) =>
    small.fetch(priceTrip.url, { method: 'POST', body, headers: from('198.51.100.7') })
  for (const [body, fields] of [
    [{}, ['size', 'pickup', 'dropoff']],
    [{ ...trip, size: 'XXL' }, ['size']],
    [{ ...trip, pickup: { address: 'a\u0000b' } }, ['pickup.address']],
    [{ ...trip, pickup: { address: 'x'.repeat(501) } }, ['pickup.address']],
    [{ ...trip, pickup: { address: '\u200b\u200b\u200b' } }, ['pickup.address']],
    [{ ...trip, pickup: { address: 'Madrid', floor: '2' } }, ['pickup.floor']],
    [{ ...trip, pickup: ['Madrid'] }, ['pickup']],
  ] as const) {
    const { status, body: told } = await send(body)
    assert.equal(status, 400, JSON.stringify(body))
    assert.deepEqual(Object.keys((told as { details: object }).details).sort(), [...fields].sort())
  }
  const raw = { method: 'POST', headers: { 'content-type': 'application/json', ...from('198.51.100.7') } }
  const proto = '{"size":"M","__proto__":{"size":"S"},"pickup":{"address":"Madrid"}}'
  assert.equal((await small.fetch(priceTrip.url, { ...raw, raw: proto })).status, 400)
  assert.equal((await small.fetch(priceTrip.url, { ...raw, raw: 'x'.repeat(70_000) })).status, 413)
  assert.equal((await priced(small, '198.51.100.7')).status, 200, 'the first that counts')
})

describe('the caps', () => {
  test('one client address has a cap, another is still answered, and a /64 of IPv6 counts as one', async () => {
    await using small = await startDray({ TRUST_PROXY: '1', PRICES_PER_HOUR_PER_ADDRESS: '2' })
    assert.deepEqual(await statuses(small, '198.51.100.1', 3), [200, 200, 429])
    assert.deepEqual(await statuses(small, '198.51.100.2', 1), [200])
    const ofOne = ['2001:db8:1:2::1', '2001:db8:1:2::ffff', '2001:db8:1:2:3::9']
    const found = []
    for (const address of ofOne) found.push((await priced(small, address)).status)
    assert.deepEqual(found, [200, 200, 429])
    const refused = await stranger(small).refused(priceTrip, { body: trip, headers: from('198.51.100.1') })
    assert.equal(refused.body.error, 'rate_limit_exceeded')
    const seconds = refused.body.retry_after_seconds ?? 0
    assert.ok(seconds >= 1 && seconds <= 3_600, String(seconds))
    assert.equal(refused.headers.get('retry-after'), String(seconds))
  })

  test('the addresses of a /48 of IPv6 have five times the cap of one', async () => {
    await using small = await startDray({ TRUST_PROXY: '1', PRICES_PER_HOUR_PER_ADDRESS: '1' })
    const found = []
    for (let i = 0; i < 6; i++) found.push((await priced(small, `2001:db8:1:${i}::1`)).status)
    assert.deepEqual(found, [200, 200, 200, 200, 200, 429])
    assert.deepEqual(await statuses(small, '2001:db8:2::1', 1), [200])
  })

  test('all addresses together have a cap, which an address at its own cap does not use up', async () => {
    await using small = await startDray({
      TRUST_PROXY: '1',
      PRICES_PER_HOUR_PER_ADDRESS: '1',
      PRICES_PER_HOUR: '2',
    })
    assert.deepEqual(await statuses(small, '198.51.100.1', 4), [200, 429, 429, 429])
    assert.deepEqual(await statuses(small, '198.51.100.2', 1), [200])
    assert.deepEqual(await statuses(small, '198.51.100.3', 1), [429])
  })

  test('calls at the same time are counted each, on two nodes', async () => {
    await using first = await startDray({ TRUST_PROXY: '1', PRICES_PER_HOUR_PER_ADDRESS: '5' })
    await using second = await startDray(
      { TRUST_PROXY: '1', PRICES_PER_HOUR_PER_ADDRESS: '5' },
      { beside: first },
    )
    const nodes = Array.from({ length: 12 }, (_, index) => (index % 2 ? first : second))
    const found = await Promise.all(nodes.map((node) => priced(node, '198.51.100.1')))
    assert.equal(found.filter(({ status }) => status === 200).length, 5)
    assert.equal(found.filter(({ status }) => status === 429).length, 7)
  })

  test('without a trusted proxy, a header cannot choose the address', async () => {
    await using small = await startDray({ PRICES_PER_HOUR_PER_ADDRESS: '2' })
    const found = []
    for (const last of [1, 2, 3]) found.push((await priced(small, `198.51.100.${last}`)).status)
    assert.deepEqual(found, [200, 200, 429])
  })
})

const callsOf = async (person: Person, calls: number) => {
  const found: number[] = []
  for (let i = 0; i < calls; i++) found.push((await person.call(priceTrip, { body: trip })).status)
  return found
}

const carrierAt = (base_address: string) => ({
  ...{ name: 'Lucía', vehicle_size: 'S' as const, vehicle: 'van', radius_km: 50 },
  base_address,
})

describe('who and what is counted', () => {
  test('who is signed in is counted as a person, apart from the address', async () => {
    await using small = await startDray({ TRUST_PROXY: '1', PRICES_PER_HOUR_PER_ADDRESS: '1' })
    const [one, other] = [await signIn(small), await signIn(small)]
    const headers = from('198.51.100.1')
    assert.equal((await priced(small, '198.51.100.1')).status, 200)
    for (const person of [one, other]) await person.ok(priceTrip, { body: trip, headers })
    const again = await one.refused(priceTrip, { body: trip, headers: from('198.51.100.9') })
    assert.equal(again.status, 429)
  })

  test('people who are signed in are counted for their own cap, not for that of all addresses', async () => {
    await using small = await openMarket({
      ...{ PRICES_PER_HOUR: '2', PRICES_PER_HOUR_PER_ADDRESS: '6' },
      ...{ SUGGESTIONS_PER_HOUR: '1', SUGGESTIONS_PER_HOUR_PER_ADDRESS: '2' },
    })
    const suggested = { body: { text: 'Calle Mayor 3, Get' } }
    const [ana, eva] = [await small.person('Ana'), await small.carrier()]
    // They use up nothing of the cap of all addresses.
    for (const person of [ana, eva]) await person.ok(priceTrip, { body: trip })
    for (const person of [ana, eva]) await person.ok(suggestAddresses, suggested)
    assert.deepEqual(await statuses(small.app, '198.51.100.1', 3), [200, 200, 429])
    const completed = []
    for (const _ of [1, 2])
      completed.push((await stranger(small.app).call(suggestAddresses, suggested)).status)
    assert.deepEqual(completed, [200, 429])
    // And go on when it is full.
    const job_id = randomUUID()
    await ana.ok(estimateMyJob, { body: trip })
    const { pins } = await ana.ok(startMyJob, { body: { job_id, title: 'Sofa', ...trip } })
    const { lat, lon } = pins?.pickup.located ?? assert.fail('no pins')
    const pin = { stop: 'pickup' as const, lon, lat: lat + 0.005 }
    await ana.ok(moveMyPin, { params: { job_id }, body: pin })
    await ana.ok(suggestAddresses, suggested)
    await eva.ok(saveCarrier, { body: carrierAt('Calle Mayor 1, 28013 Madrid') })
    const area = { name: 'Norte', address: '50001 Zaragoza', radius_km: 20, alerts: false }
    await eva.ok(saveFeedArea, { params: { area_id: randomUUID() }, body: area })
    // Until their own cap is full.
    for (const _ of [1, 2]) await ana.ok(priceTrip, { body: trip })
    const another = { body: { job_id: randomUUID(), title: 'Sofa', ...trip } }
    for (const refused of [
      await ana.refused(startMyJob, another),
      await ana.refused(suggestAddresses, suggested),
    ]) {
      assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limit_exceeded'])
      assert.doesNotMatch(refused.body.message, /sign in|inicia sesión/, 'they are signed in')
    }
    await eva.ok(startMyJob, another)
    const { message } = (await stranger(small.app).refused(priceTrip, { body: trip })).body
    assert.match(message, /sign in|inicia sesión/)
  })
})

describe('how many are counted in all', () => {
  test('all people who are signed in have ten times the cap of all addresses, apart from it', async () => {
    await using small = await startDray({ PRICES_PER_HOUR: '1', PRICES_PER_HOUR_PER_ADDRESS: '6' })
    const [ana, eva] = [await signIn(small), await signIn(small)]
    // What is refused to one person uses up nothing of the cap of all.
    const ofAna = await callsOf(ana, 8)
    assert.deepEqual(ofAna, [200, 200, 200, 200, 200, 200, 429, 429])
    const together = await Promise.all([eva, eva, eva, eva, eva].map((person) => callsOf(person, 1)))
    assert.deepEqual(
      together.flat().sort((one, other) => one - other),
      [200, 200, 200, 200, 429],
    )
    assert.equal((await stranger(small).call(priceTrip, { body: trip })).status, 200)
  })
})

describe('what is counted after the sign-in, and for how long', () => {
  test('each act that asks an engine is counted, and a repeated start is not', async () => {
    await using small = await openMarket({ PRICES_PER_HOUR_PER_ADDRESS: '4' })
    const person = await small.person()
    const body = { job_id: randomUUID(), title: 'Sofa', ...trip }
    await person.ok(estimateMyJob, { body: trip })
    const draft = await person.ok(startMyJob, { body })
    await person.ok(startMyJob, { body })
    const { lat, lon } = draft.pins?.pickup.located ?? assert.fail('no pins')
    const params = { job_id: draft.job_id }
    const pin = { stop: 'pickup' as const, lon, lat: lat + 0.005 }
    await person.ok(moveMyPin, { params, body: { ...pin, lat } })
    await person.ok(moveMyPin, { params, body: pin })
    await person.ok(saveCarrier, { body: carrierAt('Calle Mayor 1, 28013 Madrid') })
    const refusals = [
      await person.refused(estimateMyJob, { body: trip }),
      await person.refused(startMyJob, { body: { ...body, job_id: randomUUID() } }),
      await person.refused(moveMyPin, { params, body: { ...pin, lat } }),
      await person.refused(saveCarrier, { body: carrierAt('50001 Zaragoza') }),
    ]
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [429, 429, 429, 429],
    )
    await person.ok(startMyJob, { body })
  })

  test('what cannot be counted is refused, and the geocoder is not asked', async () => {
    await using engine = await serve(json({ type: 'FeatureCollection', features: [] }))
    await using small = await startDray(engineEnv('photon', engine.url))
    await small.db.pool.query('alter table look_up_count rename to look_up_count_away')
    for (const call of [
      stranger(small).refused(priceTrip, { body: trip }),
      stranger(small).refused(suggestAddresses, { body: { text: 'Calle Mayor' } }),
    ])
      assert.ok((await call).status >= 500)
    assert.equal(engine.requests.length, 0)
    await small.db.pool.query('alter table look_up_count_away rename to look_up_count')
  })

  test('counts of hours that are over are deleted', async () => {
    const { kysely, pool } = app.db
    await stranger(app).ok(priceTrip, { body: trip })
    await pool.query(`insert into look_up_count values ('\\x01', now() - interval '2 hours', 3)`)
    assert.equal(await forgetLookUps(kysely), 1)
    const { rows } = await pool.query<{ left: number }>('select count(*)::int as left from look_up_count')
    assert.ok((rows[0]?.left ?? 0) > 0, 'those of this hour stay')
  })
})

test('a geocoder that is down is 503 with the wait, and says nothing of the address', async () => {
  await using engine = await serve(plain('quota', 429, { 'retry-after': '20' }))
  await using down = await startDray(engineEnv('photon', engine.url))
  const refused = await stranger(down).refused(priceTrip, { body: trip })
  assert.deepEqual([refused.status, refused.body.error], [503, 'service_unavailable'])
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  const { suggestions } = await stranger(down).ok(suggestAddresses, { body: { text: 'Calle Mayor' } })
  assert.deepEqual(suggestions, [], 'a completion is an aid: its field works without')
})

test('neither the addresses of the trip nor that of the client is stored or logged', async () => {
  await using quiet = await startDray({ TRUST_PROXY: '1' })
  const body = { ...trip, pickup: { address: 'Calle de la Luna 77, 28013 Madrid' } }
  const headers = from('203.0.113.201')
  await stranger(quiet).ok(priceTrip, { body, headers })
  await stranger(quiet).ok(suggestAddresses, { body: { text: 'Calle de la Luna 77, 28013 Mad' }, headers })
  const secrets = ['Luna', '203.0.113.201']
  assert.deepEqual(await foundAnywhere(quiet, secrets), [])
  for (const secret of secrets) assert.ok(!quiet.logged.join().includes(secret), secret)
})
