import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { acceptJob, deliverJob, giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, publishJob, readMyJob } from '#contract/app/customer.ts'
import { readWallet, topUpWallet } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { assertOwnBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { balanceOf } from '../support/payments.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket } from '../support/stripe-market.ts'

/* Decision 27: what people do with holds and charges in Stripe's dashboard, where Dray is not asked. */
const stripe = await openStripeMarket()
const { fake, market, sendEvent, saveCard, newCarrier } = stripe
const { app } = market
const { db } = app
after(() => stripe[Symbol.asyncDispose]())

const intentsOf = (jobId: string) =>
  fake.books().intents.filter(({ metadata }) => metadata.dray_job === jobId)

async function posted() {
  const customer = await market.person('Ana')
  const { job_id, price } = await market.draft(customer)
  const body = { payment_id: newId(), source: 'card' as const, payment_method_id: await saveCard(customer) }
  await customer.ok(publishJob, { params: { job_id }, body })
  await settleMoney(app)
  const intentId = intentsOf(job_id)[0]?.id ?? assert.fail('nothing is held')
  const state = async () => {
    const { status, payment } = await customer.ok(readMyJob, { params: { job_id } })
    return `${status} ${payment.state} ${payment.charged_cents}`
  }
  return { customer, params: { job_id }, price, intentId, paymentId: body.payment_id, state }
}

async function toppedUp(amount_cents: number) {
  const customer = await market.person('Ana')
  const card = { payment_method_id: await saveCard(customer), amount_cents }
  const body = { payment_id: newId(), ...card, return_path: '/app' }
  await customer.ok(topUpWallet, { body })
  await runMoneyTasks(app)
  const intent = fake.books().intents.find(({ metadata }) => metadata.dray_payment === body.payment_id)
  const balance = async () => (await customer.ok(readWallet)).balance_cents
  assert.equal(await balance(), amount_cents)
  return { customer, intentId: intent?.id ?? '', balance }
}

const alerts = (paymentId: string): number =>
  app.logged.filter((line) => line.includes(paymentId) && line.includes('"alert"')).length

async function captureByHand(intentId: string, amountCents: number): Promise<void> {
  fake.people.captureByHand(intentId, amountCents)
  await Promise.all([
    sendEvent('payment_intent.succeeded', intentId),
    sendEvent('payment_intent.succeeded', intentId),
  ])
}

const transfersTo = (account: string) =>
  fake.books().transfers.filter(({ destination }) => destination === account)

test('decision 27, captured by hand before the delivery: booked once and alerted; the delivery completes the job without a second hold', async () => {
  const { params, price, intentId, paymentId, state } = await posted()
  const { carrier, account } = await newCarrier()
  await captureByHand(intentId, price.total_cents)
  assert.equal(await state(), `posted captured ${price.total_cents}`)
  assert.equal(alerts(paymentId), 1)
  const { rows } = await db.pool.query(
    `select origin, status, amount_cents from payment_effect where payment_id = $1 and kind = 'capture'`,
    [paymentId],
  )
  assert.deepEqual(rows, [{ origin: 'processor', status: 'done', amount_cents: price.total_cents }])
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
  await passTime(db, '8 days')
  await runMoneyTasks(app)
  assert.equal(intentsOf(params.job_id).length, 1, 'nothing else is held')
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  assert.equal(await state(), `completed captured ${price.total_cents}`)
  assert.deepEqual(
    transfersTo(account).map(({ amountCents }) => amountCents),
    [price.base_cents],
  )
  assert.equal(fake.books().captures.filter((each) => each.intentId === intentId).length, 1)
  await assertOwnBooks(db)
})

test('decision 27, captured by hand before the delivery: refunded when the job is cancelled without a fee', async () => {
  const { customer, params, price, intentId, state } = await posted()
  await captureByHand(intentId, price.total_cents)
  await customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } })
  await settleMoney(app)
  assert.equal(await state(), 'cancelled refunded 0')
  await assertOwnBooks(db)
})

test('decision 65, captured by hand before the carrier gives it back: the money does not move, everything is refunded', async () => {
  const { customer, params, price, intentId, state } = await posted()
  const { carrier } = await newCarrier()
  await carrier.ok(acceptJob, { params })
  await captureByHand(intentId, price.total_cents)
  await carrier.ok(giveBackJob, { params, body: {} })
  await settleMoney(app)
  assert.equal(await state(), 'cancelled refunded 0')
  assert.equal((await customer.ok(readMyJob, { params })).successor_id, null)
  await assertOwnBooks(db)
})

test('decision 65, reliability, give back × a capture by hand: the money is with one of both jobs, or given back', async () => {
  for (let round = 0; round < 4; round++) {
    const { customer, params, price, intentId } = await posted()
    const { carrier } = await newCarrier()
    await carrier.ok(acceptJob, { params })
    await Promise.all([
      captureByHand(intentId, price.total_cents),
      carrier.ok(giveBackJob, { params, body: {} }),
    ])
    await settleMoney(app)
    const ended = await customer.ok(readMyJob, { params })
    assert.equal(ended.status, 'cancelled')
    if (ended.successor_id) {
      const next = await customer.ok(readMyJob, { params: { job_id: ended.successor_id } })
      assert.deepEqual([next.status, next.payment.state], ['posted', 'captured'])
      assert.deepEqual([next.payment.charged_cents, ended.payment.charged_cents], [price.total_cents, null])
      await customer.ok(cancelMyJob, { params: { job_id: next.job_id }, body: { fee_cents: 0 } })
      await settleMoney(app)
    } else assert.equal(ended.payment.charged_cents, 0)
    const taken = fake.books().captures.filter((each) => each.intentId === intentId)
    assert.equal(taken.length, 1)
    await assertOwnBooks(db)
  }
})

test('decision 27, captured by hand before the delivery: refunded except the fee when the job is cancelled late', async () => {
  const { customer, params, price, intentId, state } = await posted()
  const { carrier, account } = await newCarrier()
  await captureByHand(intentId, price.total_cents)
  await carrier.ok(acceptJob, { params })
  await passTime(db, '6 minutes')
  const { cancellation } = await customer.ok(readMyJob, { params })
  await customer.ok(cancelMyJob, { params, body: { fee_cents: cancellation.fee_cents } })
  await settleMoney(app)
  assert.equal(await state(), `cancelled captured ${cancellation.fee_cents}`)
  assert.deepEqual(
    transfersTo(account).map(({ amountCents }) => amountCents),
    [cancellation.fee_cents * 0.8],
  )
  await assertOwnBooks(db)
})

test('decision 27, captured by hand before the delivery: less than the total: the carrier is paid in full, the platform pays the rest', async () => {
  const { params, price, intentId, state } = await posted()
  const { carrier } = await newCarrier()
  const fees = await balanceOf(db, 'platform:fees')
  await captureByHand(intentId, 1_000)
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await runMoneyTasks(app)
  assert.equal(await state(), 'completed captured 1000')
  assert.equal(await balanceOf(db, 'platform:fees'), fees + 1_000 - price.base_cents)
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
  // Of the platform's balance, into which others have paid.
  await toppedUp(50_000)
  fake.people.makeAvailable()
  await passTime(db, '7 hours')
  await settleMoney(app)
  const { paid_out } = await carrier.ok(readCarrierJob, { params })
  assert.equal(paid_out, true)
  await assertOwnBooks(db)
})

test('decision 27, captured by hand before the delivery: and refunded by hand: a new hold is requested', async () => {
  const { params, price, intentId, state } = await posted()
  await captureByHand(intentId, price.total_cents)
  await sendEvent('refund.created', fake.people.refundByHand(intentId, price.total_cents))
  await settleMoney(app)
  assert.equal(await state(), 'posted held null')
  assert.deepEqual(
    intentsOf(params.job_id).map(({ status }) => status),
    ['succeeded', 'requires_capture'],
  )
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
})

describe('decision 27: a capture by hand that Dray finds when it calls', () => {
  test('of another amount than due is recorded with its amount', async () => {
    const { params, price, intentId, state } = await posted()
    const { carrier } = await newCarrier()
    await carrier.ok(acceptJob, { params })
    fake.people.captureByHand(intentId, price.total_cents - 500)
    await carrier.ok(deliverJob, { params, body: {} })
    await settleMoney(app)
    assert.equal(await state(), `completed captured ${price.total_cents - 500}`)
    await sendEvent('payment_intent.succeeded', intentId)
    await assertOwnBooks(db)
  })

  test('of a part, when the hold is given back, is refunded to the cent', async () => {
    const { customer, params, intentId, state } = await posted()
    fake.people.captureByHand(intentId, 700)
    await customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } })
    await settleMoney(app)
    assert.equal(await state(), 'cancelled refunded 0')
    assert.deepEqual(
      fake
        .books()
        .refunds.filter((each) => each.intentId === intentId)
        .map(({ amountCents }) => amountCents),
      [700],
    )
    await assertOwnBooks(db)
  })
})

test('decision 27: a hold cancelled by hand is booked once and alerted, and a new hold is requested', async () => {
  const { params, intentId, paymentId, state } = await posted()
  fake.people.cancelByHand(intentId)
  for (const _ of [1, 2]) await sendEvent('payment_intent.canceled', intentId)
  assert.equal(alerts(paymentId), 1)
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
  await settleMoney(app)
  assert.equal(await state(), 'posted held null')
  assert.deepEqual(
    intentsOf(params.job_id).map(({ status }) => status),
    ['canceled', 'requires_capture'],
  )
  await assertOwnBooks(db)
})

describe('decision 27: a top-up that is refunded by hand', () => {
  test('leaves the wallet again, once', async () => {
    const { intentId, balance } = await toppedUp(20_000)
    const reference = fake.people.refundByHand(intentId, 5_000)
    await Promise.all([sendEvent('refund.created', reference), sendEvent('refund.updated', reference)])
    assert.equal(await balance(), 15_000)
    await assertOwnBooks(db)
  })

  test('leaves as far as the wallet has it, the platform pays the spent part, and the job it paid goes on', async () => {
    const { customer, intentId, balance } = await toppedUp(50_000)
    const { carrier, account } = await newCarrier()
    const { job_id, price } = await market.draft(customer)
    const fees = await balanceOf(db, 'platform:fees')
    const pay = { payment_id: newId(), source: 'wallet' as const }
    await customer.ok(publishJob, { params: { job_id }, body: pay })
    await settleMoney(app)
    assert.equal(await balance(), 50_000 - price.total_cents)
    fake.people.refundByHand(intentId, 50_000)
    const charge = fake.books().captures.find((each) => each.intentId === intentId)
    await sendEvent('charge.refunded', charge?.id ?? '')
    assert.equal(await balance(), 0, 'what is left in it is taken')
    assert.equal(await balanceOf(db, 'platform:fees'), fees - price.total_cents)
    await carrier.ok(acceptJob, { params: { job_id } })
    await carrier.ok(deliverJob, { params: { job_id }, body: {} })
    await runMoneyTasks(app)
    const { status, payment } = await customer.ok(readMyJob, { params: { job_id } })
    assert.deepEqual([status, payment.state], ['completed', 'captured'])
    assert.deepEqual(await ledgerImbalance(db.kysely), [])
    const paidFrom = transfersTo(account).map(({ sourceCharge }) => sourceCharge)
    assert.ok(!paidFrom.includes(charge?.id ?? ''), 'a charge that was given back pays nobody')
  })

  test('takes what a payment at the same time leaves in the wallet', async () => {
    const { customer, intentId, balance } = await toppedUp(50_000)
    const { job_id, price } = await market.draft(customer)
    const fees = await balanceOf(db, 'platform:fees')
    const body = { payment_id: newId(), source: 'wallet' as const }
    const holder = await db.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from wallet where account_id = $1 for update', [customer.accountId])
      const paying = customer.ok(publishJob, { params: { job_id }, body })
      await lockAwaited(app)
      const refunding = sendEvent('refund.created', fake.people.refundByHand(intentId, 50_000))
      await lockAwaited(app, 2)
      await holder.query('commit')
      await Promise.all([paying, refunding])
    } finally {
      // Closes the connection, which rolls back if the test has failed.
      holder.release(true)
    }
    await settleMoney(app)
    assert.equal((await customer.ok(readMyJob, { params: { job_id } })).status, 'posted')
    assert.equal(await balance(), 0)
    assert.equal(await balanceOf(db, 'platform:fees'), fees - price.total_cents)
    assert.deepEqual(await ledgerImbalance(db.kysely), [])
  })
})
