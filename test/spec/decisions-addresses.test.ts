import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readFeed, readFeedJob, saveCarrier } from '#contract/app/carrier.ts'
import { estimateMyJob, readMyJob, startMyJob } from '#contract/app/customer.ts'
import type { FeedJob } from '#contract/app/job.ts'
import type { Estimate } from '#contract/partner.ts'
import { newId } from '../../server/lib/ids.ts'
import { serveLocally } from '../support/local-server.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'

const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { partner } = market

const estimated = async (pickup: string, dropoff: string, language = 'en'): Promise<Estimate> => {
  const { status, body } = await partner.call('/v1/pricing/estimate', {
    body: { size: 'M', pickup: { address: pickup }, dropoff: { address: dropoff } },
    headers: { 'accept-language': language },
  })
  assert.equal(status, 200)
  return body as unknown as Estimate
}
const inCents = (euros: number): number => Math.round(euros * 100)

test('2.4, 3 a move inside a building has no distance, no distance charge and no drive', async () => {
  const door = 'Calle de Alcalá 20, 28014 Madrid'
  for (const again of [
    door,
    'CALLE DE ALCALA  20 - 28014 Madrid.',
    'Calle de Alcala\u0301 20,28014 madrid',
  ]) {
    const { calculation_breakdown: parts, ...sums } = await estimated(door, again)
    assert.deepEqual([parts.distance_km, parts.distance_charge_eur], [0, 0], again)
    // Size M of the default tariff: 25 € plus a fee of 15 %; 20 minutes of handling, no driving.
    assert.deepEqual([sums.base_price_eur, inCents(sums.total_customer_pays_eur)], [25, 2_875], again)
    assert.equal(sums.estimated_duration_minutes, 20, again)
  }
})

test('2.4, 4.2 a move inside a building costs as estimated, and the app shows one address', async () => {
  const customer = await market.person()
  const stops = {
    pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 3, has_elevator: false },
    dropoff: { address: 'calle mayor, 10. 28013 MADRID', floor: 1, has_elevator: false },
  }
  const draft = await market.draft(customer, { size: 'M', ...stops })
  const estimate = await customer.ok(estimateMyJob, { body: { size: 'M', ...stops } })
  assert.deepEqual(draft.price, estimate.price)
  // Four floors, 4 € each.
  assert.deepEqual([draft.price.breakdown.distance_cents, draft.price.breakdown.stairs_cents], [0, 1_600])
  for (const { distance_km, distance_accuracy, distance_basis } of [draft, estimate])
    assert.deepEqual([distance_km, distance_accuracy, distance_basis], [0, 'exact', 'same_address'])
})

test('2.4 two addresses in a town known by its centre have a distance, stated as approximate', async () => {
  const trip = {
    size: 'M' as const,
    pickup: { address: 'Calle Mayor 10, Madrid' },
    dropoff: { address: 'Calle Mayor 12, Madrid' },
  }
  const { calculation_breakdown: parts } = await estimated(trip.pickup.address, trip.dropoff.address)
  assert.equal(parts.distance_km, 6)
  const customer = await market.person()
  const estimate = await customer.ok(estimateMyJob, { body: trip })
  const draft = await customer.ok(startMyJob, { body: { job_id: newId(), title: 'Desk', ...trip } })
  for (const { distance_km, distance_accuracy, distance_basis } of [estimate, draft])
    assert.deepEqual([distance_km, distance_accuracy, distance_basis], [6, 'approximate', 'town_centres'])
  assert.deepEqual([draft.pickup.approximate, draft.pickup.uncertainty_km], [true, 6])
  // Two equal town names are not the same door.
  assert.equal((await estimated('Madrid', 'Madrid')).calculation_breakdown.distance_km, 6)
})

test('2.4 the disclaimer names the points between which the distance was measured', async () => {
  const [pickup, dropoff] = ['Calle Mayor 10, Madrid', 'Calle Real 5, Segovia']
  assert.match((await estimated(pickup, dropoff)).disclaimer, /measured between town centres/)
  assert.match((await estimated(pickup, dropoff, 'es')).disclaimer, /entre los centros de las poblaciones/)
  // Inside one building no distance was measured.
  assert.doesNotMatch((await estimated(pickup, pickup)).disclaimer, /distance/)
})

test('known to the street and by road, a distance is exact', async () => {
  await using engine = await serveLocally((request, response) => {
    const url = new URL(request.url ?? '', 'http://engine')
    const answer = url.pathname.startsWith('/route/v1') ? road : [streetOf(url.searchParams.get('q') ?? '')]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await using other = await openMarket({
    GEOCODER: 'nominatim,embedded',
    NOMINATIM_URL: engine.url,
    ROUTER: 'osrm,embedded',
    OSRM_URL: engine.url,
  })
  const customer = await other.person()
  const trip = {
    size: 'M' as const,
    pickup: { address: 'Calle Mayor 10, Madrid' },
    dropoff: { address: 'Calle de Alfonso I 5, Zaragoza' },
  }
  const estimate = await customer.ok(estimateMyJob, { body: trip })
  const { distance_km, distance_accuracy, distance_basis, disclaimer } = estimate
  assert.deepEqual([distance_km, distance_accuracy, distance_basis], [314.4, 'exact', 'addresses'])
  assert.doesNotMatch(disclaimer, /distance/)
})

const road = {
  code: 'Ok',
  routes: [{ distance: 314_400, duration: 11_000 }],
  waypoints: [{ distance: 5 }, { distance: 9 }],
}

function streetOf(query: string) {
  const isMadrid = /madrid/i.test(query)
  const city = isMadrid ? 'Madrid' : 'Zaragoza'
  return {
    lat: isMadrid ? '40.4165' : '41.6561',
    lon: isMadrid ? '-3.7026' : '-0.8773',
    place_rank: 26,
    category: 'highway',
    type: 'residential',
    addresstype: 'road',
    address: { city, province: city, country_code: 'es' },
  }
}

test('a carrier sees no distance smaller than the uncertainty of both places', async () => {
  const customer = await market.person()
  const carrier = await market.person('Lucía')
  const profile = { name: 'Lucía', vehicle_size: 'XL' as const, vehicle: 'truck', radius_km: 500 }
  await carrier.ok(saveCarrier, { body: { ...profile, base_address: 'Calle Mayor 1, Madrid' } })
  await market.app.db.pool.query(`update carrier set status = 'approved' where account_id = $1`, [
    carrier.accountId,
  ])
  const near = await market.posted(customer, { pickup: { address: 'Calle de Alcalá 500, Madrid' } })
  const far = await market.posted(customer, { pickup: { address: 'Plaza Mayor 1, Segovia' } })
  const [nearOffer, farOffer] = [await offerOf(carrier, near.job_id), await offerOf(carrier, far.job_id)]
  assert.ok(nearOffer.away_km < 1, 'the two centres are one')
  assert.equal(nearOffer.away_known, false)
  assert.equal(nearOffer.pickup.uncertainty_km, 6.8)
  assert.ok(farOffer.away_km > 60)
  assert.equal(farOffer.away_known, true)
  assert.deepEqual([farOffer.distance_accuracy, farOffer.distance_basis], ['approximate', 'town_centres'])
  const { jobs } = await carrier.ok(readFeed)
  assert.deepEqual(
    jobs.filter(({ job_id }) => [near.job_id, far.job_id].includes(job_id)).map((job) => job.away_known),
    [false, true],
    'the nearest still comes first',
  )
})

test('the uncertainty of the base counts: a base that was located before says no more than its town', async () => {
  const customer = await market.person()
  const { job_id } = await market.posted(customer, { pickup: { address: 'Calle Real 1, Alcorcón' } })
  const carrier = await market.carrier()
  const base = (km: number) =>
    market.app.db.pool.query('update carrier set base_uncertainty_km = $2 where account_id = $1', [
      carrier.accountId,
      km,
    ])
  // About 12 km from the base. The pickup's uncertainty is 4 km, and the feed's rounding adds 0.8 km.
  assert.equal((await offerOf(carrier, job_id)).away_known, true)
  await base(9)
  assert.equal((await offerOf(carrier, job_id)).away_known, false)
  await base(0.05)
  assert.equal((await offerOf(carrier, job_id)).away_known, true)
})

const offerOf = (carrier: Person, job_id: string): Promise<FeedJob> =>
  carrier.ok(readFeedJob, { params: { job_id } })

test('jobs of earlier versions show the precision of their addresses', async () => {
  const customer = await market.person()
  const { job_id } = await market.draft(customer, {})
  await market.app.db.pool.query(
    `update job set route = '{"distanceKm": 12.4, "driveMinutes": 20, "source": "osrm", "approximate": false}',
       pickup = pickup || '{"precision": "street", "uncertaintyKm": 0.3}' where id = $1`,
    [job_id],
  )
  const job = await customer.ok(readMyJob, { params: { job_id } })
  assert.deepEqual([job.distance_accuracy, job.distance_basis], ['approximate', 'town_centres'])
})
