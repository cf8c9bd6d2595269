import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { refundJob } from '#contract/admin/job-acts.ts'
import { listEffects, retryEffect, settleEffectOutside } from '#contract/admin/money/effects.ts'
import { listLedgerRows } from '#contract/admin/money/ledger.ts'
import { readToday } from '#contract/admin/today.ts'
import { readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { bookForeignRefunds } from '../../server/payments/events/refunds-by-hand.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { compareProcessor } from '../../server/payments/reconcile/check.ts'
import { completedDeal, type Deal, deliveredDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { forgetProofs } from '../support/panel.ts'
import { readyPayouts } from '../support/paying.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'
import { joinAs, joinAsOwner, stepUp } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* Decision 27: money that can never move through the processor is settled outside. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')
await stepUp(app, owner)
await stepUp(app, staff)

const change = (statement: string, ...values: unknown[]) => app.db.pool.query(statement, values)
const body = {
  paid_through: 'outside' as const,
  reference: 'SEPA-2026/17',
  amount_cents: 500,
  reason: 'the card account is closed',
}
const byHand = (reference: string) => ({ ...body, paid_through: 'processor' as const, reference })
const of = (effect_id: string, amount_cents = 500) => ({
  params: { effect_id },
  body: { ...body, amount_cents },
})

type Kind = 'capture' | 'refund' | 'transfer'
const effectsOf = async ({ job_id }: Deal, kind: Kind) =>
  (await viewer.ok(listEffects, { query: { kind, job_id } })).effects
const effectOf = async (deal: Deal, kind: Kind) =>
  (await effectsOf(deal, kind))[0] ?? assert.fail(`no ${kind}`)
const entriesOf = async ({ job_id }: Deal) =>
  (await viewer.ok(readToday)).entries.filter((entry) => entry.job_id === job_id).map(({ kind }) => kind)
const rowsOf = async ({ job_id }: Deal, kind: Kind) =>
  (await viewer.ok(listLedgerRows, { query: { job_id, kind } })).rows.map(
    ({ debit, credit, amount_cents }) => [debit.split(':')[0], credit, amount_cents],
  )
const refundsThere = async () =>
  (await change(`select reference from sandbox_movement where kind = 'refund'`)).rows.length

async function assertInBalance(): Promise<void> {
  assert.deepEqual(await ledgerImbalance(app.db.kysely), [])
  const processor = app.dray.payments.processors.live
  const check = await compareProcessor({ ...app.db, spoolFolder: tmpdir() }, { processor, since: null })
  assert.deepEqual(check?.differences, [], 'the daily comparison finds nothing')
}

/** A refund of 5 € that the processor has refused for good. @returns its id. */
async function refuseRefund(deal: Deal): Promise<string> {
  await owner.ok(refundJob, {
    params: deal.params,
    body: { refund_id: newId(), amount_cents: 500, reason: 'late' },
  })
  const { effect_id } = await effectOf(deal, 'refund')
  await change(
    `update payment_effect set due_at = now() + interval '1 day', key_number = 1, attempts = 1, last_error = 'card closed'
     where id = $1`,
    effect_id,
  )
  return effect_id
}

async function refusedRefund(): Promise<{ deal: Deal; effectId: string }> {
  const deal = await completedDeal(market)
  return { deal, effectId: await refuseRefund(deal) }
}

test('a refused refund that was paid by bank transfer is booked once, and its entry of Today ends', async () => {
  const { deal, effectId } = await refusedRefund()
  assert.deepEqual(await entriesOf(deal), ['refund_stuck'])
  const before = await refundsThere()
  await owner.ok(settleEffectOutside, of(effectId))
  const settled = await owner.ok(settleEffectOutside, of(effectId))
  assert.deepEqual([settled.effect_id, settled.state], [effectId, 'done'])
  const other = { ...of(effectId), body: { ...body, reference: 'SEPA-2026/18' } }
  assert.equal(await owner.refused(settleEffectOutside, other), '409 wrong_state')
  assert.equal(
    await owner.refused(retryEffect, { ...of(effectId), body: { reason: 'again' } }),
    '409 wrong_state',
  )
  await settleMoney(app)
  const { state, settled_by, by_hand } = await effectOf(deal, 'refund')
  assert.deepEqual([state, settled_by, by_hand], ['done', body.reference, false])
  assert.deepEqual(await rowsOf(deal, 'refund'), [['captured', 'platform:outside', 500]])
  const { payment } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(
    payment.refunds.map(({ amount_cents, state }) => [amount_cents, state]),
    [[500, 'done']],
  )
  assert.equal(await refundsThere(), before, 'the processor was not asked')
  assert.deepEqual(await entriesOf(deal), [])
  const { events } = await viewer.ok(listAuditEvents, { query: { target: effectId } })
  assert.deepEqual(
    events.map(({ act, reason, changes }) => [act, reason, changes]),
    [['payment.settle_outside', body.reason, { outside: { from: null, to: body.reference } }]],
  )
  await assertInBalance()
})

test('only an owner with a fresh proof settles outside', async () => {
  const { effectId } = await refusedRefund()
  for (const person of [viewer, staff])
    assert.equal(await person.refused(settleEffectOutside, of(effectId)), '403 role_too_low')
  await forgetProofs(app)
  assert.equal(await owner.refused(settleEffectOutside, of(effectId)), '403 step_up_required')
  await stepUp(app, owner)
  assert.equal(await owner.refused(settleEffectOutside, of(newId())), '404 not_found')
  const named = { ...of(effectId), body: { ...body, reference: 'Ana Prieto' } }
  assert.equal(await owner.refused(settleEffectOutside, named), '400 validation_error')
  await owner.ok(settleEffectOutside, of(effectId))
})

for (const [why, set] of Object.entries({
  'whose answer is unknown': 'in_doubt = true',
  'that runs': `status = 'running'`,
  'whose refund is on its way to the bank': `reference = 're_1', waits_for = 'refund'`,
  'that was not tried yet': 'last_error = null',
}))
  test(`a call ${why} may still succeed and is not settled outside`, async () => {
    const { deal, effectId } = await refusedRefund()
    await change(`update payment_effect set ${set} where id = $1`, effectId)
    assert.equal(await owner.refused(settleEffectOutside, of(effectId)), '409 wrong_state')
    assert.equal(
      await owner.refused(settleEffectOutside, { ...of(effectId), body: byHand('re_2') }),
      '409 wrong_state',
    )
    assert.deepEqual(await rowsOf(deal, 'refund'), [])
    await change(
      `update payment_effect set in_doubt = false, status = 'due', reference = null, waits_for = null, last_error = 'card closed'
       where id = $1`,
      effectId,
    )
    await owner.ok(settleEffectOutside, of(effectId))
  })

test('of the act and the task at the same time, one moves the money', async () => {
  const before = await refundsThere()
  const deals: Deal[] = []
  while (deals.length < 4) deals.push(await completedDeal(market))
  const ids: string[] = []
  for (const deal of deals) ids.push(await refuseRefund(deal))
  await change('update payment_effect set due_at = now() where id = any($1)', ids)
  const [acts] = await Promise.all([
    Promise.all(ids.map((id) => owner.call(settleEffectOutside, of(id)))),
    settleMoney(app),
  ])
  await settleMoney(app)
  const settled = acts.filter(({ status }) => status === 200).length
  assert.equal(acts.filter(({ status }) => status === 409).length, ids.length - settled)
  assert.equal((await refundsThere()) - before, ids.length - settled)
  for (const deal of deals) assert.equal((await rowsOf(deal, 'refund')).length, 1)
  await assertInBalance()
})

test('a payout without a payout account is paid in cash, unless the money is blocked', async () => {
  const deal = await completedDeal(market)
  const { effect_id, amount_cents } = await effectOf(deal, 'transfer')
  await change(`insert into money_block (job_id, cause) values ($1, 'dispute')`, deal.job_id)
  assert.equal(await owner.refused(settleEffectOutside, of(effect_id, amount_cents)), '409 wrong_state')
  await change('delete from money_block where job_id = $1', deal.job_id)
  await owner.ok(settleEffectOutside, of(effect_id, amount_cents))
  await readyPayouts(app, deal.carrier)
  await settleMoney(app)
  assert.deepEqual(await rowsOf(deal, 'transfer'), [['carrier', 'platform:outside', amount_cents]])
  assert.equal((await deal.carrier.ok(readCarrierJob, { params: deal.params })).paid_out, true)
  await assertInBalance()
})

/** What a person does on the processor's own pages. @returns the processor's id. */
async function refundThere({ job_id }: Deal, cents: number): Promise<{ id: string; charge: string }> {
  const id = `refund_${newId()}`
  const { rows } = await change(
    `insert into sandbox_movement (reference, kind, authorization_reference, amount_cents)
     select $1, 'refund', reference, $2 from payment where job_id = $3 and status = 'captured' returning authorization_reference`,
    id,
    cents,
    job_id,
  )
  return { id, charge: rows[0].authorization_reference }
}

/** The event of that refund. The sandbox itself lists no refund that people make. */
function tellRefund(charge: string, reference: string, amountCents: number): Promise<void> {
  const { payments } = app.dray
  const made = { effectId: null, reference, amountCents, moved: { outcome: 'done' as const, reference } }
  const processor = { ...payments.processors.live, listRefunds: async () => [made] }
  const processors = { ...payments.processors, named: () => processor }
  return bookForeignRefunds({ ...payments, processors }, charge)
}

test('a refund made by hand at the processor takes the place of the refused one, and is booked once', async () => {
  const { deal, effectId } = await refusedRefund()
  const { id, charge } = await refundThere(deal, 500)
  await owner.ok(settleEffectOutside, { ...of(effectId), body: byHand(id) })
  await tellRefund(charge, id, 500)
  assert.deepEqual(await rowsOf(deal, 'refund'), [['captured', 'processor:sandbox', 500]])
  const { state, by_hand } = await effectOf(deal, 'refund')
  assert.deepEqual([state, by_hand], ['done', true])
  assert.deepEqual(await entriesOf(deal), [])
  await assertInBalance()
})

test('the same refund, when its event came first: the refused one ends and nothing is booked again', async () => {
  const [deal, elsewhere] = [await completedDeal(market), await completedDeal(market)]
  const [effectId, otherId] = [await refuseRefund(deal), await refuseRefund(elsewhere)]
  const { id, charge } = await refundThere(deal, 500)
  await tellRefund(charge, id, 500)
  assert.equal((await rowsOf(deal, 'refund')).length, 1)
  const taken = { ...of(otherId), body: byHand(id) }
  assert.equal(await owner.refused(settleEffectOutside, taken), '409 wrong_state', 'it is of another payment')
  await owner.ok(settleEffectOutside, of(otherId))
  await owner.ok(settleEffectOutside, { ...of(effectId), body: byHand(id) })
  await owner.ok(settleEffectOutside, { ...of(effectId), body: byHand(id) })
  await settleMoney(app)
  assert.deepEqual(await rowsOf(deal, 'refund'), [['captured', 'processor:sandbox', 500]])
  assert.deepEqual(await entriesOf(deal), [])
  await assertInBalance()
})

test('a job that is owed is completed when its customer has paid in cash, and a refund of it is paid outside too', async () => {
  const deal = await deliveredDeal(market, { does: 'refused_at_capture' })
  await settleMoney(app)
  assert.deepEqual(await entriesOf(deal), ['job_owed'])
  const [refused] = await effectsOf(deal, 'capture')
  const effectId = refused?.effect_id ?? assert.fail('no capture')
  assert.equal(
    await owner.refused(settleEffectOutside, { ...of(effectId), body: byHand('pi_1') }),
    '409 wrong_state',
    'what was taken there is booked by the comparison',
  )
  assert.equal(await owner.refused(settleEffectOutside, of(effectId, deal.total - 1)), '409 wrong_state')
  await owner.ok(settleEffectOutside, of(effectId, deal.total))
  await owner.ok(settleEffectOutside, of(effectId, deal.total))
  await settleMoney(app)
  const { status, payment } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([status, payment.state, payment.charged_cents], ['completed', 'captured', deal.total])
  assert.deepEqual(await rowsOf(deal, 'capture'), [['platform', await capturedAccount(deal), deal.total]])
  assert.deepEqual(await entriesOf(deal), [])
  await readyPayouts(app, deal.carrier)
  await settleMoney(app)
  assert.equal((await deal.carrier.ok(readCarrierJob, { params: deal.params })).paid_out, true)
  await assertInBalance()

  await owner.ok(refundJob, {
    params: deal.params,
    body: { refund_id: newId(), amount_cents: 500, reason: 'late' },
  })
  await until('the refund is refused', async () => {
    await runMoneyTasks(app)
    return (await effectOf(deal, 'refund')).last_error !== null
  })
  await owner.ok(settleEffectOutside, of((await effectOf(deal, 'refund')).effect_id))
  assert.deepEqual(await rowsOf(deal, 'refund'), [['captured', 'platform:outside', 500]])
  await assertInBalance()
})

async function capturedAccount({ job_id }: Deal): Promise<string> {
  const { rows } = await change(`select id from payment where job_id = $1 and status = 'captured'`, job_id)
  return `captured:${rows[0].id}`
}

test('a job that is not owed is not paid outside', async () => {
  const deal = await completedDeal(market)
  const { effect_id } = await effectOf(deal, 'capture')
  assert.equal(await owner.refused(settleEffectOutside, of(effect_id)), '409 wrong_state')
})
