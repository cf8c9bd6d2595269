import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { EstimateInput } from '#contract/partner.ts'
import { refusals as refusalsShown } from '#contract/samples.ts'
import { addressWords, causedFailures } from '#contract/sandbox/words.ts'
import { type Refusal, refusedCreate } from '../support/create-refusals.ts'
import { type Answer, sofa, startDray, type TestPartner } from '../support/dray.ts'
import { startGeocoderEngine } from '../support/geocoder-engine.ts'
import { countRows } from '../support/leftovers.ts'
import { until } from '../support/until.ts'

// DESIGN 3, Sandbox words: what a test key causes by the words of an address.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner({ mode: 'test' })

const ends = [['pickup'], ['dropoff'], ['pickup', 'dropoff']] as const
type Ends = (typeof ends)[number]

/** The stops of a request with this address at these ends. */
const stopsWith = (address: string, at: Ends): Pick<EstimateInput, 'pickup' | 'dropoff'> => ({
  pickup: sofa.pickup,
  dropoff: sofa.dropoff,
  ...Object.fromEntries(at.map((end) => [end, { address }])),
})

const estimate = (stops: Partial<EstimateInput>, by: TestPartner = partner) =>
  by.estimate(stops) as unknown as Promise<Answer<Refusal>>

/** The same refusal on estimate and on create. */
async function refusals(address: string, at: Ends): Promise<Answer<Refusal>[]> {
  const stops = stopsWith(address, at)
  return [await estimate(stops), await refusedCreate(app, partner, stops)]
}

for (const at of ends) {
  const where = at.join(' and ')

  test(`"Sandbox not found" as ${where} is 422 and names it, on estimate and create`, async () => {
    for (const { status, body } of await refusals(addressWords.not_found.example, at)) {
      assert.deepEqual([status, body.error], [422, 'geocoding_failed'])
      assert.deepEqual(
        Object.keys(body.details ?? {}),
        at.map((end) => `${end}.address`),
      )
    }
  })

  test(`"Sandbox geocoder down" as ${where} is 503 with Retry-After, on estimate and create`, async () => {
    for (const { status, body, headers } of await refusals(addressWords.geocoder_down.example, at)) {
      assert.deepEqual([status, body.error], [503, 'service_unavailable'])
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
  })

  test(`"Sandbox slow" as ${where} is located as Madrid is, on estimate and create`, async () => {
    const madrid = stopsWith('Madrid', at)
    // Two equal texts with a number in them would be one door.
    const slow = Object.fromEntries(at.map((end) => [end, { address: `Sandbox slow 1s, ${end}` }]))
    const [one, other] = [await partner.estimate(slow), await partner.estimate(madrid)]
    assert.deepEqual([one.status, one.body], [200, other.body])
    const [job, like] = [await partner.create(slow), await partner.create(madrid)]
    assert.deepEqual([job.status, job.body.pricing], [201, like.body.pricing])
  })
}

test('"Sandbox island" at one end is 400 on the dropoff: the router finds no road to the mainland', async () => {
  for (const at of [['pickup'], ['dropoff']] as const)
    for (const { status, body } of await refusals(addressWords.island.example, at)) {
      assert.deepEqual([status, body.error], [400, 'validation_error'])
      assert.deepEqual(Object.keys(body.details ?? {}), ['dropoff.address'])
      assert.match(body.details?.['dropoff.address'] ?? '', /no road/)
    }
})

for (const at of ends)
  test(`"Sandbox internal error" as ${at.join(' and ')} is the 500 of any fault, and nothing is left`, async () => {
    for (const { status, body, headers, text } of await refusals(addressWords.internal_error.example, at)) {
      assert.deepEqual([status, body], [500, refusalsShown.internal])
      assert.match(headers.get('link') ?? '', /internal_error/)
      assert.doesNotMatch(text, /asked for|\.ts|\bat /)
    }
  })

test('"Sandbox key revoked" is answered as with a revoked key, and the key works on', async () => {
  const revoked = await app.partner({ mode: 'test' })
  await app.db.pool.query('update api_key set revoked_at = now() where id = $1', [revoked.keyId])
  const real = await revoked.estimate({})
  const told = (headers: Headers) => [...headers.keys()].sort()
  for (const at of ends)
    for (const { status, body, headers } of await refusals(addressWords.key_revoked.example, at)) {
      assert.deepEqual([status, body], [403, real.body])
      assert.deepEqual([told(headers), headers.get('link')], [told(real.headers), real.headers.get('link')])
    }
  assert.equal((await partner.estimate({})).status, 200)
})

test('"Sandbox island" at both ends is a trip on that island, with a price', async () => {
  const stops = stopsWith(addressWords.island.example, ['pickup', 'dropoff'])
  assert.equal((await partner.estimate(stops)).status, 200)
  assert.equal((await partner.create(stops)).status, 201)
})

test('a failure at each end: an address that is not found is named, whatever the other one is', async () => {
  for (const other of ['Sandbox geocoder down', 'Sandbox slow 1s', 'Sandbox island', 'Sandbox lost answer']) {
    const stops = { pickup: { address: other }, dropoff: { address: 'Sandbox not found' } }
    const { status, body } = await estimate(stops)
    assert.deepEqual([status, Object.keys(body.details ?? {})], [422, ['dropoff.address']], other)
  }
})

test('words inside other text and in any case count, and every other address is located', async () => {
  const { status } = await estimate(stopsWith('Calle Mayor 1, SANDBOX  Not Found, Madrid', ['pickup']))
  assert.equal(status, 422)
  const ordinary = await app.partner()
  for (const address of ['Calle Sandbox 3, 28013 Madrid', '40001 Segovia']) {
    const stops = stopsWith(address, ['pickup'])
    const [tested, live] = [await partner.estimate(stops), await ordinary.estimate(stops)]
    assert.deepEqual([tested.status, tested.body], [200, live.body], address)
  }
})

test('no word reaches the geocoder or its cache; with a live key each is an address as any other', async () => {
  await using engine = await startGeocoderEngine()
  await using other = await startDray(engine.env)
  const tested = await other.partner({ mode: 'test' })
  const live = await other.partner()
  const words = Object.values(addressWords).map(({ words }) => words)
  const dropoff = { address: 'Madrid' }
  assert.equal((await tested.estimate({ pickup: { address: 'Zaragoza' }, dropoff })).status, 200)
  const [askedBefore, cachedBefore] = [engine.asked.length, await cached()]
  for (const words of [
    'Sandbox not found',
    'Sandbox geocoder down',
    'Sandbox slow 1s',
    'Sandbox island',
    'Sandbox lost answer',
    'Sandbox internal error',
    'Sandbox key revoked',
  ])
    await tested.estimate({ pickup: { address: words }, dropoff })
  assert.deepEqual([engine.asked.length, await cached()], [askedBefore, cachedBefore])
  for (const address of words)
    assert.equal((await live.estimate({ pickup: { address }, dropoff })).status, 200, address)
  assert.equal(engine.asked.length, askedBefore + words.length)

  async function cached(): Promise<number> {
    const { rows } = await other.db.pool.query<{ n: number }>('select count(*)::int as n from geocode_cache')
    return rows[0]?.n ?? 0
  }
})

test('"Sandbox lost answer" stores the job and breaks the connection; both ways of recovery find it', async () => {
  const job = { pickup: { address: 'Sandbox lost answer' }, external_reference: 'lost' }
  const headers = { 'idempotency-key': 'lost-1' }
  await assert.rejects(partner.create(job, headers))
  const replayed = await partner.create(job, headers)
  assert.deepEqual([replayed.status, replayed.headers.get('idempotent-replayed')], [201, 'true'])
  const refused = await partner.create(job)
  assert.equal(refused.status, 400)
  assert.equal(refused.headers.get('location'), `/v1/jobs/${replayed.body.job_id}`)
  const without = { ...job, external_reference: 'lost-2' }
  await assert.rejects(partner.create(without))
  assert.match((await partner.create(without)).headers.get('location') ?? '', /^\/v1\/jobs\//)
})

test('a slow answer holds up no other call, and ends with the service: 503, and nothing is left', async () => {
  await using other = await startDray()
  const by = await other.partner({ mode: 'test' })
  let isAnswered = false
  const slow = by
    .create({ pickup: { address: 'Sandbox slow 20s' }, external_reference: 'slow' })
    .finally(() => (isAnswered = true))
  assert.equal((await by.estimate({})).status, 200)
  assert.equal(isAnswered, false, 'it still waits')
  other.dray.abandonWaits()
  const { status, headers } = await slow
  assert.deepEqual([status, headers.get('retry-after')], [503, '2'])
  assert.equal((await countRows(other)).jobs, 0)
})

test('a slow create ends when its client disconnects: no job, and its Idempotency-Key is free', async () => {
  await using other = await startDray()
  const by = await other.partner({ mode: 'test' })
  const client = new AbortController()
  const headers = {
    'x-api-key': by.apiKey,
    'content-type': 'application/json',
    'idempotency-key': 'disconnected',
  }
  const body = JSON.stringify({ ...sofa, pickup: { address: 'Sandbox slow 20s' } })
  const call = fetch(`${other.url}/v1/jobs`, { method: 'POST', headers, body, signal: client.signal })
  const ended = assert.rejects(call)
  const claims = async () => (await other.db.pool.query('select from idempotency_key')).rowCount
  await until('the create has claimed its key', async () => (await claims()) === 1)
  client.abort()
  await ended
  await until('the create has released its key', async () => (await claims()) === 0)
  assert.equal((await countRows(other)).jobs, 0)
})

test('the guide has a row for each failure of the catalogue, in each language', async () => {
  for (const page of ['/docs/sandbox.md', '/docs/es/sandbox.md']) {
    const { text } = await app.fetch(page)
    for (const [field, send] of causedFailures)
      assert.ok(text.includes(`| \`${field}\` | \`${send}\` | `), send)
  }
})
