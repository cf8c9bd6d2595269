import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { refundJob } from '#contract/admin/job-acts.ts'
import { listDisputes, releaseDispute } from '#contract/admin/money/disputes.ts'
import { bookPayment, listEffects, retryEffect } from '#contract/admin/money/effects.ts'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal, completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { forgetProofs } from '../support/panel.ts'
import { readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAs, joinAsOwner, stepUp } from '../support/staff.ts'

/* Issue 9, money: what staff do when a call to the processor hangs, or was made by hand. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')
const change = (statement: string, ...values: unknown[]) => app.db.pool.query(statement, values)

const body = { reason: 'the bank called' }
const events = async (target: string) =>
  (await viewer.ok(listAuditEvents, { query: { target } })).events.map(({ act, reason }) => [act, reason])

test('a refund that would be tried in an hour is tried now; repeated acts change nothing, and one is recorded', async () => {
  await stepUp(app, owner)
  const deal = await completedDeal(market)
  await owner.ok(refundJob, {
    params: deal.params,
    body: { refund_id: newId(), amount_cents: 500, reason: 'late' },
  })
  await change(
    `update payment_effect set due_at = now() + interval '1 hour', last_error = 'the line broke' where kind = 'refund'`,
  )
  await settleMoneyNow()
  const [refund] = (await viewer.ok(listEffects, { query: { kind: 'refund', state: 'failing' } })).effects
  const params = { effect_id: refund?.effect_id ?? assert.fail('no refund waits') }
  assert.equal(await viewer.refused(retryEffect, { params, body }), '403 role_too_low')
  await owner.ok(retryEffect, { params, body })
  const tried = await owner.ok(retryEffect, { params, body })
  assert.equal(tried.effect_id, params.effect_id)
  assert.ok(Date.parse(tried.next_try_at ?? '') <= Date.now(), 'the answer is the call as it is now')
  await change(
    `update payment_effect set status = 'running', due_at = now() + interval '1 hour' where id = $1`,
    params.effect_id,
  )
  await owner.ok(retryEffect, { params, body })
  await change(`update payment_effect set status = 'due', due_at = now() where id = $1`, params.effect_id)
  await settleMoney(app)
  const { effects } = await viewer.ok(listEffects, { query: { kind: 'refund', job_id: deal.job_id } })
  assert.deepEqual(
    effects.map(({ state, attempts }) => [state, attempts]),
    [['done', 1]],
  )
  assert.equal(await owner.refused(retryEffect, { params, body }), '409 wrong_state')
  assert.deepEqual(await events(params.effect_id), [['payment.retry', body.reason]])
  await assertBooks(app.db)
})

/** The refund waits, so nothing is settled now. */
const settleMoneyNow = () => viewer.ok(listEffects, { query: { state: 'due' } })

test('a payout that waits for an account or a decision cannot be pushed; one that failed can', async () => {
  await stepUp(app, owner)
  const deal = await completedDeal(market)
  const ofDeal = { query: { kind: 'transfer' as const, job_id: deal.job_id } }
  const payout = async () => (await viewer.ok(listEffects, ofDeal)).effects[0] ?? assert.fail()
  const params = { effect_id: (await payout()).effect_id }
  assert.equal((await payout()).state, 'waits_for_account')
  assert.equal(await owner.refused(retryEffect, { params, body }), '409 wrong_state')
  await change(`update payment_effect set due_at = now() + interval '1 day' where id = $1`, params.effect_id)
  await change(`insert into money_block (job_id, cause) values ($1, 'dispute')`, deal.job_id)
  assert.equal(await owner.refused(retryEffect, { params, body }), '409 wrong_state')
  await change('delete from money_block where job_id = $1', deal.job_id)
  await readyPayouts(app, deal.carrier)
  await owner.ok(retryEffect, { params, body })
  await settleMoney(app)
  assert.equal((await payout()).state, 'done')
  const unknown = { params: { effect_id: newId() }, body }
  assert.equal(await owner.refused(retryEffect, unknown), '404 not_found')
  await assertBooks(app.db)
})

test('a hold that somebody captured at the processor is booked on demand', async () => {
  await stepUp(app, owner)
  const deal = await acceptedDeal(market)
  const { rows } = await change('select id, reference from payment where job_id = $1', deal.job_id)
  const [{ id: payment_id, reference }] = rows
  const params = { payment_id }
  assert.deepEqual(await owner.ok(bookPayment, { params, body }), {
    changed: false,
    captured_cents: 0,
    refunded_cents: 0,
  })
  await change(
    `update sandbox_authorization set status = 'captured', captured_cents = amount_cents where reference = $1`,
    reference,
  )
  assert.deepEqual(await owner.ok(bookPayment, { params, body }), {
    changed: true,
    captured_cents: deal.total,
    refunded_cents: 0,
  })
  const { effects } = await viewer.ok(listEffects, { query: { kind: 'capture', job_id: deal.job_id } })
  assert.deepEqual(
    effects.map(({ by_hand, state }) => [by_hand, state]),
    [[true, 'done']],
  )
  assert.deepEqual(await events(payment_id), [
    ['payment.book', body.reason],
    ['payment.book', body.reason],
  ])
  assert.equal(await viewer.refused(bookPayment, { params, body }), '403 role_too_low')
  assert.equal(await owner.refused(bookPayment, { params: { payment_id: newId() }, body }), '404 not_found')
  await change(`update payment set reference = null where id = $1`, payment_id)
  assert.equal(await owner.refused(bookPayment, { params, body }), '409 wrong_state')
})

test('a payout that a dispute blocks is released with a reason', async () => {
  await stepUp(app, owner)
  const deal = await completedDeal(market)
  const { rows } = await change('select id from payment where job_id = $1', deal.job_id)
  await change(
    `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents)
     values ('sandbox', 'dp_1', 'dispute', $1, 'needs_response', 'fraudulent', 100)`,
    rows[0].id,
  )
  await change(`insert into money_block (job_id, cause) values ($1, 'dispute')`, deal.job_id)
  const dispute = async () => (await viewer.ok(listDisputes, { query: { processor: 'sandbox' } })).disputes[0]
  assert.equal((await dispute())?.blocks, true)
  const params = { processor: 'sandbox', reference: 'dp_1' }
  // A dispute of another processor may have the same reference.
  await change(
    `insert into dispute (processor, reference, kind, status, reason, amount_cents)
     values ('other', 'dp_1', 'dispute', 'needs_response', 'fraudulent', 100)`,
  )
  await owner.ok(releaseDispute, { params, body })
  await owner.ok(releaseDispute, { params, body: { reason: 'again' } })
  const released = await dispute()
  assert.deepEqual([released?.blocks, released?.release_reason], [false, body.reason])
  const others = await viewer.ok(listDisputes, { query: { processor: 'other' } })
  assert.deepEqual(
    others.disputes.map(({ blocks }) => blocks),
    [true],
  )
  const { effects } = await viewer.ok(listEffects, { query: { job_id: deal.job_id, state: 'blocked' } })
  assert.deepEqual(effects, [])
  // The reason is kept with the dispute.
  assert.deepEqual(await events('dp_1'), [['dispute.release', null]])
  assert.equal(
    await owner.refused(releaseDispute, { params: { ...params, reference: 'dp_2' }, body }),
    '404 not_found',
  )
})

test('every act needs a fresh proof', async () => {
  await forgetProofs(app)
  const acts = [
    owner.refused(retryEffect, { params: { effect_id: newId() }, body }),
    owner.refused(bookPayment, { params: { payment_id: newId() }, body }),
    owner.refused(releaseDispute, { params: { processor: 'sandbox', reference: 'dp_1' }, body }),
  ]
  for (const act of acts) assert.equal(await act, '403 step_up_required')
})
