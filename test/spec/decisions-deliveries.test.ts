import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import sharp from 'sharp'
import { readErasure } from '#contract/app/account.ts'
import { acceptJob, collectJob, deliverJob, giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { confirmDelivery, readMyJob, reportProblem, uploadPhoto } from '#contract/app/customer.ts'
import { endDoubts } from '../../server/jobs/doubts/end-doubts.ts'
import { newId } from '../../server/lib/ids.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { readyPayouts } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { runCommand } from '../support/process.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Decision 20: implausible deliveries, and problems that customers report. Madrid to Zaragoza, 331 km. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { live } = app.dray.payments.processors

/** Makes the sandbox count as a processor of real money. */
const realMoney = () => Object.assign(live, { movesRealMoney: true })
const playMoney = () => Object.assign(live, { movesRealMoney: false })

type Deal = { customer: Person; carrier: Person; params: { job_id: string } }

async function accepted(): Promise<Deal> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  await readyPayouts(app, carrier)
  const { job_id } = await market.posted(customer)
  const params = { job_id }
  await carrier.ok(acceptJob, { params })
  return { customer, carrier, params }
}

async function collected(): Promise<Deal> {
  const deal = await accepted()
  await deal.carrier.ok(collectJob, { params: deal.params })
  return deal
}

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c96' } })
  .jpeg()
  .toBuffer()
const photoOf = async (person: Person) => (await person.ok(uploadPhoto, { body: picture })).photo_id

const reason = 'I tapped "collected" only at the dropoff'

async function deliveredEarly(): Promise<Deal> {
  const deal = await collected()
  const body = { photo_id: await photoOf(deal.carrier), reason }
  await deal.carrier.ok(deliverJob, { params: deal.params, body })
  return deal
}

async function state({ customer, carrier, params }: Deal): Promise<string> {
  await settleMoney(app)
  const { status, payment } = await customer.ok(readMyJob, { params })
  const { paid_out } = await carrier.ok(readCarrierJob, { params })
  return `${status} ${payment.state}${paid_out ? ' paid out' : ''}`
}

const events = async ({ params }: Deal) =>
  (
    await app.db.pool.query<{ said: string }>(
      `select actor || ': ' || reason as said from job_event where job_id = $1 order by id`,
      [params.job_id],
    )
  ).rows.map(({ said }) => said)

const notices = async ({ accountId }: Person, { params }: Deal) =>
  (
    await app.db.pool.query<{ kind: string }>(
      'select kind from notice where account_id = $1 and job_id = $2 order by id',
      [accountId, params.job_id],
    )
  ).rows.map(({ kind }) => kind)

async function dray(...args: string[]) {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], {
    DATABASE_URL: app.db.url,
    DATA_DIR: app.dataDir,
  })
  return { code, stderr, json: code === 0 ? JSON.parse(stdout) : null }
}

test('331 km seven seconds after "collected" is too early: it asks for a photo and a reason, and charges nobody', async () => {
  realMoney()
  const deal = await collected()
  const { carrier, params } = deal
  const { earliest_delivery_at } = await carrier.ok(readCarrierJob, { params })
  const { status, body } = await carrier.refused(deliverJob, { params, body: {} })
  assert.deepEqual([status, body.error, body.earliest_at], [409, 'too_early', earliest_delivery_at])
  assert.deepEqual(Object.keys(body.details ?? {}).sort(), ['photo_id', 'reason'])
  const onlyReason = await carrier.refused(deliverJob, { params, body: { reason } })
  assert.deepEqual(Object.keys(onlyReason.body.details ?? {}), ['photo_id'])
  const headers = { 'accept-language': 'es' }
  const spanish = await carrier.refused(deliverJob, { params, body: {}, headers })
  assert.match(spanish.body.message, /Añade una foto/)
  assert.equal(await state(deal), 'accepted held')
  assert.equal((await carrier.ok(readCarrierJob, { params })).delivered_at, null)
})

test('with photo and reason it is recorded, and the capture waits for the yes of the customer, who is asked', async () => {
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

test('a capture that could not wait for the yes, as its hold was ending, is asked about as what it is', async () => {
  realMoney()
  const deal = await collected()
  const { customer, carrier, params } = deal
  const body = { photo_id: await photoOf(carrier), reason }
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
  assert.equal(shown.json.delivery_doubt.reason, reason)
  assert.equal(shown.json.money_blocks[0].cause, 'early_delivery')
  const stuck: { job_id: string; trouble: string }[] = (await dray('payment', 'list', '--stuck')).json
  assert.equal(stuck.find(({ job_id }) => job_id === id)?.trouble, 'blocked by early delivery')
  const { text } = await app.fetch('/metrics')
  assert.match(text, /^dray_deliveries_in_doubt [1-9]/m)
  assert.equal((await dray('job', 'confirm-delivery', id, '--reason', 'Called both')).code, 0)
  assert.equal(await state(deal), 'completed captured paid out')
  const again = await dray('job', 'confirm-delivery', id, '--reason', 'Called both')
  assert.equal(again.code, 1)
  assert.match(again.stderr, /not in doubt/)
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

test('a delivery that had the time is not asked anything; "delivered" alone is compared with the acceptance', async () => {
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

const report = ({ customer, params }: Deal, more: { problem_id?: string } = {}) =>
  customer.ok(reportProblem, {
    params,
    body: { problem_id: newId(), kind: 'not_delivered', text: 'Nobody came.', ...more },
  })

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

test('a job cancelled for nothing asks nobody any more, and keeps nobody from being erased', async () => {
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

test('a report that was upheld before the carrier gave the job back keeps nobody from being erased', async () => {
  playMoney()
  const deal = await accepted()
  const { customer, carrier, params } = deal
  await report(deal)
  const resolve = ['job', 'problem', 'resolve', params.job_id, '--outcome', 'uphold', '--reason', 'Right']
  assert.equal((await dray(...resolve)).code, 0)
  await carrier.ok(giveBackJob, { params, body: {} })
  assert.equal(await state(deal), 'cancelled released')
  assert.deepEqual((await customer.ok(readErasure)).blockers, [])
})

test('a carrier who was paid before the report reads of no payment that waits', async () => {
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

test('staff report for a customer who called, also before anything is delivered', async () => {
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

test('at once: two deliveries, a report, the yes and the end of the term; the money moves once or waits', async () => {
  realMoney()
  for (let round = 0; round < 4; round++) {
    const deal = await collected()
    const { customer, carrier, params } = deal
    const body = { photo_id: await photoOf(carrier), reason }
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
