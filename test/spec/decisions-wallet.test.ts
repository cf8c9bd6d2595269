import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listPaymentMethods, readTopUp, readWallet, topUpWallet } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { runTasks } from '../support/dray.ts'
import { type Market, openMarket } from '../support/market.ts'
import { answerBank, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { until } from '../support/until.ts'

let market: Market
before(async () => {
  market = await openMarket()
})
after(() => market[Symbol.asyncDispose]())

const topUp = (person: Person, methodId: string, paymentId = newId(), amount_cents = 5_000) =>
  person.ok(topUpWallet, {
    body: { payment_id: paymentId, amount_cents, payment_method_id: methodId, return_path: '/app/wallet' },
  })

test('spec part 1, wallet: a top-up charges the card once, however often it is sent, and is listed', async () => {
  const person = await market.person()
  const card = await saveCard(person)
  const payment_id = newId()
  const answers = await Promise.all(Array.from({ length: 10 }, () => topUp(person, card, payment_id)))
  assert.ok(answers.every((each) => each.payment_id === payment_id && each.amount_cents === 5_000))
  const done = await topUp(person, card, payment_id, 50_000)
  assert.deepEqual(done, {
    payment_id,
    amount_cents: 5_000,
    status: 'done',
    action_url: null,
    refusal: null,
  })
  const { balance_cents, entries } = await person.ok(readWallet)
  assert.equal(balance_cents, 5_000)
  assert.deepEqual(
    entries.map(({ kind, amount_cents, job_id }) => [kind, amount_cents, job_id]),
    [['top_up', 5_000, null]],
  )
  assert.equal((await person.ok(listPaymentMethods)).wallet_cents, 5_000)
})

test('spec part 1, wallet: the amount is 5 to 500 €', async () => {
  const person = await market.person()
  const payment_method_id = await saveCard(person)
  for (const amount_cents of [499, 50_001, 1_000.5, -500]) {
    const body = { payment_id: newId(), amount_cents, payment_method_id, return_path: '/app' }
    assert.equal((await person.refused(topUpWallet, { body })).status, 400)
  }
})

test('spec part 1, wallet: a refused card has a reason that a customer can act on', async () => {
  const person = await market.person()
  for (const refusal of ['declined', 'insufficient_funds', 'expired_card'] as const) {
    const { status, refusal: said } = await topUp(person, await saveCard(person, refusal))
    assert.deepEqual([status, said], ['refused', refusal])
  }
  assert.equal((await person.ok(readWallet)).balance_cents, 0)
})

test('spec part 1, wallet: a card that asks for a confirmation waits for the customer, and then is charged or not', async () => {
  const person = await market.person()
  const card = await saveCard(person, 'asks_confirmation')
  const [approved, denied] = [newId(), newId()]
  for (const payment_id of [approved, denied]) {
    const { status, action_url } = await topUp(person, card, payment_id)
    assert.equal(status, 'action_required')
    const back = encodeURIComponent(`/app/wallet?payment=${payment_id}`)
    assert.equal(action_url, `/app/sandbox/confirm?payment=${payment_id}&back=${back}`)
    assert.equal((await person.ok(readTopUp, { params: { payment_id } })).status, 'action_required')
  }
  await answerBank(person, approved, true)
  await answerBank(person, denied, false)
  const read = (payment_id: string) => person.ok(readTopUp, { params: { payment_id } })
  assert.equal((await read(approved)).status, 'done')
  const { status, refusal, action_url } = await read(denied)
  assert.deepEqual([status, refusal, action_url], ['refused', 'not_confirmed', null])
  assert.equal((await person.ok(readWallet)).balance_cents, 5_000)
})

test('spec part 1, wallet: an answer that was lost is found by the background tasks', async () => {
  await using _ = runTasks(market.app)
  const person = await market.person()
  const card = await saveCard(person, 'outcome_unknown')
  const { payment_id, status } = await topUp(person, card)
  assert.equal(status, 'pending')
  await until('the top-up is done', async () => {
    const { status: now } = await person.ok(readTopUp, { params: { payment_id } })
    return now === 'done'
  })
  assert.equal((await person.ok(readWallet)).balance_cents, 5_000)
})
