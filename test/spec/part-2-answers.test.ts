import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { EstimateInput } from '#contract/partner.ts'
import { segments } from '../../server/sms/segments.ts'
import { sofa, startDray } from '../support/dray.ts'
import { serveLocally } from '../support/local-server.ts'

const app = await startDray({ APP_LINK_HOST: 'go.dray.test', APP_SCHEME: 'draytest' })
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner({ companyName: 'Muebles Norte' })

const cents = (euros: number) => Math.round(euros * 100)
const baseCents = { S: 1_500, M: 2_500, L: 4_000, XL: 6_000 }
const stairsCents = { S: 200, M: 400, L: 600, XL: 1_000 }
const sizes = ['S', 'M', 'L', 'XL'] as const

/** DESIGN 3: 5 km included, 0.90 €/km to 50, 0.70 to 200, 0.55 beyond; all in tenths of a cent. */
function distanceCents(km: number): number {
  const tenths = Math.round(km * 10)
  const between = (from: number, to: number) => Math.max(0, Math.min(tenths, to) - from)
  return Math.round((between(50, 500) * 90 + between(500, 2_000) * 70 + between(2_000, Infinity) * 55) / 10)
}

const addresses = [
  'Calle Mayor 10, 28013 Madrid',
  'Plaza de España, 28801 Alcalá de Henares',
  'Calle Real 3, 40001 Segovia',
  'Calle de Alfonso I 5, 50003 Zaragoza',
  'Rambla de Catalunya 20, 08007 Barcelona',
]

test('2.4 total_customer_pays_eur equals base_price_eur + platform_fee_eur, and the breakdown adds up', async () => {
  for (const size of sizes) {
    for (const [index, address] of addresses.entries()) {
      const floor = index - 1
      const input: EstimateInput = {
        size,
        pickup: { address: addresses[0] ?? '', floor: 2 },
        dropoff: { address, floor },
      }
      const { status, body } = await partner.estimate(input)
      assert.equal(status, 200)
      const parts = body.calculation_breakdown
      assert.equal(cents(parts.base_by_size), baseCents[size])
      assert.equal(cents(parts.distance_charge_eur), distanceCents(parts.distance_km))
      assert.equal(cents(parts.stairs_charge_eur), (2 + Math.abs(floor)) * stairsCents[size])
      const base =
        cents(parts.base_by_size) + cents(parts.distance_charge_eur) + cents(parts.stairs_charge_eur)
      assert.equal(cents(body.base_price_eur), base)
      assert.equal(cents(body.platform_fee_eur), Math.max(300, Math.floor((base * 15 + 50) / 100)))
      assert.equal(cents(body.total_customer_pays_eur), base + cents(body.platform_fee_eur))
      assert.equal(cents(body.helper_receives_eur), base)
    }
  }
})

test('2.4 every amount is a number of whole cents', async () => {
  const { text } = await partner.estimate({ size: 'XL', dropoff: { address: addresses[4] ?? '', floor: 3 } })
  for (const [, decimals] of text.matchAll(/_eur":\d+\.?(\d*)/g))
    assert.ok((decimals ?? '').length <= 2, text)
})

test('2.4 the fixed defaults of every partner job: no service and no urgency surcharge', async () => {
  const { body } = await partner.estimate({})
  assert.equal(body.calculation_breakdown.service_modifier, 0)
  assert.equal(body.calculation_breakdown.urgency_modifier, 0)
})

test('2.4 distance_km has one decimal and grows with the distance', async () => {
  const distances = []
  for (const address of addresses.slice(1)) {
    const { body } = await partner.estimate({ dropoff: { address } })
    distances.push(body.calculation_breakdown.distance_km)
  }
  assert.deepEqual(
    distances,
    [...distances].sort((a, b) => a - b),
  )
  for (const km of distances) assert.equal(km, Math.round(km * 10) / 10)
})

test('2.4 M, 12 km, second floor without elevator at one end costs 45.20 €', async () => {
  await using roads = await serveLocally((_request, response) => {
    const routes = [{ distance: 12_000, duration: 1_200 }]
    const waypoints = [{ distance: 0 }, { distance: 0 }]
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ code: 'Ok', routes, waypoints }))
  })
  await using routed = await startDray({ ROUTER: 'osrm', OSRM_URL: roads.url }, { beside: app })
  const { body } = await (await routed.partner()).estimate({
    size: 'M',
    pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2 },
    dropoff: { address: 'Calle de Serrano 50, 28001 Madrid', floor: 2, has_elevator: true },
  })
  assert.deepEqual(body.calculation_breakdown, {
    base_by_size: 25,
    distance_km: 12,
    distance_charge_eur: 6.3,
    stairs_charge_eur: 8,
    service_modifier: 0,
    urgency_modifier: 0,
  })
  assert.equal(body.base_price_eur, 39.3)
  assert.equal(body.platform_fee_eur, 5.9)
  assert.equal(body.total_customer_pays_eur, 45.2)
  assert.equal(body.helper_receives_eur, 39.3)
  // 20 min × 1.15 + 20 min handling + 2 floors × 2 min, rounded up to a multiple of five.
  assert.equal(body.estimated_duration_minutes, 50)
})

const stairs = async (floor?: number, has_elevator?: boolean) => {
  const end = {
    ...sofa.pickup,
    ...(floor !== undefined && { floor }),
    ...(has_elevator !== undefined && { has_elevator }),
  }
  const { body } = await partner.estimate({ size: 'M', pickup: end })
  return body.calculation_breakdown.stairs_charge_eur
}

test('2.3 floor is used for the stairs charge, has_elevator takes it away; absent means no stairs', async () => {
  assert.equal(await stairs(), 0)
  assert.equal(await stairs(0), 0)
  assert.equal(await stairs(3), 12)
  assert.equal(await stairs(3, false), 12)
  assert.equal(await stairs(3, true), 0)
  assert.equal(await stairs(undefined, false), 0)
  assert.equal(await stairs(1.5), 8, 'a fraction is rounded up')
  assert.equal(await stairs(-2), 8, 'a basement is carried up')
})

test('2.4 create gives the price the estimate gave, floors and elevators included', async () => {
  const stops = {
    pickup: { ...sofa.pickup, floor: 4, has_elevator: false },
    dropoff: { ...sofa.dropoff, floor: 2, has_elevator: true },
  }
  for (const size of sizes) {
    const estimated = await partner.estimate({ size, ...stops })
    const created = await partner.create({ size, ...stops })
    const { helper_receives_eur, estimated_duration_minutes: _, disclaimer: __, ...shared } = estimated.body
    assert.deepEqual(created.body.pricing, { ...shared, helper_payout_eur: helper_receives_eur })
  }
})

test('2.4 disclaimer says that the price is approximate and the final price may vary, in English or Spanish', async () => {
  const english = await partner.call('/v1/pricing/estimate', { body: estimateOfSofa })
  assert.match(String(english.body['disclaimer']), /approximate.*final price may vary/)
  const headers = { 'accept-language': 'es-ES,es;q=0.9' }
  const spanish = await partner.call('/v1/pricing/estimate', { body: estimateOfSofa, headers })
  assert.match(String(spanish.body['disclaimer']), /aproximado.*puede variar/)
})

const estimateOfSofa = { size: sofa.size, pickup: sofa.pickup, dropoff: sofa.dropoff }

test('2.5 deep_link_url is <app_scheme>://draft/<short_id>?phone=<URL-encoded E.164 phone>', async () => {
  const { body } = await partner.create()
  assert.match(body.deep_link_url, /^draytest:\/\/draft\/[0-9A-Za-z]{11,}\?phone=%2B34612345678$/)
})

test('2.5 short_id is a new one for every draft', async () => {
  const links = await Promise.all(
    Array.from({ length: 20 }, async () => (await partner.create()).body.deep_link_url),
  )
  assert.equal(new Set(links).size, 20)
})

test('2.5 sms_sent is true, photos is empty without photos, next_steps names the next action of the customer', async () => {
  const { body } = await partner.create()
  assert.equal(body.sms_sent, true)
  assert.deepEqual(body.photos, [])
  assert.equal(body.next_steps.action, 'customer_must_complete_in_app')
  assert.notEqual(body.next_steps.message, '')
})

test('2.5 next_steps.expires_at is 48 hours after created_at', async () => {
  const { body } = await partner.create()
  assert.equal(Date.parse(body.next_steps.expires_at) - Date.parse(body.created_at), 48 * 3_600_000)
})

async function textOf(jobId: string): Promise<string> {
  const found = (await app.texts()).filter(({ job_id }) => job_id === jobId)
  assert.equal(found.length, 1, 'one text per job')
  return found[0]?.body ?? ''
}

test('2.6, 2.7 the SMS names the company, the title, the route, the total, one link, and the app', async () => {
  const { body } = await partner.create({ customer_phone: '+447700900123' })
  const text = await textOf(body.job_id)
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1]
  assert.match(text, /^Muebles Norte:/)
  assert.match(text, /Three-seat sofa/)
  assert.match(text, /from Madrid to Zaragoza/)
  assert.ok(text.includes(`€${body.pricing.total_customer_pays_eur.toFixed(2)}`), text)
  assert.ok(text.includes(`https://go.dray.test/draft/${shortId}?phone=%2B447700900123`), text)
  assert.match(text, /No app needed/)
  assert.equal(text.match(/https?:/g)?.length, 1)
})

test('2.7 the SMS is Spanish for Spanish numbers, English for others, or in the language set for the partner', async () => {
  const spanish = await partner.create({ customer_phone: '+34612345678' })
  assert.match(
    await textOf(spanish.body.job_id),
    /listo.*de Madrid a Zaragoza.*No necesitas instalar ninguna app/,
  )
  const set = await app.partner({ smsLanguage: 'en' })
  const english = await set.create({ customer_phone: '+34612345678' })
  assert.match(await textOf(english.body.job_id), /ready.*No app needed/)
})

test('2.7 the title in the SMS is at most 40 characters and holds no link, number or hidden mark from the partner', async () => {
  const titles = {
    long: 'x'.repeat(200),
    link: 'Pay at https://evil.example/pay now',
    bare: 'see evil.example/pay or www.evil.example',
    phone: 'call +34 900 123 456 now',
    bidi: 'sofa \u202eafos\u200b\u2066',
  }
  for (const title of Object.values(titles)) {
    const { body } = await partner.create({ title })
    const text = await textOf(body.job_id)
    assert.equal(text.match(/https?:\/\//g)?.length, 1, text)
    assert.doesNotMatch(text, /evil\.example|900 123 456|x{41}|[\u202e\u200b\u2066]/, text)
    assert.ok(segments(text) <= 4, text)
  }
})

test('2.7 the price and the link are never cut, however long the rest', async () => {
  const wordy = await app.partner({ companyName: '家具運送株式会社'.repeat(20) })
  const { body } = await wordy.create({ title: '🛋'.repeat(200) })
  const text = await textOf(body.job_id)
  assert.match(text, /https:\/\/go\.dray\.test\/draft\/\w+\?phone=%2B34612345678/)
  assert.ok(text.includes(body.pricing.total_customer_pays_eur.toFixed(2).replace('.', ',')), text)
  assert.ok(segments(text) <= 4, text)
})
