import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { collectJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { confirmDelivery, readMyJob } from '#contract/app/customer.ts'
import { endDoubts } from '../../server/jobs/doubts/end-doubts.ts'
import { type Deal, earlyReason, photoOf, report } from '../support/deals.ts'
import { deliveryScenes } from '../support/delivery-scenes.ts'
import { eventsOf } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'

/* Decision 20: deliveries sooner than the trip can take. Madrid to Zaragoza, 331 km. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { realMoney, playMoney, accepted, collected, deliveredEarly, state, notices, dray } =
  deliveryScenes(market)
const events = ({ job_id }: Deal) => eventsOf(app, job_id)

test('delivery of 331 km seven seconds after "collected": refused as too early, needs photo and reason, no capture', async () => {
  realMoney()
  const deal = await collected()
  const { carrier, params } = deal
  const { earliest_delivery_at } = await carrier.ok(readCarrierJob, { params })
  const { status, body } = await carrier.refused(deliverJob, { params, body: {} })
  assert.deepEqual([status, body.error, body.earliest_at], [409, 'too_early', earliest_delivery_at])
  assert.deepEqual(Object.keys(body.details ?? {}).sort(), ['photo_id', 'reason'])
  const onlyReason = await carrier.refused(deliverJob, { params, body: { reason: earlyReason } })
  assert.deepEqual(Object.keys(onlyReason.body.details ?? {}), ['photo_id'])
  const headers = { 'accept-language': 'es' }
  const spanish = await carrier.refused(deliverJob, { params, body: {}, headers })
  assert.match(spanish.body.message, /Añade una foto/)
  assert.equal(await state(deal), 'accepted held')
  assert.equal((await carrier.ok(readCarrierJob, { params })).delivered_at, null)
})

test('early delivery with photo and reason: recorded, the customer is asked, the capture waits for the answer', async () => {
  realMoney()
  const deal = await deliveredEarly()
  const { customer, carrier, params } = deal
  assert.equal(await state(deal), 'accepted held')
  assert.equal((await carrier.ok(readCarrierJob, { params })).payment_waits, 'early_delivery')
  const seen = await customer.ok(readMyJob, { params })
  assert.notEqual(seen.delivered_at, null)
  const hours = (Date.parse(seen.confirm_by ?? '') - Date.now()) / 3_600_000
  assert.ok(hours > 23.9 && hours <= 24.1, String(hours))
  assert.ok((await notices(customer, deal)).includes('delivery_to_confirm'))
  await customer.ok(confirmDelivery, { params })
  await customer.ok(confirmDelivery, { params })
  assert.equal(await state(deal), 'completed captured paid out')
  assert.equal((await customer.ok(readMyJob, { params })).confirm_by, null)
  assert.equal((await events(deal)).filter((said) => said === 'customer: delivery confirmed').length, 1)
  await assertBooks(app.db)
})

test('without an objection it goes on after DELIVERY_DOUBT_HOURS', async () => {
  realMoney()
  const deal = await deliveredEarly()
  await passTime(app.db, '23 hours 50 minutes')
  assert.equal(await state(deal), 'accepted held')
  await passTime(app.db, '20 minutes')
  assert.equal(await state(deal), 'completed captured paid out')
  assert.ok((await events(deal)).includes('system: no objection to the delivery within its term'))
})

test('early delivery with a hold about to expire: captured at once, the payout waits for the customer', async () => {
  realMoney()
  const deal = await collected()
  const { customer, carrier, params } = deal
  const body = { photo_id: await photoOf(carrier), reason: earlyReason }
  await app.db.pool.query(
    `update payment set hold_expires_at = now() + interval '11 hours' where job_id = $1`,
    [params.job_id],
  )
  await carrier.ok(deliverJob, { params, body })
  assert.equal(await state(deal), 'completed captured')
  const seen = await customer.ok(readMyJob, { params })
  assert.equal(seen.confirm_by, null, 'the payment does not wait any more')
  assert.ok(Date.parse(seen.payout_waits_until ?? '') > Date.now(), 'the pay of the carrier does')
  await customer.ok(confirmDelivery, { params })
  assert.equal(await state(deal), 'completed captured paid out')
  assert.equal((await customer.ok(readMyJob, { params })).payout_waits_until, null)
  await assertBooks(app.db)
})

test('staff confirm it from the command line, which also shows the doubt; the stuck list and the metrics tell of it', async () => {
  realMoney()
  const deal = await deliveredEarly()
  const id = deal.params.job_id
  const shown = await dray('job', 'show', id)
  assert.equal(shown.json.delivery_doubt.reason, earlyReason)
  assert.equal(shown.json.money_blocks[0].cause, 'early_delivery')
  const stuck: { job_id: string; trouble: string }[] = (await dray('payment', 'list', '--stuck')).json
  assert.equal(stuck.find(({ job_id }) => job_id === id)?.trouble, 'blocked by early delivery')
  const { text } = await app.fetch('/metrics')
  assert.match(text, /^dray_deliveries_in_doubt [1-9]/m)
  assert.equal((await dray('job', 'confirm-delivery', id, '--reason', 'Called both')).code, 0)
  assert.equal(await state(deal), 'completed captured paid out')
  const again = await dray('job', 'confirm-delivery', id, '--reason', 'Called both')
  assert.equal(again.code, 1)
  assert.match(again.stderr, /does not need to be confirmed/)
})

test('with play money it is only marked: no photo, no reason, no waiting', async () => {
  playMoney()
  const deal = await collected()
  const { earliest_delivery_at } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.equal(earliest_delivery_at, null)
  await deal.carrier.ok(deliverJob, { params: deal.params, body: {} })
  assert.equal(await state(deal), 'completed captured paid out')
  const { json } = await dray('job', 'show', deal.params.job_id)
  assert.notEqual(json.delivery_doubt, null)
  assert.deepEqual(json.money_blocks, [])
})

test('a plausible delivery needs no photo; without "collected" the time counts from the acceptance', async () => {
  realMoney()
  const patient = await collected()
  await passTime(app.db, '3 hours')
  await patient.carrier.ok(deliverJob, { params: patient.params, body: {} })
  assert.equal(await state(patient), 'completed captured paid out')
  const quick = await accepted()
  const { body } = await quick.carrier.refused(deliverJob, { params: quick.params, body: {} })
  assert.equal(body.error, 'too_early')
  await passTime(app.db, '3 hours')
  await quick.carrier.ok(deliverJob, { params: quick.params, body: {} })
  assert.equal(await state(quick), 'completed captured paid out')
})

test('a carrier without a connection is not judged by when the taps arrived, and the clock of a phone proves nothing alone', async () => {
  realMoney()
  const honest = await accepted()
  await passTime(app.db, '4 hours')
  const tap = (minutesAgo: number) => ({
    tapped_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  })
  await honest.carrier.ok(collectJob, { params: honest.params, body: tap(200) })
  await honest.carrier.ok(deliverJob, { params: honest.params, body: tap(20) })
  assert.equal(await state(honest), 'completed captured paid out')

  const liar = await accepted()
  await liar.carrier.ok(collectJob, { params: liar.params, body: tap(200) })
  const refused = await liar.carrier.refused(deliverJob, { params: liar.params, body: tap(0) })
  assert.equal(refused.body.error, 'too_early', 'the job was accepted a moment ago')
})

test('at once: two deliveries, a report, the yes and the end of the term; the money moves once or waits', async () => {
  realMoney()
  for (let round = 0; round < 4; round++) {
    const deal = await collected()
    const { customer, carrier, params } = deal
    const body = { photo_id: await photoOf(carrier), reason: earlyReason }
    await Promise.all([
      carrier.ok(deliverJob, { params, body }),
      carrier.ok(deliverJob, { params, body }),
      report(deal),
    ])
    assert.equal(await state(deal), 'accepted held', 'in any order')
    await app.db.pool.query('update money_block set until = now() where job_id = $1 and until is not null', [
      params.job_id,
    ])
    const { signal } = new AbortController()
    const dismiss = dray('job', 'problem', 'resolve', params.job_id, '--outcome', 'dismiss', '--reason', 'x')
    await Promise.all([
      customer.ok(confirmDelivery, { params }),
      endDoubts(app.dray.payments, signal),
      endDoubts(app.dray.payments, signal),
      dismiss,
    ])
    assert.equal(await state(deal), 'completed captured paid out')
    const ends = (await events(deal)).filter((said) => /delivery confirmed|no objection/.test(said))
    assert.equal(ends.length, 1, ends.join())
    const { rows } = await app.db.pool.query<{ kind: string; count: number }>(
      `select kind, count(*) from payment_effect e join payment p on p.id = e.payment_id
       where p.job_id = $1 and kind in ('capture', 'transfer') group by kind order by kind`,
      [params.job_id],
    )
    assert.deepEqual(rows, [
      { kind: 'capture', count: 1 },
      { kind: 'transfer', count: 1 },
    ])
  }
  await assertBooks(app.db)
})
