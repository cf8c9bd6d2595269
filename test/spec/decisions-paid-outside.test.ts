import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { listEffects, settleEffectOutside } from '#contract/admin/money/effects.ts'
import { acceptJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { byOperator } from '../support/by-operator.ts'
import { completedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { assertOwnBooks } from '../support/money-books.ts'
import { payByCard } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAsOwner, stepUp } from '../support/staff.ts'

/* Decisions 27 and 72: what people paid outside is booked as the amount they paid, not as what is due at the click. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely } = app.db
const by = byOperator()
const owner = await joinAsOwner(app)

async function payoutOf({ job_id }: Deal) {
  const { effects } = await owner.ok(listEffects, { query: { kind: 'transfer', job_id } })
  return effects[0] ?? assert.fail('no payout')
}

const paidOutside = (effect_id: string, amount_cents: number, reference = 'SEPA-17') => ({
  params: { effect_id },
  body: { paid_through: 'outside' as const, reference, amount_cents, reason: 'has no account' },
})

/** Another job of the same carrier, delivered and charged. */
async function nextDeal({ carrier }: Deal): Promise<Deal> {
  const customer = await market.person('Eva')
  const draft = await market.draft(customer, { size: 'L' })
  await payByCard(customer, draft)
  const params = { job_id: draft.job_id }
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  return { customer, carrier, ...params, params, total: draft.price.total_cents }
}

test('decision 72: a payout that became smaller after it was seen is not booked as paid', async () => {
  const deal = await completedDeal(market)
  await stepUp(app, owner)
  const { effect_id, amount_cents } = await payoutOf(deal)
  await refundJob({ kysely }, { jobId: deal.job_id, amountCents: 700, carrierCents: 700, by })
  assert.equal(
    await owner.refused(settleEffectOutside, paidOutside(effect_id, amount_cents)),
    '409 wrong_state',
  )
  assert.equal((await payoutOf(deal)).state, 'waits_for_account')
  const settled = await owner.ok(settleEffectOutside, paidOutside(effect_id, amount_cents - 700))
  assert.deepEqual([settled.state, settled.amount_cents], ['done', amount_cents - 700])
  await owner.ok(settleEffectOutside, paidOutside(effect_id, amount_cents - 700))
  assert.equal((await deal.carrier.ok(readEarnings, {})).paid_cents, amount_cents - 700)
  await settleMoney(app)
  await assertOwnBooks(app.db)
})

test('decision 72: a payout that was set off whole stays to be seen, and is not booked as paid', async () => {
  const deal = await completedDeal(market)
  await stepUp(app, owner)
  const { effect_id, amount_cents } = await payoutOf(deal)
  await refundJob(
    { kysely },
    { jobId: deal.job_id, amountCents: amount_cents, carrierCents: amount_cents, by },
  )
  assert.equal(
    await owner.refused(settleEffectOutside, paidOutside(effect_id, amount_cents)),
    '409 wrong_state',
  )
  const ended = await payoutOf(deal)
  assert.deepEqual([ended.effect_id, ended.state, ended.amount_cents], [effect_id, 'done', 0])
  const odd = paidOutside(effect_id, 0)
  assert.equal(await owner.refused(settleEffectOutside, odd), '400 validation_error')
  assert.equal((await deal.carrier.ok(readEarnings, {})).paid_cents, 0)
  await settleMoney(app)
  await assertOwnBooks(app.db)
})

test('race: a payout is booked as paid, or becomes smaller first; never both', async () => {
  for (let round = 0; round < 4; round++) {
    const first = await completedDeal(market)
    const refunded = await nextDeal(first)
    await stepUp(app, owner)
    const { carrier } = first
    const [payout, own] = [await payoutOf(first), await payoutOf(refunded)]
    const earned = payout.amount_cents + own.amount_cents
    // More than the payout of the refunded job is left with, so the older one is needed too.
    await owner.ok(settleEffectOutside, paidOutside(own.effect_id, own.amount_cents, `SEPA-own-${round}`))
    const [act] = await Promise.all([
      owner.call(settleEffectOutside, paidOutside(payout.effect_id, payout.amount_cents, `SEPA-${round}`)),
      refundJob({ kysely }, { jobId: refunded.job_id, amountCents: 500, carrierCents: 500, by }),
    ])
    const { paid_cents, kept_back_cents, owed_cents } = await carrier.ok(readEarnings, {})
    assert.deepEqual(
      [act.status, paid_cents, kept_back_cents, owed_cents],
      act.status === 200 ? [200, earned, 500, 0] : [409, own.amount_cents, 0, payout.amount_cents - 500],
    )
    assert.equal((await carrier.ok(readCarrierJob, { params: refunded.params })).borne_cents, 500)
    await settleMoney(app)
    await assertOwnBooks(app.db)
  }
})
