import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readToday } from '#contract/admin/today.ts'
import type { TodayKind } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import { countCalls, partnerCalls, providerCalls } from '../support/activity-scenes.ts'
import { openMarket } from '../support/market.ts'
import { joinAsOwner } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* Decision 31: what the calls of partners and to providers make an entry of Today, and what they do not. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)

const entriesOf = async (kind: TodayKind) =>
  (await owner.ok(readToday)).entries.filter((entry) => entry.kind === kind)

test('a partner below four fifths of its limit, or that was refused 15 minutes ago, is left out', async () => {
  const { end } = await partnerCalls([
    { status: 201, calls: 79 },
    { status: 429, calls: 9, secondsAgo: 1_000 },
  ])(market)
  assert.deepEqual(await entriesOf('partner_near_limit'), [])
  await end()
})

test('a window that falls into two minutes of the clock is counted as one', async () => {
  const { end } = await partnerCalls([
    { status: 201, calls: 40, secondsAgo: 120 },
    { status: 201, calls: 40, secondsAgo: 60, window: 80 },
  ])(market)
  const [entry] = await entriesOf('partner_near_limit')
  assert.equal(entry?.cause, '80 / 100')
  await end()
})

test('calls of two windows that share a minute of the clock are not added', async () => {
  const { end } = await partnerCalls([{ status: 201, calls: 90, window: 60 }])(market)
  assert.deepEqual(await entriesOf('partner_near_limit'), [])
  await end()
})

test('a partner is near its limit as its own headers say, at four fifths and not before', async () => {
  const partner = await app.partner({ rateLimit: 5 })
  const left = async () => Number((await partner.read(newId())).headers.get('x-ratelimit-remaining'))
  const causes = async () => (await entriesOf('partner_near_limit')).map(({ cause }) => cause)
  const logged = (calls: number) =>
    until(`${calls} calls are counted`, async () => {
      await app.dray.activity.flush()
      const { rows } = await app.db.pool.query('select sum(calls)::integer as calls from request_minute')
      return rows[0].calls === calls
    })
  assert.deepEqual([await left(), await left(), await left()], [4, 3, 2])
  await logged(3)
  assert.deepEqual(await causes(), [])
  assert.equal(await left(), 1)
  await logged(4)
  assert.deepEqual(await causes(), ['4 / 5'])
  await app.db.pool.query('delete from request_minute')
})

test('the limit is that of a key: the calls of two keys are not added, and a test key is left out', async () => {
  const { partnerId, keyId } = await app.partner({ rateLimit: 100 })
  const tester = await app.partner({ rateLimit: 100, mode: 'test' })
  await app.db.pool.query('update api_key set partner_id = $1 where id = $2', [partnerId, tester.keyId])
  const other = await app.partner({ rateLimit: 100 })
  await app.db.pool.query('update api_key set partner_id = $1 where id = $2', [partnerId, other.keyId])
  await countCalls(market, keyId, [{ status: 200, calls: 60 }])
  await countCalls(market, other.keyId, [{ status: 200, calls: 60 }])
  await countCalls(market, tester.keyId, [{ status: 429, calls: 60 }])
  assert.deepEqual(await entriesOf('partner_near_limit'), [])
  await countCalls(market, keyId, [{ status: 429, calls: 2 }])
  const [entry] = await entriesOf('partner_near_limit')
  assert.deepEqual(
    [entry?.subject_id, entry?.label, entry?.cause],
    [partnerId, 'Sample Partner', '60 / 100, 429 × 2'],
  )
  await app.db.pool.query('delete from request_minute')
})

for (const [why, counts] of Object.entries({
  'as many as the day before': [
    { status: 201, calls: 80 },
    { status: 422, calls: 20, secondsAgo: 60 },
    { status: 201, calls: 900, secondsAgo: 7_200 },
    { status: 422, calls: 100, secondsAgo: 7_200 },
  ],
  'too few calls': [{ status: 422, calls: 19 }],
  'too small a share': [
    { status: 201, calls: 85 },
    { status: 422, calls: 15 },
  ],
  'too long ago': [{ status: 422, calls: 40, secondsAgo: 1_000 }],
}))
  test(`errors of a partner are no entry: ${why}`, async () => {
    const { end } = await partnerCalls(counts)(market)
    assert.deepEqual(await entriesOf('partner_errors'), [])
    await end()
  })

test('the errors of a partner name their share, that of the day before, and the most frequent status', async () => {
  const { end } = await partnerCalls([
    { status: 201, calls: 65 },
    { status: 422, calls: 30 },
    { status: 400, calls: 5 },
    { status: 201, calls: 96, secondsAgo: 7_200 },
    { status: 400, calls: 4, secondsAgo: 7_200 },
  ])(market)
  const [entry] = await entriesOf('partner_errors')
  assert.equal(entry?.label, 'Muebles Sol')
  assert.match(entry?.cause ?? '', /^35 % \/ 100 \(24 h: 4 %\), 422$/)
  await end()
})

for (const [why, counts] of Object.entries({
  'one of three calls succeeded': [
    { outcome: 'located', calls: 1 },
    { outcome: 'unavailable', calls: 2 },
  ],
  'fewer than half of them failed': [
    { outcome: 'not_found', calls: 11 },
    { outcome: 'unavailable', calls: 9 },
  ],
  'two calls are too few': [{ outcome: 'unavailable', calls: 2 }],
  'it was more than ten minutes ago': [{ outcome: 'unavailable', calls: 30, secondsAgo: 700 }],
}))
  test(`a provider does not fail: ${why}`, async () => {
    const { end } = await providerCalls(counts)(market)
    assert.deepEqual(await entriesOf('provider_failing'), [])
    await end()
  })

test('a provider fails since the first failure after its last success, with the cause', async () => {
  const { end } = await providerCalls([
    { outcome: 'located', calls: 50, secondsAgo: 7_200 },
    { outcome: 'unavailable', calls: 1, secondsAgo: 3_600 },
    { outcome: 'unavailable', calls: 4 },
  ])(market)
  const [entry] = await entriesOf('provider_failing')
  assert.deepEqual([entry?.label, entry?.cause], ['nominatim', '4 / 4: HTTP 503'])
  const minutes = (Date.now() - Date.parse(entry?.since ?? '')) / 60_000
  assert.ok(minutes > 59 && minutes < 70, `${minutes}`)
  await end()
})
