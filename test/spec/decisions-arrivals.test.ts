import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { deliverJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { type PositionInput, sharePosition } from '#contract/app/positions.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { deliverNotices } from '../../server/jobs/notices/deliver.ts'
import { jobsInRealTime } from '../../server/jobs/scope.ts'
import { estimateArrivals } from '../../server/jobs/way/estimate-arrivals.ts'
import type { Routed, Router } from '../../server/routing/router.ts'
import { outbox } from '../../server/sms/providers/outbox.ts'
import { noticeNeeds } from '../../server/start/connect-texts.ts'
import { collectedDeal, type Deal } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { letPositionAge, places, positionBody } from '../support/positions.ts'

/* When the carrier arrives, and that the customer is told once (decision 74). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const signal = () => new AbortController().signal

/** A router that counts its calls. */
function routerOf(driveMinutes: number | null, more: Partial<Extract<Routed, { outcome: 'routed' }>> = {}) {
  const asked: number[] = []
  const route: Router['route'] = ({ lat }) => {
    asked.push(lat)
    return driveMinutes === null
      ? { outcome: 'unavailable', reason: 'ECONNREFUSED' }
      : { outcome: 'routed', distanceKm: 5, driveMinutes, source: 'osrm', approximate: false, ...more }
  }
  return { route, asked }
}

const estimate = (router: Pick<Router, 'route'>) =>
  estimateArrivals({ kysely, router }, signal(), jobsInRealTime)
const share = ({ carrier, params }: Deal, body: PositionInput = positionBody()) =>
  carrier.ok(sharePosition, { params, body })
const wayOf = async ({ customer, params }: Deal) => (await customer.ok(readMyJob, { params })).way
const tellAll = () =>
  deliverNotices(
    { kysely, smsProviders: [outbox.connect({})], sendsMail: false, ...noticeNeeds(readConfig({}), null) },
    signal(),
  )
const told = async ({ customer, job_id }: Deal) =>
  (await noticesTo(app, customer.accountId, job_id)).filter((kind) => kind === 'carrier_arriving').length

test('decision 74: the arrival is the drive of a loaded van from the position, and says whether a road was followed', async () => {
  const deal = await collectedDeal(market)
  await share(deal)
  await estimate(routerOf(100))
  const exact = await wayOf(deal)
  const minutes = (Date.parse(exact?.arrives_at ?? '') - Date.parse(exact?.position?.at ?? '')) / 60_000
  assert.deepEqual([Math.round(minutes), exact?.arrival_approximate], [115, false])
  const rough = await collectedDeal(market)
  await share(rough)
  await estimate(routerOf(100, { approximate: true }))
  assert.equal((await wayOf(rough))?.arrival_approximate, true)
})

test('decision 74: the router is asked once for a job in 30 seconds, and not for a position that it knows', async () => {
  const deal = await collectedDeal(market)
  const router = routerOf(60)
  await share(deal)
  await estimate(router)
  await letPositionAge(app, deal.job_id, 10)
  await share(deal, positionBody({ lat: places.madrid.lat + 0.001 }))
  await estimate(router)
  assert.equal(router.asked.length, 1, 'ten seconds later')
  await pool.query(
    `update carrier_position set routed_at = routed_at - interval '30 seconds' where job_id = $1`,
    [deal.job_id],
  )
  await estimate(router)
  assert.equal(router.asked.length, 2, '40 seconds later')
  await letPositionAge(app, deal.job_id, 60)
  await estimate(router)
  assert.equal(router.asked.length, 2, 'the carrier has not reported again')
})

test('decision 74: without a router no arrival is shown, and everything else goes on', async () => {
  const deal = await collectedDeal(market)
  await share(deal)
  await estimate(routerOf(100))
  assert.ok((await wayOf(deal))?.arrives_at)
  await letPositionAge(app, deal.job_id, 40)
  await share(deal)
  await estimate(routerOf(null))
  const way = await wayOf(deal)
  assert.deepEqual([way?.arrives_at, way?.position !== null], [null, true])
})

test('decision 74: the customer is told once when the carrier is ten minutes away, and not before', async () => {
  const deal = await collectedDeal(market)
  await share(deal)
  await estimate(routerOf(20))
  assert.equal(await told(deal), 0)
  for (let again = 0; again < 3; again++) {
    await letPositionAge(app, deal.job_id, 40)
    await share(deal)
    await estimate(routerOf(8))
  }
  assert.equal(await told(deal), 1)
})

test('decision 74: near the dropoff the customer is told without a router too', async () => {
  const deal = await collectedDeal(market)
  await share(deal, positionBody(places.zaragoza))
  await estimate(routerOf(null))
  assert.equal(await told(deal), 1)
})

test('decision 74: near the dropoff, a router that knows of a long way round is believed', async () => {
  const deal = await collectedDeal(market)
  await share(deal, positionBody(places.zaragoza))
  await estimate(routerOf(25))
  assert.equal(await told(deal), 0)
})

test('decision 74: the text goes to a customer without push, lives for ten minutes, and names no place', async () => {
  const deal = await collectedDeal(market)
  await share(deal, positionBody(places.zaragoza))
  await estimate(routerOf(5))
  await tellAll()
  const { rows } = await pool.query<{ body: string; minutes: number }>(
    `select s.body, round(extract(epoch from s.give_up_at - s.created_at) / 60)::int as minutes
     from sms s join notice n on n.id = s.notice_id where n.job_id = $1 and n.kind = 'carrier_arriving'`,
    [deal.job_id],
  )
  assert.ok(rows.length === 1 && (rows[0]?.minutes ?? 60) <= 10, JSON.stringify(rows))
  assert.match(rows[0]?.body ?? '', /arrives in about 10 minutes/)
})

test('decision 74: a notice that waits is not sent after the delivery', async () => {
  const deal = await collectedDeal(market)
  await share(deal, positionBody(places.zaragoza))
  await estimate(routerOf(5))
  await deal.carrier.ok(deliverJob, { params: deal.params, body: {} })
  await tellAll()
  const { rowCount } = await pool.query(
    `select from sms s join notice n on n.id = s.notice_id where n.job_id = $1 and n.kind = 'carrier_arriving'`,
    [deal.job_id],
  )
  assert.equal(rowCount, 0)
})

test('race: two nodes compute the arrival at once: the router is asked once, the customer is told once', async () => {
  const deal = await collectedDeal(market)
  await share(deal)
  const router = routerOf(5)
  await Promise.all([estimate(router), estimate(router), estimate(router)])
  assert.deepEqual([router.asked.length, await told(deal)], [1, 1])
})

test('race: a report, the arrival and the delivery at once: no position is left, and the customer is told at most once', async () => {
  for (let round = 0; round < 6; round++) {
    const deal = await collectedDeal(market)
    await share(deal, positionBody(places.zaragoza))
    await letPositionAge(app, deal.job_id, 10)
    const report = deal.carrier.call(sharePosition, {
      params: deal.params,
      body: positionBody(places.zaragoza),
    })
    const deliver = deal.carrier.call(deliverJob, { params: deal.params, body: {} })
    const [reported, delivered] = await Promise.all([report, deliver, estimate(routerOf(5))])
    assert.equal(delivered.status, 200)
    assert.ok([204, 409].includes(reported.status), String(reported.status))
    assert.ok((await told(deal)) <= 1)
    const { rows } = await pool.query('select from carrier_position where job_id = $1', [deal.job_id])
    assert.equal(rows.length, 0)
  }
})
