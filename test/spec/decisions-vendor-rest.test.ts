import assert from 'node:assert/strict'
import test from 'node:test'
import { startDray, type TestPartner } from '../support/dray.ts'
import { type LocalServer, serveLocally } from '../support/local-server.ts'
import { trip } from '../support/trips.ts'

/* DESIGN 6.9: overload is answered with 503 and Retry-After; Dray obeys the `Retry-After` of its vendors. */

const other = { ...trip, pickup: { address: 'Calle de Serrano 20, 28001 Madrid' } }

const busyFor = (span: string) =>
  serveLocally((_request, response) => response.writeHead(429, { 'retry-after': span }).end('{}'))

const nominatim = ({ url }: LocalServer) => ({ GEOCODER: 'nominatim', NOMINATIM_URL: url })
const osrm = ({ url }: LocalServer) => ({ ROUTER: 'osrm', OSRM_URL: url })

async function retryAfter(partner: TestPartner, body: object): Promise<number> {
  const answer = await partner.call('/v1/pricing/estimate', { body })
  assert.equal(answer.status, 503)
  return Number(answer.headers.get('retry-after'))
}

for (const [name, settings] of Object.entries({ nominatim, osrm })) {
  test(`DESIGN 6.9, ${name}: while its Retry-After runs it is not called, and 503 carries at most that span`, async () => {
    await using vendor = await busyFor('7')
    await using app = await startDray(settings(vendor))
    const partner = await app.partner()
    const first = await retryAfter(partner, trip)
    assert.ok(first >= 1 && first <= 7, `${first}`)
    const calls = vendor.asked.length
    const second = await retryAfter(partner, other)
    assert.ok(second >= 1 && second <= 7, `${second}`)
    assert.equal(vendor.asked.length, calls)
  })

  test(`DESIGN 6.9, ${name}: a span of a day is not passed on`, async () => {
    await using vendor = await busyFor('86400')
    await using app = await startDray(settings(vendor))
    const seconds = await retryAfter(await app.partner(), trip)
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
  })
}

test('DESIGN 6.9: the next engine answers while one rests', async () => {
  await using geocoder = await busyFor('30')
  await using router = await busyFor('30')
  await using app = await startDray({
    ...nominatim(geocoder),
    ...osrm(router),
    GEOCODER: 'nominatim,embedded',
    ROUTER: 'osrm,embedded',
  })
  const partner = await app.partner()
  for (const body of [trip, other]) assert.equal((await partner.estimate(body)).status, 200)
  assert.equal(router.asked.length, 1)
})
