import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { cancelMyJob, publishJob } from '#contract/app/customer.ts'
import { payOwed } from '../../server/jobs/money/pay-owed.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import type { Fault, Operation } from '../support/fake-stripe/faults.ts'
import { type FakeStripe, startFakeStripe } from '../support/fake-stripe/start.ts'
import { type Market, openMarket } from '../support/market.ts'
import { assertOwnBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { type Person, personOf } from '../support/person.ts'
import { type DrayProcess, startProcess } from '../support/process.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { saveStripeCard, setUpPayouts } from '../support/stripe-market.ts'
import { until } from '../support/until.ts'

/*
 * Each of the five requests that move money, with each kind of error, once with a running process and once with a
 * process that is killed during the request. Afterwards each request has exactly one outcome, and Dray's books are
 * equal to the processor's.
 */
const operations = ['authorize', 'capture', 'void', 'refund', 'transfer'] as const satisfies Operation[]
const faults: Record<string, Fault> = {
  'is refused': 'refuse',
  'answers 500': '500',
  'is reset before it acts': 'reset',
  'acts, and its answer is lost': 'reset_after',
  'acts, and stays silent': 'silent',
  'acts, and answers 30 s late': 'late',
}
const refundedCents = 500

/** Dray as a child process. Another Dray in this process only prepares the jobs. */
type Setup = { market: Market; fake: FakeStripe; dray: DrayProcess }

async function openSetup(): Promise<Setup> {
  const fake = await startFakeStripe()
  const env = { ...fake.env, STRIPE_TIMEOUT_MS: '1000' }
  const market = await openMarket(env)
  const setup = { market, fake, dray: await start(market, env) }
  after(async () => {
    await setup.dray[Symbol.asyncDispose]()
    await market[Symbol.asyncDispose]()
    await fake[Symbol.asyncDispose]()
  })
  return setup
}

const start = ({ app }: Market, env: Record<string, string>) =>
  startProcess({
    role: 'start',
    env: { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir, TRUST_PROXY: '1', ...env },
  })

const [living, killed] = await Promise.all([openSetup(), openSetup()])

describe('processor matrix', { concurrency: 2, timeout: 900_000 }, () => {
  for (const [setup, isKilled] of [
    [living, false],
    [killed, true],
  ] as const) {
    const how = isKilled ? 'and Dray is killed meanwhile' : 'and Dray lives on'
    describe(how, { concurrency: 1, timeout: 900_000 }, () => {
      for (const [what, fault] of Object.entries(faults)) {
        test(`DESIGN 6, 4: ${operations.join(', ')}: the call ${what}, ${how}: one true outcome, equal books`, () =>
          runWithFault(setup, { fault, isKilled }))
      }
    })
  }
})

async function runWithFault(
  setup: Setup,
  { fault, isKilled }: { fault: Fault; isKilled: boolean },
): Promise<void> {
  const { fake, market } = setup
  const cells = await prepare(setup)
  const asked = new Map(operations.map((operation) => [operation, fake.askedFor(operation).length]))
  for (const operation of operations) fake.faults.always(operation, fault)
  const publishing = trigger(setup, cells)
  for (const operation of operations) {
    const before = asked.get(operation) ?? 0
    await until(`${operation} is asked for`, () => fake.askedFor(operation).length > before, patienceMs)
  }
  if (isKilled) {
    await setup.dray.kill()
    // Lets the leases of the killed process expire.
    await passTime(market.app.db, '31 seconds')
  }
  fake.faults.clear()
  if (isKilled) setup.dray = await start(market, { ...fake.env, STRIPE_TIMEOUT_MS: '1000' })
  await publishing
  await until('every call is settled', () => isSettled(market), patienceMs)
  await assertOutcomes(market, { cells, fault })
  await assertOwnBooks(market.app.db)
  await assertSameBooks(setup)
}

const patienceMs = 110_000

type Cells = {
  draft: { customer: Person; jobId: string; methodId: string }
  accepted: { carrier: Person; jobId: string }
  posted: { customer: Person; jobId: string }
  completed: { jobId: string }
  owed: { carrier: Person; jobId: string }
}

/** Prepares a job for each call, in the state just before it. */
async function prepare({ market, fake }: Setup): Promise<Cells> {
  const [carrier, unpaid] = [await market.carrier(), await market.carrier()]
  const [draft, posted] = [await newDraft(market, fake), await newPosted(market, fake)]
  const [accepted, completed, owed] = [
    await newPosted(market, fake),
    await newPosted(market, fake),
    await newPosted(market, fake),
  ]
  for (const [by, { jobId }] of [
    [carrier, accepted],
    [carrier, completed],
    [unpaid, owed],
  ] as const)
    await by.ok(acceptJob, { params: { job_id: jobId } })
  for (const [by, { jobId }] of [
    [carrier, completed],
    [unpaid, owed],
  ] as const)
    await by.ok(deliverJob, { params: { job_id: jobId }, body: {} })
  await settleMoney(market.app)
  return { draft, posted, accepted: { ...accepted, carrier }, completed, owed: { ...owed, carrier: unpaid } }
}

async function newDraft(market: Market, fake: FakeStripe) {
  const customer = await market.person()
  const { job_id: jobId } = await market.draft(customer)
  return { customer, jobId, methodId: await saveStripeCard(fake, customer) }
}

async function newPosted(market: Market, fake: FakeStripe) {
  const draft = await newDraft(market, fake)
  await publish(draft.customer, draft)
  return draft
}

const publish = (customer: Person, { jobId, methodId }: Cells['draft']) =>
  customer.ok(publishJob, {
    params: { job_id: jobId },
    body: { payment_id: newId(), source: 'card', payment_method_id: methodId },
  })

/** Triggers all five calls concurrently; the child process makes them. */
async function trigger({ market, fake, dray }: Setup, cells: Cells): Promise<void> {
  const { draft, accepted, posted, completed, owed } = cells
  const { accountId, phone, token, headers } = draft.customer
  const more = { 'x-forwarded-for': headers['x-forwarded-for'] ?? '' }
  const there = personOf(dray, { accountId, phone, token, kind: 'native', more })
  const publishing = publish(there, draft).then(
    () => {},
    () => {},
  )
  await accepted.carrier.ok(deliverJob, { params: { job_id: accepted.jobId }, body: {} })
  await posted.customer.ok(cancelMyJob, { params: { job_id: posted.jobId }, body: { fee_cents: 0 } })
  const refund = { jobId: completed.jobId, by: byOperator('scratched'), amountCents: refundedCents }
  await refundJob(market.app.db, refund)
  await setUpPayouts(fake, owed.carrier)
  await market.app.db.pool.query('update payout_account set ready = true where carrier_id = $1', [
    owed.carrier.accountId,
  ])
  await payOwed(market.app.db)
  await publishing
}

/** Refused effects are retried after an hour; this makes them due now. */
async function isSettled({ app }: Market): Promise<boolean> {
  await app.db.pool.query(
    `update payment_effect set due_at = now() where status = 'due' and due_at > now() + interval '1 minute' and due_at < 'infinity'`,
  )
  const { rowCount } = await app.db.pool.query(
    `select from payment_effect where status in ('due', 'running') and due_at < 'infinity'`,
  )
  return rowCount === 0
}

async function assertOutcomes(
  { app }: Market,
  { cells, fault }: { cells: Cells; fault: Fault },
): Promise<void> {
  const { rows } = await app.db.pool.query<{ id: string; status: string; refunded: number; paid: number }>(
    `select job.id, job.status,
       (select coalesce(sum(refunded_cents), 0)::integer from payment where job_id = job.id) as refunded,
       (select count(*)::integer from payment_effect e join payment p on p.id = e.payment_id
        where p.job_id = job.id and e.kind = 'transfer' and e.status = 'done') as paid
     from job`,
  )
  const of = ({ jobId }: { jobId: string }) => rows.find(({ id }) => id === jobId)
  // A refused hold leaves a draft. If Dray was killed before the response, its retry succeeds.
  const posted = fault === 'refuse' ? ['draft', 'posted'] : ['posted']
  assert.ok(posted.includes(of(cells.draft)?.status ?? 'gone'), of(cells.draft)?.status)
  // A refused capture is charged again. If that is refused too, the job waits for a good card.
  const delivered = fault === 'refuse' ? ['accepted', 'completed'] : ['completed']
  assert.ok(delivered.includes(of(cells.accepted)?.status ?? 'gone'), of(cells.accepted)?.status)
  assert.equal(of(cells.posted)?.status, 'cancelled')
  assert.equal(of(cells.completed)?.refunded, refundedCents)
  assert.deepEqual([of(cells.owed)?.status, of(cells.owed)?.paid], ['completed', 1])
}

/** Compares the books payment by payment, and in total. */
async function assertSameBooks({ market, fake }: Setup): Promise<void> {
  const theirs = fake.books()
  const { rows } = await market.app.db.pool.query<{
    id: string
    status: string
    amount_cents: number
    captured_cents: number
    refunded_cents: number
  }>('select id, status, amount_cents, captured_cents, refunded_cents from payment')
  const intents = Map.groupBy(theirs.intents, ({ metadata }) => metadata.dray_payment ?? '')
  for (const { id, status, captured_cents, amount_cents } of rows) {
    const [intent, ...more] = intents.get(id) ?? []
    assert.deepEqual(more, [], 'one authorisation for each payment')
    assert.equal(intent?.capturedCents ?? 0, captured_cents)
    assert.equal(
      intent?.status === 'requires_capture',
      status === 'held',
      `${status}, there ${intent?.status}`,
    )
    if (intent) assert.equal(intent.amountCents, amount_cents)
  }
  const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0)
  assert.deepEqual(
    [theirs.capturedCents, theirs.refundedCents, theirs.heldCents],
    [
      sum(rows.map(({ captured_cents }) => captured_cents)),
      sum(rows.map(({ refunded_cents }) => refunded_cents)),
      sum(rows.filter(({ status }) => status === 'held').map(({ amount_cents }) => amount_cents)),
    ],
  )
  const { rows: paid } = await market.app.db.pool.query(
    `select coalesce(sum(amount_cents), 0)::integer as cents from ledger_transfer where kind = 'transfer'`,
  )
  assert.equal(theirs.transferredCents, paid[0].cents)
}
