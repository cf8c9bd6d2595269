import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import type { EstimateInput } from '#contract/partner.ts'
import { type PricePreview, previewPrice, previewText } from '#contract/sandbox/previews.ts'
import { jobSizes } from '#contract/vocabulary.ts'
import { addTariff } from '../../server/pricing/store.ts'
import { defaultTariff } from '../../server/pricing/tariff.ts'
import { byOperator } from '../support/by-operator.ts'
import { type Answer, startDray, type TestPartner } from '../support/dray.ts'

/** Decision 41: what the tools of the documentation show is computed by the functions that price and text real jobs. */
const app = await startDray({ MAX_DISTANCE_KM: '1200' })
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner({ mode: 'test', companyName: 'Muebles Peña' })

type Trip = { size: string; distance_km: unknown; pickup: object; dropoff: object }
type Refused = { error: string; details: Record<string, string> }
type Text = { body: string; segments: number; saved_segments: number; characters: number; encoding: string }

const priceOf = (body: Trip, by: TestPartner = partner) =>
  by.call(previewPrice.url, { body }) as Promise<Answer<unknown>> as Promise<Answer<PricePreview & Refused>>
const textOf = (body: object, by: TestPartner = partner) =>
  by.call(previewText.url, { body }) as Promise<Answer<unknown>> as Promise<Answer<Text & Refused>>

const towns = [
  'Calle Mayor 10, 28013 Madrid',
  'Calle Real 3, 28901 Getafe',
  'Calle de Alfonso I 5, 50003 Zaragoza',
  'Avenida Diagonal 100, 08018 Barcelona',
  'Calle Larios 1, 29005 Málaga',
  'Plaza de España 2, 45001 Toledo',
]

const door = fc.record(
  {
    floor: fc.oneof(fc.integer({ min: -5, max: 200 }), fc.constantFrom(0.5, 1.5, -0.5)),
    has_elevator: fc.boolean(),
  },
  { requiredKeys: [] },
)
const end = fc.tuple(fc.constantFrom(...towns), door).map(([address, at]) => ({ address, ...at }))
const trips: fc.Arbitrary<EstimateInput> = fc.record({
  size: fc.constantFrom(...jobSizes),
  pickup: end,
  dropoff: end,
})

const withoutAddress = ({ address: _address, ...rest }: EstimateInput['pickup']) => rest

/** Prices the distance of an estimate; the numbers must be those of the estimate. */
async function assertSame(trip: EstimateInput, by: TestPartner): Promise<void> {
  const estimate = await by.estimate(trip)
  assert.equal(estimate.status, 200, estimate.text)
  const { estimated_duration_minutes: _minutes, disclaimer: _disclaimer, ...real } = estimate.body
  const preview = await priceOf(
    {
      size: trip.size,
      distance_km: real.calculation_breakdown.distance_km,
      pickup: withoutAddress(trip.pickup),
      dropoff: withoutAddress(trip.dropoff),
    },
    by,
  )
  const { tariff, steps: _steps, ...previewed } = preview.body
  assert.deepEqual(previewed, real)
  assert.ok(tariff.distance_tiers.length > 0)
}

test('the preview of a price equals the estimate to the cent, for any trip', async () => {
  await fc.assert(
    fc.asyncProperty(trips, (trip) => assertSame(trip, partner)),
    { numRuns: 60 },
  )
})

test('a partner with its own tariff gets the price of that tariff, and its numbers', async () => {
  const own = await app.partner({ mode: 'test' })
  const terms = {
    ...defaultTariff,
    baseCents: { S: 999, M: 1_999, L: 2_999, XL: 3_999 },
    includedKm: 7.5,
    distanceTiers: [
      { upToKm: 33.3, centsPerKm: 77 },
      { upToKm: null, centsPerKm: 41 },
    ],
    stairsCentsPerFloor: { S: 1, M: 33, L: 66, XL: 99 },
    feeBasisPoints: 1_234,
    minimumFeeCents: 777,
    carrierCommissionBasisPoints: 850,
  }
  await addTariff(app.db, {
    partnerId: own.partnerId,
    startsAt: new Date(),
    terms,
    by: byOperator(),
  })
  const { body } = await priceOf({ size: 'S', distance_km: 0, pickup: {}, dropoff: {} }, own)
  assert.deepEqual(body.tariff, {
    base_by_size_eur: { S: 9.99, M: 19.99, L: 29.99, XL: 39.99 },
    included_km: 7.5,
    distance_tiers: [
      { up_to_km: 33.3, eur_per_km: 0.77 },
      { up_to_km: null, eur_per_km: 0.41 },
    ],
    stairs_eur_per_floor: { S: 0.01, M: 0.33, L: 0.66, XL: 0.99 },
    fee_percent: 12.34,
    minimum_fee_eur: 7.77,
    commission_percent: 8.5,
  })
  await fc.assert(
    fc.asyncProperty(trips, (trip) => assertSame(trip, own)),
    { numRuns: 30 },
  )
})

test('the preview of a price has its steps: the tiers, the floors, and which fee was taken', async () => {
  const long = await priceOf({ size: 'M', distance_km: 57.3, pickup: { floor: 1.5 }, dropoff: { floor: -1 } })
  assert.deepEqual(long.body.steps, {
    distance: [
      { from_km: 5, to_km: 50, km: 45, eur_per_km: 0.9, eur: 40.5 },
      { from_km: 50, to_km: 57.3, km: 7.3, eur_per_km: 0.7, eur: 5.11 },
    ],
    stairs: { floors: 3, eur_per_floor: 4 },
    is_minimum_fee: false,
  })
  const short = await priceOf({
    size: 'S',
    distance_km: 5,
    pickup: { floor: 3, has_elevator: true },
    dropoff: {},
  })
  assert.deepEqual(short.body.steps, {
    distance: [],
    stairs: { floors: 0, eur_per_floor: 2 },
    is_minimum_fee: true,
  })
})

test('a distance is rounded to 0.1 km before it is priced', async () => {
  const trip = { size: 'M', pickup: {}, dropoff: {} }
  const [rounded, exact] = [
    await priceOf({ ...trip, distance_km: 12.04999 }),
    await priceOf({ ...trip, distance_km: 12 }),
  ]
  assert.deepEqual(rounded.body, exact.body)
})

test('the preview of a price names every wrong field, and the longest trip of the installation', async () => {
  const { status, body } = await priceOf({
    size: 'XXL',
    distance_km: '12',
    pickup: { floor: 500 },
    dropoff: { has_elevator: 'no' },
  })
  assert.deepEqual([status, body.error], [400, 'validation_error'])
  assert.deepEqual(Object.keys(body.details).sort(), [
    'distance_km',
    'dropoff.has_elevator',
    'pickup.floor',
    'size',
  ])
  const far = await priceOf({ size: 'M', distance_km: 1_200.1, pickup: {}, dropoff: {} })
  assert.equal(far.status, 400)
  assert.match(far.body.details['distance_km'] ?? '', /1200 km/)
  assert.equal((await priceOf({ size: 'M', distance_km: 1_200, pickup: {}, dropoff: {} })).status, 200)
})

test('the preview of a text is the SMS that a real draft of the key gets', async () => {
  const { body: job } = await partner.create({ title: 'Sofá de tres plazas', customer_phone: '+34612345678' })
  const sent = (await app.texts()).find(({ job_id }) => job_id === job.job_id)
  const { status, body } = await textOf({
    title: 'Sofá de tres plazas',
    language: 'es',
    pickup_place: 'Madrid',
    dropoff_place: 'Zaragoza',
    total_eur: job.pricing.total_customer_pays_eur,
  })
  assert.equal(status, 200)
  const withoutId = (text = '') => text.replace(/draft\/\w+/, 'draft/ID')
  assert.equal(withoutId(body.body), withoutId(sent?.body))
})

test('the preview of a text counts its segments and names its encoding', async () => {
  const plain = await textOf({ title: 'Three-seat sofa', language: 'en' })
  assert.equal(plain.body.encoding, 'gsm')
  assert.equal(plain.body.characters, [...plain.body.body].length)
  assert.match(plain.body.body, /^Muebles Peña: .*Three-seat sofa.*Madrid.*Zaragoza.*45\.20/)
  const wide = await textOf({ title: '沙发'.repeat(40), language: 'en' })
  assert.equal(wide.body.encoding, 'ucs2')
  assert.ok(wide.body.segments > plain.body.segments && wide.body.segments <= 4)
  const sofa = { title: 'Sofá con cojín', pickup_place: 'Cádiz' }
  const accents = await textOf({ ...sofa, language: 'es' })
  assert.match(accents.body.body, /Sofa con cojin, de Cadiz/)
  assert.deepEqual([accents.body.encoding, accents.body.saved_segments > 0], ['gsm', true])
  const kept = await textOf({ ...sofa, language: 'en' })
  assert.match(kept.body.body, /Sofá con cojín/)
  assert.deepEqual([kept.body.encoding, kept.body.saved_segments], ['ucs2', 0])
  const link = await textOf({ title: 'See www.evil.test now', language: 'en' })
  assert.doesNotMatch(link.body.body, /www\.evil/)
})

test('the preview of a text names every wrong field', async () => {
  const { status, body } = await textOf({
    title: ' ',
    language: 'nl',
    pickup_place: 'a'.repeat(81),
    total_eur: -1,
  })
  assert.deepEqual([status, body.error], [400, 'validation_error'])
  assert.deepEqual(Object.keys(body.details).sort(), ['language', 'pickup_place', 'title', 'total_eur'])
})

test('previews are for test keys only', async () => {
  const live = await app.partner()
  for (const answer of [
    await priceOf({ size: 'M', distance_km: 1, pickup: {}, dropoff: {} }, live),
    await textOf({ title: 'Sofa', language: 'en' }, live),
  ])
    assert.deepEqual([answer.status, answer.body.error], [403, 'test_key_required'])
})

test('3 Limits: in the sandbox too null is absent, and a byte order mark is ignored', async () => {
  const user = await app.partner({ mode: 'test' })
  const nothing = { floor: null, has_elevator: null }
  const price = { size: 'M', distance_km: 12, pickup: nothing, dropoff: nothing }
  assert.equal((await user.call('/sandbox/v1/price', { body: price })).status, 200)
  const text = { title: 'Sofa', language: 'en', pickup_place: null, dropoff_place: null, total_eur: null }
  const raw = `\ufeff${JSON.stringify(text)}`
  assert.equal((await user.call('/sandbox/v1/sms/preview', { raw })).status, 200)
  const clock = await user.call('/sandbox/v1/clock', { body: { to: null, advance_seconds: 1 } })
  assert.equal(clock.status, 200)
})
