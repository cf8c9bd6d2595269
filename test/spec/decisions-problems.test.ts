import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readErasure } from '#contract/app/account.ts'
import { deliverJob, giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, confirmDelivery, readMyJob, reportProblem } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { photoOf, report } from '../support/deals.ts'
import { deliveryScenes } from '../support/delivery-scenes.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Decision 20: problems that customers report. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { realMoney, playMoney, accepted, collected, deliveredEarly, state, notices, dray } =
  deliveryScenes(market)

test('"something is wrong" before the capture holds it back; staff dismiss it and the money goes on', async () => {
  realMoney()
  const deal = await deliveredEarly()
  const { customer, carrier, params } = deal
  const { problems, may_report } = await report(deal)
  assert.deepEqual(
    problems.map(({ kind, text, status }) => ({ kind, text, status })),
    [{ kind: 'not_delivered', text: 'Nobody came.', status: 'open' }],
  )
  assert.equal(may_report, true)
  assert.ok((await notices(carrier, deal)).includes('problem_reported'))
  const forCarrier = await carrier.ok(readCarrierJob, { params })
  assert.equal(forCarrier.payment_waits, 'report')
  assert.doesNotMatch(
    JSON.stringify(forCarrier),
    /Nobody came|not_delivered/,
    'the carrier reads no accusation',
  )
  const { may_confirm, confirm_by } = await customer.ok(readMyJob, { params })
  assert.deepEqual([may_confirm, confirm_by], [true, null], 'staff decide, so no instant is promised')
  await passTime(app.db, '25 hours')
  assert.equal(await state(deal), 'accepted held', 'the term of the early delivery ends nothing of it')
  const listed: { job_id: string; text: string }[] = (await dray('job', 'problem', 'list')).json
  assert.equal(listed.find(({ job_id }) => job_id === params.job_id)?.text, 'Nobody came.')
  const resolve = ['job', 'problem', 'resolve', params.job_id, '--reason', 'The photo shows it']
  assert.equal((await dray(...resolve, '--outcome', 'dismiss')).json.decided, 1)
  assert.equal(await state(deal), 'completed captured paid out')
  const after = await customer.ok(readMyJob, { params })
  assert.equal(after.problems[0]?.status, 'dismissed')
  for (const person of [customer, carrier])
    assert.ok((await notices(person, deal)).includes('problem_resolved'))
  assert.equal((await dray(...resolve, '--outcome', 'dismiss')).code, 1, 'once')
  await assertBooks(app.db)
})

test('a yes to the early delivery after a report leaves the money to staff', async () => {
  realMoney()
  const deal = await deliveredEarly()
  const { customer, params } = deal
  await report(deal)
  const answered = await customer.ok(confirmDelivery, { params })
  assert.deepEqual([answered.may_confirm, answered.confirm_by], [false, null])
  assert.equal(await state(deal), 'accepted held')
  const resolve = ['job', 'problem', 'resolve', params.job_id, '--reason', 'It arrived']
  assert.equal((await dray(...resolve, '--outcome', 'dismiss')).json.decided, 1)
  assert.equal(await state(deal), 'completed captured paid out')
  await assertBooks(app.db)
})

test('after the capture it holds the transfer back; upheld, nothing moves until staff refund, and a later dismissal pays', async () => {
  playMoney()
  const deal = await collected()
  const { customer, carrier, params } = deal
  await carrier.ok(deliverJob, { params, body: {} })
  await report(deal)
  assert.equal(
    await state(deal),
    'completed captured',
    'queued before the report, captured, and not passed on',
  )
  const resolve = ['job', 'problem', 'resolve', params.job_id, '--reason', 'Broken']
  const blockers = async () => (await customer.ok(readErasure)).blockers.map(({ reason }) => reason)
  assert.deepEqual(await blockers(), ['problems'])
  const { decided, next } = (await dray(...resolve, '--outcome', 'uphold')).json
  assert.equal(decided, 1)
  assert.match(next, new RegExp(`dray job refund ${params.job_id} `))
  assert.equal(await state(deal), 'completed captured')
  assert.deepEqual(await blockers(), [], 'decided, so the data of its people may go')
  const { price } = await customer.ok(readMyJob, { params })
  const half = String(Math.floor(price.total_cents / 2))
  assert.equal((await dray('job', 'refund', params.job_id, '--amount', half, '--reason', 'Broken')).code, 0)
  assert.equal(await state(deal), 'completed captured')
  assert.equal((await dray(...resolve, '--outcome', 'dismiss')).json.decided, 1)
  assert.equal(await state(deal), 'completed captured paid out')
  await assertBooks(app.db)
})

test('upheld before the capture, staff cancel and the customer gets everything back', async () => {
  realMoney()
  const deal = await deliveredEarly()
  const { params } = deal
  await report(deal)
  const upheld = ['job', 'problem', 'resolve', params.job_id, '--outcome', 'uphold', '--reason', 'Never came']
  assert.match((await dray(...upheld)).json.next, new RegExp(`dray job cancel ${params.job_id} `))
  assert.equal((await dray('job', 'cancel', params.job_id, '--reason', 'Never came')).code, 0)
  assert.equal(await state(deal), 'cancelled released')
  await assertBooks(app.db)
})

test('a job cancelled without a fee asks for no confirmation and blocks no erasure', async () => {
  realMoney()
  const deal = await deliveredEarly()
  const { customer, carrier, params } = deal
  await report(deal)
  assert.equal((await dray('job', 'cancel', params.job_id, '--reason', 'Never came')).code, 0)
  assert.equal(await state(deal), 'cancelled released')
  assert.equal((await customer.ok(readMyJob, { params })).confirm_by, null, 'it is not asked for any more')
  assert.equal((await carrier.ok(readCarrierJob, { params })).payment_waits, null, 'there is no payment')
  const blockers = async () => (await customer.ok(readErasure)).blockers.map(({ reason }) => reason)
  assert.deepEqual(await blockers(), ['problems'], 'the report waits for staff')
  const resolve = ['job', 'problem', 'resolve', params.job_id, '--outcome', 'uphold', '--reason', 'Right']
  assert.equal((await dray(...resolve)).code, 0)
  assert.deepEqual(await blockers(), [])
  const { json } = await dray('job', 'show', params.job_id)
  assert.equal(json.delivery_doubt.resolved_by, 'staff')
  const blocks: { lifted_at: string | null }[] = json.money_blocks
  assert.deepEqual(
    blocks.filter(({ lifted_at }) => lifted_at === null),
    [],
  )
  await assertBooks(app.db)
})

test('a problem upheld before the carrier gave the job back blocks no erasure', async () => {
  playMoney()
  const deal = await accepted()
  const { customer, carrier, params } = deal
  await report(deal)
  const resolve = ['job', 'problem', 'resolve', params.job_id, '--outcome', 'uphold', '--reason', 'Right']
  assert.equal((await dray(...resolve)).code, 0)
  await carrier.ok(giveBackJob, { params, body: {} })
  assert.equal(await state(deal), 'cancelled none')
  const { successor_id } = await customer.ok(readMyJob, { params })
  const next = { params: { job_id: successor_id ?? '' } }
  await customer.ok(cancelMyJob, { ...next, body: { fee_cents: 0 } })
  assert.equal(await state(deal), 'cancelled none')
  assert.deepEqual((await customer.ok(readErasure)).blockers, [])
})

test('a problem reported after the payout: the carrier sees no waiting payment', async () => {
  playMoney()
  const deal = await collected()
  const { carrier, params } = deal
  await carrier.ok(deliverJob, { params, body: {} })
  assert.equal(await state(deal), 'completed captured paid out')
  await report(deal)
  assert.equal((await carrier.ok(readCarrierJob, { params })).payment_waits, null)
})

test('the same report again changes nothing; there are at most three; its id is of one job', async () => {
  playMoney()
  const deal = await accepted()
  const { customer, params } = deal
  const problem_id = newId()
  await Promise.all(Array.from({ length: 5 }, () => report(deal, { problem_id })))
  assert.equal((await customer.ok(readMyJob, { params })).problems.length, 1)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      customer.call(reportProblem, { params, body: { problem_id: newId(), kind: 'other' } }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => String(status)).sort(), [
    '200',
    '200',
    '409',
    '409',
    '409',
    '409',
  ])
  const other = await accepted()
  const taken = { problem_id, kind: 'other' as const }
  const { body } = await other.customer.refused(reportProblem, { params: other.params, body: taken })
  assert.equal(body.error, 'wrong_state')
})

test('from acceptance until two days after the delivery, with their own photos', async () => {
  playMoney()
  const customer = await market.person('Ana')
  const early = await market.posted(customer)
  const body = () => ({ problem_id: newId(), kind: 'damaged' as const })
  const params = { job_id: early.job_id }
  assert.equal(early.may_report, false)
  assert.equal((await customer.refused(reportProblem, { params, body: body() })).body.error, 'wrong_state')
  const deal = await collected()
  await deal.carrier.ok(deliverJob, { params: deal.params, body: {} })
  await settleMoney(app)
  const photo_ids = [await photoOf(deal.customer), await photoOf(deal.customer)]
  const seen = await deal.customer.ok(reportProblem, { params: deal.params, body: { ...body(), photo_ids } })
  assert.deepEqual([seen.photos, seen.delivery_photo], [[], null], 'no photo of the goods or the delivery')
  const { json } = await dray('job', 'show', deal.params.job_id)
  const purposes = json.photos.map(({ purpose }: { purpose: string }) => purpose)
  assert.deepEqual(purposes, ['problem', 'problem'])
  const foreign = { ...body(), photo_ids: [await photoOf(deal.carrier)] }
  const refused = await deal.customer.refused(reportProblem, { params: deal.params, body: foreign })
  assert.deepEqual([refused.status, Object.keys(refused.body.details ?? {})], [400, ['photo_ids']])
  await passTime(app.db, '48 hours')
  const late = await deal.customer.refused(reportProblem, { params: deal.params, body: body() })
  assert.equal(late.body.error, 'wrong_state')
  assert.equal((await deal.customer.ok(readMyJob, { params: deal.params })).may_report, false)
})

test('staff report a problem on behalf of the customer, also before the delivery', async () => {
  playMoney()
  const deal = await accepted()
  const id = deal.params.job_id
  const opened = await dray(
    'job',
    'problem',
    'open',
    id,
    '--kind',
    'not_collected',
    '--reason',
    'Waits since 9',
  )
  assert.equal(opened.code, 0)
  await deal.carrier.ok(deliverJob, { params: deal.params, body: {} })
  assert.equal(await state(deal), 'accepted held')
  const { problems } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(
    problems.map(({ kind, text }) => ({ kind, text })),
    [{ kind: 'not_collected', text: null }],
    'a note of staff is for staff',
  )
})
