import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, describe, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob } from '#contract/app/customer.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { compareProcessor } from '../../server/payments/reconcile/check.ts'
import { byOperator } from '../support/by-operator.ts'
import { passTime } from '../support/pass-time.ts'
import { runCommand } from '../support/process.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket, setUpPayouts } from '../support/stripe-market.ts'

/* DESIGN 6.4: every hold, capture, refund and transfer is held to the processor's own list. */
const stripe = await openStripeMarket()
const { fake, market, sendEvent, saveCard } = stripe
const { app } = market
const { db } = app
after(() => stripe[Symbol.asyncDispose]())
const processor = app.dray.payments.processors.live

async function check(since: Date | null = null) {
  return (
    (await compareProcessor({ ...db, spoolFolder: tmpdir() }, { processor, since })) ??
    assert.fail('Stripe can list')
  )
}

/** Each difference in a line. */
async function differences(since?: Date): Promise<string[]> {
  const { differences: found } = await check(since)
  return found.map((each) => {
    const { check: what, kind, ours, our_cents, theirs, their_cents } = each
    return `${what}: ${kind}, ${ours} ${our_cents}, ${theirs} ${their_cents}`
  })
}

type Deal = {
  jobId: string
  paymentId: string
  intentId: string
  account: string
  total: number
  earned: number
}

/** A job that is delivered and paid, or with `isDelivered` false one whose total is held. */
async function deal({ isDelivered = true } = {}): Promise<Deal> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const payment_method_id = await saveCard(customer)
  const { job_id, price } = await market.draft(customer)
  const body = { payment_id: newId(), source: 'card' as const, payment_method_id }
  await customer.ok(publishJob, { params: { job_id }, body })
  await settleMoney(app)
  const account = await setUpPayouts(fake, carrier)
  await sendEvent('account.updated', account)
  if (isDelivered) {
    await carrier.ok(acceptJob, { params: { job_id } })
    await carrier.ok(deliverJob, { params: { job_id }, body: {} })
    await settleMoney(app)
  }
  const intent = fake.books().intents.find(({ metadata }) => metadata.dray_job === job_id)
  const amounts = { total: price.total_cents, earned: price.base_cents }
  return { jobId: job_id, paymentId: body.payment_id, intentId: intent?.id ?? '', account, ...amounts }
}

const refund = (jobId: string, amountCents: number) =>
  refundJob(db, { jobId, by: byOperator('scratched'), amountCents })

test('while the list is read, which may take minutes, no transaction is open', async () => {
  const { rows: idle } = await listedWhile(() =>
    db.pool.query(`select query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`),
  )
  assert.deepEqual(idle, [])
})

/** What `look` answers while the processor has sent a page and not yet the next. */
async function listedWhile<T>(look: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const { listing } = processor
  if (!listing) assert.fail('Stripe can list')
  async function* holds(since: Date | null) {
    yield* listing?.holds(since) ?? []
    resolve(await look())
  }
  await compareProcessor(
    { ...db, spoolFolder: tmpdir() },
    { processor: { ...processor, listing: { ...listing, holds } }, since: null },
  )
  return promise
}

test('equal entries are counted without names, foreign entries are counted apart, all pages are read', async () => {
  const { jobId } = await deal()
  await refund(jobId, 100)
  await settleMoney(app)
  await deal({ isDelivered: false })
  const { payerReference, methodReference } = fake.people.saveCard()
  for (let i = 0; i < 101; i++) fake.people.chargeElsewhere(payerReference, methodReference, 700)
  const before = fake.askedFor('list_intents').length
  const { compared, elsewhere, differences: found } = await check()
  assert.deepEqual([compared, elsewhere, found], [{ hold: 103, refund: 1, transfer: 1 }, 101, []])
  const pages = fake.askedFor('list_intents').slice(before)
  assert.deepEqual(
    pages.map(({ form }) => [form.limit, form.starting_after !== undefined]),
    [
      ['100', false],
      ['100', true],
    ],
  )
})

describe('entries only at the processor, and entries that differ', () => {
  test('a hold that ended there; booked when the event comes', async () => {
    const { intentId, total } = await deal({ isDelivered: false })
    fake.people.cancelByHand(intentId)
    assert.deepEqual(await differences(), [`differs: hold, held ${total}, ended ${total}`])
    await sendEvent('payment_intent.canceled', intentId)
    assert.deepEqual(await differences(), [])
    await settleMoney(app)
  })

  test('a hold that was captured there', async () => {
    const { intentId, total } = await deal({ isDelivered: false })
    fake.people.captureByHand(intentId, 1_200)
    assert.deepEqual(await differences(), [`differs: capture, held ${total}, captured 1200`])
    await sendEvent('payment_intent.succeeded', intentId)
    assert.deepEqual(await differences(), [])
  })

  test('a captured amount that is another', async () => {
    const { paymentId, total } = await deal()
    const change = (by: number) =>
      db.pool.query(
        `update payment set captured_cents = captured_cents + $2, updated_at = now() - interval '1 minute' where id = $1`,
        [paymentId, by],
      )
    await change(1)
    assert.deepEqual(await differences(), [`differs: capture, captured ${total + 1}, captured ${total}`])
    await change(-1)
  })

  test('a refund made at the processor, and a refund that failed later', async () => {
    const { intentId } = await deal()
    const reference = fake.people.refundByHand(intentId, 300)
    assert.deepEqual(await differences(), ['not in the books: refund, null null, done 300'])
    await sendEvent('refund.created', reference)
    assert.deepEqual(await differences(), [])
    fake.people.endRefund(reference, 'failed')
    assert.deepEqual(await differences(), ['differs: refund, done 300, ended 300'])
    await sendEvent('refund.failed', reference)
    await passTime(db, '2 days')
    await settleMoney(app)
    assert.deepEqual(await differences(), [])
  })

  test('a transfer made at the processor, and a reversed transfer', async () => {
    const { account, earned } = await deal()
    fake.people.makeAvailable()
    const byHand = fake.people.transferByHand(account, 200)
    assert.deepEqual(await differences(), ['not in the books: transfer, null null, done 200'])
    fake.people.reverseByHand(byHand, 200)
    const ours = fake.books().transfers.find(({ destination, key }) => destination === account && key)
    fake.people.reverseByHand(ours?.id ?? '', 50)
    assert.deepEqual(
      (await differences()).filter((line) => line.startsWith('differs')),
      [`differs: transfer, done ${earned}, done ${earned - 50}`],
    )
    fake.people.reverseByHand(ours?.id ?? '', 0)
  })
})

describe('entries only in our books', () => {
  test('a hold, a refund and a transfer that their list does not name; older ones only without --since', async () => {
    const { jobId, paymentId, total, earned } = await deal()
    await refund(jobId, 400)
    await settleMoney(app)
    const rename = (table: string, from: string, to: string, column: 'id' | 'payment_id') =>
      db.pool.query(
        `update ${table} set reference = replace(reference, $2, $3)
         where ${column} = $1 and reference is not null ${table === 'payment_effect' ? `and kind in ('refund', 'transfer')` : ''}`,
        [paymentId, from, to],
      )
    await rename('payment', 'pi_', 'gone_', 'id')
    await rename('payment_effect', '_', '_gone_', 'payment_id')
    const found = (await differences()).filter((line) => line.startsWith('not at the processor'))
    assert.deepEqual(found, [
      `not at the processor: capture, captured ${total}, null null`,
      'not at the processor: refund, done 400, null null',
      `not at the processor: transfer, done ${earned}, null null`,
    ])
    await passTime(db, '3 days')
    const lately = await differences(new Date(Date.now() - 86_400_000))
    assert.deepEqual(
      lately.filter((line) => line.startsWith('not at the processor')),
      [],
    )
    await rename('payment', 'gone_', 'pi_', 'id')
    await rename('payment_effect', '_gone_', '_', 'payment_id')
    assert.deepEqual(await differences(), [])
  })

  test('a call in doubt is left to its retries for a day', async () => {
    const { jobId } = await deal()
    await refund(jobId, 250)
    fake.faults.next('refund', 'reset_after')
    await runMoneyTasks(app)
    assert.deepEqual(await differences(), [])
    await passTime(db, '2 days')
    assert.deepEqual(await differences(), ['not in the books: refund, due 250, done 250'])
    await settleMoney(app)
    assert.deepEqual(await differences(), [])
  })
})

describe('dray ledger check --processor', () => {
  const env = () => ({ ...fake.env, DATABASE_URL: db.url, DATA_DIR: app.dataDir })
  const run = (...args: string[]) => runCommand(['ledger', 'check', ...args], env())

  test('ends with 0 and a sentence for each processor when nothing differs', async () => {
    const { code, stdout, stderr } = await run('--processor', '--since', '7')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^The books agree\.$/m)
    assert.match(
      stdout,
      /^stripe: \d+ holds, .* compared \(\d+ of them not made by Dray\); nothing differs\.$/m,
    )
    assert.match(stdout, /^sandbox: 0 holds, 0 refunds, 0 transfers compared; nothing differs\.$/m)
  })

  test('exits with 1 and lists the differences without names of people; --book books them', async () => {
    const { intentId, paymentId, total } = await deal({ isDelivered: false })
    fake.people.captureByHand(intentId, total)
    const { code, stdout } = await run('--processor', '--json')
    assert.equal(code, 1)
    const report = JSON.parse(stdout) as {
      imbalances: unknown[]
      processors: { differences: { at: string }[] }[]
    }
    assert.deepEqual(report.imbalances, [])
    const difference = { check: 'differs', kind: 'capture', payment_id: paymentId, reference: intentId }
    const amounts = { ours: 'held', our_cents: total, theirs: 'captured', their_cents: total }
    const at = report.processors[0]?.differences[0]?.at
    assert.ok(Date.parse(at ?? '') <= Date.now() + 1_000)
    assert.deepEqual(report.processors[0]?.differences, [{ ...difference, ...amounts, at }])
    assert.doesNotMatch(stdout, /\+34|Ana|FakeStripe/)
    const read = await run('--processor')
    assert.equal(read.code, 1)
    assert.match(read.stdout, /^stripe: .*; 1 difference\.$/m)
    assert.match(
      read.stdout,
      new RegExp(
        `^differs +capture +${paymentId} +${intentId} +\\S+Z +held +€${(total / 100).toFixed(2)} `,
        'm',
      ),
    )
    const booked = await run('--processor', '--book')
    assert.deepEqual([booked.code, booked.stdout.includes('nothing differs')], [0, true], booked.stdout)
    assert.match(booked.stderr, new RegExp(`${paymentId}: ${total} cents were captured by hand at stripe`))
    const { rows } = await db.pool.query(`select targets from audit_event where act = 'payment.book'`)
    assert.deepEqual(rows, [{ targets: [{ type: 'payment', id: paymentId }] }])
  })

  test('a list that cannot be read ends it with 1 and says so', async () => {
    fake.faults.always('list_refunds', 'forbidden')
    const { code, stderr } = await run('--processor')
    fake.faults.clear()
    assert.equal(code, 1)
    assert.match(stderr, /^The list of the processor cannot be read: stripe: status 403/)
    const unread = await run('--since', 'yesterday')
    assert.notEqual(unread.code, 0)
  })
})
