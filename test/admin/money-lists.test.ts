import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { refundJob } from '#contract/admin/job-acts.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { exportDisputes, listDisputes } from '#contract/admin/money/disputes.ts'
import { exportEffects, listEffects } from '#contract/admin/money/effects.ts'
import { exportFees, listFees } from '#contract/admin/money/fees.ts'
import { exportHolds, listHolds } from '#contract/admin/money/holds.ts'
import { exportLedgerRows, listLedgerRows } from '#contract/admin/money/ledger.ts'
import { readMoney } from '#contract/admin/money/overview.ts'
import { exportWallets, listWallets, readWalletForStaff } from '#contract/admin/money/wallets.ts'
import { cancelMyJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal, completedDeal, deliveredDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { download, inputOf, type MoneyList, walk } from '../support/money-lists.ts'
import { passTime } from '../support/pass-time.ts'
import { payByCard } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAs, joinAsOwner, openBrowser, stepUp } from '../support/staff.ts'

/* Issue 9, money: holds, calls to the processor, fees and disputes, with filters, a page at a time, and as files. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')
const change = (statement: string, ...values: unknown[]) => app.db.pool.query(statement, values)

const holds: MoneyList = { list: listHolds, file: exportHolds, rows: 'holds', id: 'payment_id' }
const effects: MoneyList = { list: listEffects, file: exportEffects, rows: 'effects', id: 'effect_id' }
const fees: MoneyList = { list: listFees, file: exportFees, rows: 'fees', id: 'row_id' }
const disputes: MoneyList = { list: listDisputes, file: exportDisputes, rows: 'disputes', id: 'reference' }

const paid = await deliveredDeal(market, { canBePaid: true })
const unpaid = await completedDeal(market)
const held = await acceptedDeal(market)
const cancelled = await acceptedDeal(market, { size: 'S' })
await passTime(app.db, '6 minutes')
await cancelled.customer.ok(cancelMyJob, { params: cancelled.params, body: { fee_cents: 1_000 } })
await settleMoney(app)
const testPartner = await app.partner({ mode: 'test' })
const tester = await market.person('Tess')
await payByCard(tester, await market.draft(tester, {}, testPartner))
await settleMoney(app)

const firstColumn = (lines: string[][]) => lines.map(([id]) => id)

test('each list is walked a page at a time, and its file has the same rows in the same order', async () => {
  const walked = await joinAs(app, owner, 'viewer')
  for (const each of [holds, effects, fees, disputes])
    assert.deepEqual(firstColumn(await download(walked, each)), await walk(walked, each))
})

test('holds: live money that is held, with what it is held for', async () => {
  const { holds: found } = await viewer.ok(listHolds, { query: {} })
  assert.deepEqual(
    found.map(({ job }) => job?.job_id),
    [held.job_id],
  )
  const [hold] = found
  assert.equal(hold?.state, 'held')
  assert.equal(hold.amount_cents, held.total)
  assert.equal(hold.customer?.name, 'Ana')
  assert.equal(hold.partner?.partner_id, market.partner.partnerId)
  assert.ok(hold.ends_at && hold.ends_at > hold.held_at)
  assert.equal(hold.renewals, 0)
  const count = async (query: object) => (await walk(viewer, holds, query)).length
  const { partnerId } = market.partner
  const kept = [
    { job_id: held.job_id },
    { partner_id: partnerId, state: 'held', source: 'card', processor: 'sandbox' },
    { min_cents: held.total, max_cents: held.total },
    { from: hold.held_at.replace(/\.\d+/, ''), to: '2099-01-01T00:00:00Z' },
  ]
  for (const query of kept) assert.equal(await count(query), 1, JSON.stringify(query))
  const left = [
    { job_id: paid.job_id },
    { partner_id: testPartner.partnerId },
    { state: 'capturing' },
    { source: 'wallet' },
    { processor: 'stripe' },
    { min_cents: held.total + 1 },
    { max_cents: held.total - 1 },
    { to: '2020-01-01T00:00:00Z' },
    { from: '2099-01-01T00:00:00Z' },
  ]
  for (const query of left) assert.equal(await count(query), 0, JSON.stringify(query))
})

test('calls: captures, refunds and payouts with the state that they are in', async () => {
  const of = async (query: object) => (await viewer.ok(listEffects, { query })).effects
  const captures = await of({ kind: 'capture' })
  assert.deepEqual(
    new Set(captures.map(({ job, state }) => `${job?.job_id} ${state}`)),
    new Set([paid, unpaid, cancelled].map(({ job_id }) => `${job_id} done`)),
  )
  const [payout] = await of({ kind: 'transfer', job_id: paid.job_id })
  assert.deepEqual(
    [payout?.state, payout?.carrier?.account_id, payout?.carrier?.name],
    ['done', paid.carrier.accountId, 'Carrier'],
  )
  const [parked] = await of({ carrier_id: unpaid.carrier.accountId })
  assert.deepEqual([parked?.state, parked?.next_try_at], ['waits_for_account', null])
  await change(`insert into money_block (job_id, cause) values ($1, 'dispute')`, unpaid.job_id)
  assert.equal((await of({ state: 'blocked' }))[0]?.effect_id, parked?.effect_id)
  await change('delete from money_block where job_id = $1', unpaid.job_id)

  await stepUp(app, owner)
  const body = { refund_id: newId(), amount_cents: 100, reason: 'late' }
  await owner.ok(refundJob, { params: paid.params, body })
  assert.equal((await of({ kind: 'refund', state: 'due' }))[0]?.amount_cents, 100)
  const open = await of({ state: 'open' })
  assert.deepEqual(new Set(open.map(({ state }) => state)), new Set(['due', 'waits_for_account']))
  assert.ok(open.every(({ source }) => source === 'card'))
  assert.equal(
    (await of({ kind: 'refund', state: 'open' })).length,
    (await viewer.ok(readMoney)).to_refund.count,
  )
  const failed = `due_at = now() + interval '1 hour', attempts = 2, last_error = 'the line broke'`
  await change(`update payment_effect set ${failed} where kind = 'refund'`)
  const [refund] = await of({ state: 'failing' })
  assert.deepEqual([refund?.attempts, refund?.last_error], [2, 'the line broke'])
  assert.ok(refund?.next_try_at)
  assert.equal((await viewer.ok(readMoney)).failing.count, 1)
  await change(`update payment_effect set waits_for = 'balance' where kind = 'refund'`)
  assert.equal((await of({ state: 'waits_for_processor' })).length, 1)
  await change(`update payment_effect set waits_for = null, due_at = now() where kind = 'refund'`)
  await settleMoney(app)
  assert.equal((await of({ kind: 'refund', state: 'done', min_cents: 100, max_cents: 100 })).length, 1)
  const all = await walk(viewer, effects)
  const { rows } = await change(`select e.id from payment_effect e join payment p on p.id = e.payment_id
    where p.mode = 'live' order by e.created_at desc, e.id desc`)
  assert.deepEqual(
    all,
    rows.map(({ id }) => id),
  )
  const { partnerId } = market.partner
  assert.deepEqual(await walk(viewer, effects, { partner_id: partnerId }), all)
  assert.deepEqual(await walk(viewer, effects, { partner_id: testPartner.partnerId }), [])
})

test('fees: of a completed job, of a cancellation, and what the platform pays for a refund', async () => {
  const { fees: found } = await viewer.ok(listFees, { query: {} })
  const of = (jobId: string) =>
    found
      .filter(({ job }) => job?.job_id === jobId)
      .map(({ kind, earned_cents }) => [kind, earned_cents] as const)
  assert.deepEqual(of(cancelled.job_id), [['cancellation', 200]])
  const { rows } = await change(`select (price->>'feeCents')::int as fee from job where id = $1`, paid.job_id)
  assert.deepEqual(of(paid.job_id), [
    ['correction', -100],
    ['service', rows[0].fee],
  ])
  for (const kind of ['service', 'cancellation', 'correction'])
    assert.deepEqual(
      await walk(viewer, fees, { kind }),
      found.filter((fee) => fee.kind === kind).map(({ row_id }) => row_id),
    )
  assert.deepEqual(await walk(viewer, fees, { job_id: unpaid.job_id, min_cents: 1_000_000 }), [])
})

test('disputes: with their job, by state, and found by amount', async () => {
  const { rows } = await change('select id from payment where job_id = $1', paid.job_id)
  const insert = (reference: string, more: string) =>
    change(
      `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents, closed_at)
       values ('sandbox', $1, 'dispute', $2, 'needs_response', '=cmd', 4200, ${more})`,
      reference,
      rows[0].id,
    )
  await insert('dp_~1', 'null')
  await insert('dp_~2', 'now()')
  await change('update dispute set opened_at = now()')
  const { disputes: found } = await viewer.ok(listDisputes, { query: { state: 'open' } })
  assert.deepEqual(
    found.map(({ reference, blocks, job }) => [reference, blocks, job?.job_id]),
    [['dp_~1', true, paid.job_id]],
  )
  assert.deepEqual(await walk(viewer, disputes), ['dp_~2', 'dp_~1'])
  assert.deepEqual(await walk(viewer, disputes, { state: 'closed', min_cents: 4_200 }), ['dp_~2'])
  assert.deepEqual(await walk(viewer, disputes, { partner_id: testPartner.partnerId }), [])
  const [line] = await download(await joinAs(app, owner, 'viewer'), disputes, { state: 'open' })
  assert.ok(line?.includes("'=cmd"), line?.join())
  assert.deepEqual((await viewer.ok(readMoney)).disputes, { cents: 4_200, count: 1 })
})

test('the overview has the sums of the lists', async () => {
  const money = await viewer.ok(readMoney)
  assert.deepEqual(money.held, { cents: held.total, count: 1 })
  assert.equal(money.owed_to_carriers.count, 2)
  assert.deepEqual(money.waits_for_account, money.owed_to_carriers)
  assert.equal(money.today.refunded_cents, 100)
  assert.deepEqual([money.to_capture.count, money.to_refund.count], [0, 0])
})

const phone = '612 345 678'
const wallets: MoneyList = { list: listWallets, file: exportWallets, rows: 'wallets', id: 'account_id' }
const ledger: MoneyList = { list: listLedgerRows, file: exportLedgerRows, rows: 'rows', id: 'row_id' }
const everyList = [holds, effects, fees, disputes, ledger, wallets]
const allOf = ({ list }: MoneyList) => inputOf(list, list === listWallets ? { holder: 'carrier' } : {})

test('phones in titles and names are hidden from a viewer, and not from staff', async () => {
  const staff = await joinAs(app, owner, 'staff')
  const { rows: names } = await change('select id, name from account')
  await change(`update job set title = 'Sofa ' || $1`, phone)
  await change(`update account set name = 'Ana ' || $1`, phone)
  for (const each of everyList) {
    const { operationId } = each.list
    assert.ok((await staff.call(each.list, allOf(each))).text.includes(phone), operationId)
    const { text } = await viewer.call(each.list, allOf(each))
    assert.ok(!text.includes(phone) && text.includes('•••••678'), operationId)
  }
  const params = { account_id: paid.carrier.accountId }
  assert.equal((await staff.ok(readWalletForStaff, { params })).name, `Ana ${phone}`)
  assert.equal((await viewer.ok(readWalletForStaff, { params })).name, 'Ana •••••678')
  for (const { id, name } of names) await change('update account set name = $2 where id = $1', id, name)
})

test('phones in reasons of staff and in messages of the processor are hidden from a viewer', async () => {
  const staff = await joinAs(app, owner, 'staff')
  await change('update dispute set released_at = now(), release_reason = $1, reason = $1', `Called ${phone}`)
  await change(`update payment_effect set last_error = $1 where kind = 'transfer'`, `${phone} is unknown`)
  const shown = async (by: typeof staff) => {
    const [dispute] = (await by.ok(listDisputes, { query: {} })).disputes
    const [effect] = (await by.ok(listEffects, { query: { kind: 'transfer' } })).effects
    const job = await by.ok(readJobForStaff, paid)
    const ofJob = job.payments.flatMap((payment) => payment.effects).find(({ kind }) => kind === 'transfer')
    return [dispute?.release_reason, dispute?.cause, effect?.last_error, ofJob?.last_error]
  }
  const [reason, message] = [`Called ${phone}`, `${phone} is unknown`]
  assert.deepEqual(await shown(staff), [reason, reason, message, message])
  const [maskedReason, maskedMessage] = ['Called •••••678', '•••••678 is unknown']
  assert.deepEqual(await shown(viewer), [maskedReason, maskedReason, maskedMessage, maskedMessage])
})

test('the lists are for members only, and a file for twelve times a minute', async () => {
  const outside = openBrowser(app)
  for (const { list, file } of [holds, effects, fees, disputes])
    for (const operation of [list, file]) assert.match(await outside.refused(operation, {}), /^401 /)
  const member = await joinAs(app, owner, 'viewer')
  for (let more = 0; more < 12; more++) await download(member, holds)
  assert.equal(await member.refused(exportHolds, { query: {} }), '429 rate_limit_exceeded')
  assert.equal(await member.refused(listHolds, { query: { before: '1~x' } }), '400 validation_error')
})
