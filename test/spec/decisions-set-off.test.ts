import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { acceptJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { blockMoney, liftBlock } from '../../server/jobs/money/blocks.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { shareRefund } from '../../server/jobs/money/share-refund.ts'
import { byOperator } from '../support/by-operator.ts'
import { type Deal, deliveredDeal, report } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { payByCard, readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAsOwner } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* Decision 72: a carrier's part of a refund is set off against payouts that will be made, and each of them tells it. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const by = byOperator()
const owner = await joinAsOwner(app)

async function paidDeal(canBePaid: boolean): Promise<Deal> {
  const deal = await deliveredDeal(market, { canBePaid })
  await settleMoney(app)
  return deal
}

/** Another job of the same carrier, delivered; its money is not settled yet. */
async function nextDelivered({ carrier }: Deal): Promise<Deal> {
  const customer = await market.person('Eva')
  const draft = await market.draft(customer, { size: 'L' })
  await payByCard(customer, draft)
  const params = { job_id: draft.job_id }
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  return { customer, carrier, ...params, params, total: draft.price.total_cents }
}

async function nextDeal(deal: Deal): Promise<Deal> {
  const next = await nextDelivered(deal)
  await settleMoney(app)
  return next
}

const earnsOf = async ({ carrier, params }: Deal): Promise<number> =>
  (await carrier.ok(readCarrierJob, { params })).earns_cents

const keptBackOf = async ({ carrier }: Deal): Promise<number> =>
  (await carrier.ok(readEarnings, {})).kept_back_cents

/** What of the carrier's parts was taken from no payout yet. */
async function openOf({ job_id }: Deal): Promise<number> {
  const { rows } = await pool.query<{ cents: number }>(
    'select sum(amount_cents - recovered_cents)::integer as cents from cost_share where job_id = $1',
    [job_id],
  )
  return rows[0]?.cents ?? 0
}

async function payoutOf({ job_id }: Deal): Promise<{ status: string; cents: number } | undefined> {
  const { rows } = await pool.query<{ status: string; cents: number }>(
    `select e.status, e.amount_cents as cents from payment_effect e join payment p on p.id = e.payment_id
     where p.job_id = $1 and e.kind = 'transfer'`,
    [job_id],
  )
  return rows[0]
}

const block = (jobId: string) =>
  kysely.transaction().execute((trx) => blockMoney(trx, { jobId, cause: 'dispute', forHours: null }))

const unblock = (jobId: string) =>
  kysely.transaction().execute(async (trx) => {
    const job = await trx
      .selectFrom('job')
      .selectAll()
      .where('id', '=', jobId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    return liftBlock(trx, { job, cause: 'dispute' })
  })

test('decision 72: a payout that a dispute blocks is not money to set off against', async () => {
  const disputed = await paidDeal(false)
  const refunded = await nextDeal(disputed)
  await block(disputed.job_id)
  const [blocked, earns] = [await earnsOf(disputed), await earnsOf(refunded)]
  await refundJob({ kysely }, { jobId: refunded.job_id, amountCents: earns, carrierCents: earns - 300, by })
  assert.deepEqual(await payoutOf(disputed), { status: 'due', cents: blocked })
  assert.deepEqual(await payoutOf(refunded), { status: 'due', cents: 300 })
  assert.equal(await keptBackOf(refunded), 0)
  await readyPayouts(app, refunded.carrier)
  await settleMoney(app)
  assert.equal((await refunded.carrier.ok(readEarnings, {})).paid_cents, 300)
  await assertBooks(app.db)
})

test('decision 72: the payout of the refunded job is set off first, also while a report blocks it', async () => {
  const older = await paidDeal(false)
  const refunded = await nextDeal(older)
  await report(refunded)
  const [first, earns] = [await earnsOf(older), await earnsOf(refunded)]
  await refundJob({ kysely }, { jobId: refunded.job_id, amountCents: 800, carrierCents: 800, by })
  assert.deepEqual(await payoutOf(older), { status: 'due', cents: first })
  assert.deepEqual(await payoutOf(refunded), { status: 'due', cents: earns - 800 })
  await settleMoney(app)
  await assertBooks(app.db)
})

test('decision 72: what no other payout covers stays open while one is blocked, and is set off once it goes on', async () => {
  const refunded = await paidDeal(true)
  const blocked = await nextDelivered(refunded)
  await refundJob({ kysely }, { jobId: refunded.job_id, amountCents: 900, carrierCents: 900, by })
  await block(blocked.job_id)
  await settleMoney(app)
  const earns = await earnsOf(blocked)
  assert.deepEqual(await payoutOf(blocked), { status: 'due', cents: earns })
  assert.equal(await openOf(refunded), 900)
  const { paid_cents: before } = await refunded.carrier.ok(readEarnings, {})
  await unblock(blocked.job_id)
  await settleMoney(app)
  assert.equal(await openOf(refunded), 0)
  assert.equal((await refunded.carrier.ok(readEarnings, {})).paid_cents, before + earns - 900)
  await assertBooks(app.db)
})

test('decision 72: before staff decide, the panel counts only payouts that can be set off', async () => {
  const disputed = await paidDeal(false)
  const refunded = await nextDeal(disputed)
  const waiting = async () => {
    const { refundable } = await owner.ok(readJobForStaff, { params: refunded.params })
    return refundable[0]?.carrier_waiting_cents
  }
  const [both, earns] = [(await earnsOf(disputed)) + (await earnsOf(refunded)), await earnsOf(refunded)]
  assert.equal(await waiting(), both)
  await block(disputed.job_id)
  assert.equal(await waiting(), earns)
})

const timelineOf = async (jobId: string): Promise<string[]> =>
  (await owner.ok(readJobForStaff, { params: { job_id: jobId } })).timeline
    .filter(({ kind, what }) => kind === 'act' || (kind === 'effect' && what === 'transfer'))
    .map(({ what, outcome, amount_cents }) => [what, outcome, amount_cents].filter(Boolean).join(' '))

test('decision 72: each job whose payout was set off tells it, and is a target of the act', async () => {
  const taken = await paidDeal(false)
  const reduced = await nextDeal(taken)
  const refunded = await nextDeal(taken)
  // Paid before the refund, so its part is taken from the payouts of the others.
  await pool.query(
    `update payment_effect set key_since = now() where kind = 'transfer' and payment_id in (
       select id from payment where job_id = $1)`,
    [refunded.job_id],
  )
  const [whole, earns] = [await earnsOf(taken), await earnsOf(reduced)]
  await pool.query(
    `update payment_effect set amount_cents = 500 where kind = 'transfer' and payment_id in (
       select id from payment where job_id = $1)`,
    [taken.job_id],
  )
  await pool.query(`delete from timeline_entry where outcome = 'set_off'`)
  await refundJob({ kysely }, { jobId: refunded.job_id, amountCents: 700, carrierCents: 700, by })
  assert.deepEqual(await payoutOf(taken), { status: 'done', cents: 0 })
  assert.deepEqual(await payoutOf(reduced), { status: 'due', cents: earns - 200 })
  assert.deepEqual(await timelineOf(taken.job_id), [
    `transfer asked ${whole}`,
    'job.refund',
    'transfer set_off 500',
  ])
  assert.deepEqual(await timelineOf(reduced.job_id), [
    `transfer asked ${earns}`,
    'job.refund',
    'transfer set_off 200',
  ])
  const { events } = await owner.ok(listAuditEvents, { query: { target: taken.job_id } })
  assert.deepEqual(
    new Set(events[0]?.targets.map(({ id }) => id)),
    new Set([refunded.job_id, taken.job_id, reduced.job_id]),
  )
})

test('decision 72: a share that is kept back whole is told, and the job counts as paid out', async () => {
  const refunded = await paidDeal(true)
  const earns = await earnsOf(refunded)
  await refundJob({ kysely }, { jobId: refunded.job_id, amountCents: earns, carrierCents: earns, by })
  const next = await nextDeal(refunded)
  const share = await earnsOf(next)
  assert.equal(share, earns)
  assert.deepEqual(await timelineOf(next.job_id), [`transfer asked ${share}`, `transfer set_off ${share}`])
  const job = await next.carrier.ok(readCarrierJob, { params: next.params })
  assert.deepEqual([job.paid_out, job.paid_out_at], [true, null], 'no money was transferred on any day')
  const { entries } = await next.carrier.ok(readEarnings, {})
  const days = entries.map((entry) => [entry.job_id, entry.kind, entry.paid_out_at !== null])
  const paidDay = [refunded.job_id, 'delivery', true]
  const withoutDay = [
    [next.job_id, 'delivery', false],
    [refunded.job_id, 'refund', false],
  ]
  assert.deepEqual(days, [...withoutDay, paidDay])
  await assertBooks(app.db)
})

const isWaitingForLock = async (): Promise<boolean> =>
  (
    await pool.query(`select from pg_locks where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`)
  ).rowCount !== 0

test('race: a payout that is shared out while a refund is decided is set off', async () => {
  const refunded = await paidDeal(true)
  const next = await nextDelivered(refunded)
  const { paid_cents: before } = await refunded.carrier.ok(readEarnings, {})
  let sharing: Promise<unknown> = Promise.resolve()
  await kysely.transaction().execute(async (trx) => {
    const job = await trx
      .selectFrom('job')
      .selectAll()
      .where('id', '=', refunded.job_id)
      .executeTakeFirstOrThrow()
    await shareRefund(trx, job, { amountCents: 600, carrierCents: 600 })
    let isShared = false
    sharing = settleMoney(app).then(() => {
      isShared = true
    })
    await until(
      'the share waits for the refund, or is made',
      async () => isShared || (await isWaitingForLock()),
    )
  })
  await sharing
  await settleMoney(app)
  assert.equal(await keptBackOf(refunded), 0)
  const { paid_cents } = await refunded.carrier.ok(readEarnings, {})
  assert.equal(paid_cents, before + (await earnsOf(next)) - 600)
  await assertBooks(app.db)
})

test('race: refunds and payouts of one carrier at once keep back every cent once', async () => {
  for (let round = 0; round < 3; round++) {
    const refunded = await paidDeal(true)
    const next = await nextDelivered(refunded)
    const { paid_cents: before } = await refunded.carrier.ok(readEarnings, {})
    const refund = { jobId: refunded.job_id, amountCents: 400, carrierCents: 400, by }
    await Promise.all([refundJob({ kysely }, refund), settleMoney(app), refundJob({ kysely }, refund)])
    await settleMoney(app)
    const { paid_cents, kept_back_cents } = await refunded.carrier.ok(readEarnings, {})
    assert.equal(paid_cents - kept_back_cents, before + (await earnsOf(next)) - 800)
    await assertBooks(app.db)
  }
})
