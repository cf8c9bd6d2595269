import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listPaymentMethods, readCardSetup, startCardSetup } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { forgetRemovedMethods, settleLeftSetups } from '../../server/payments/cards/forget.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import type { Person } from '../support/person.ts'

// Decision 75: an attempt to save a card is a row before Stripe is asked, and does not stay open when it is left.
const fake = await startFakeStripe()
const market = await openMarket({ ...fake.env, STRIPE_PUBLISHABLE_KEY: 'pk_test_FakeStripeOfTheTests' })
const { app } = market
const { kysely, pool } = app.db
after(async () => {
  await market[Symbol.asyncDispose]()
  await fake[Symbol.asyncDispose]()
})

const signal = new AbortController().signal
const bodyOf = (setup_id: string) => ({ setup_id, return_path: '/app', in_page: true })

async function begin(person: Person) {
  const setup_id = newId()
  const { client_secret } = await person.ok(startCardSetup, { body: bodyOf(setup_id) })
  const secret = client_secret ?? assert.fail('no secret')
  return { setup_id, secret, reference: secret.split('_secret_')[0] ?? '' }
}

const statusOf = async (setup_id: string) =>
  (await pool.query('select status from card_setup where id = $1', [setup_id])).rows[0]?.status

test('the app gets the publishable key and a secret; the secret is in no table and no log', async () => {
  const person = await market.person('Ana')
  const { card_form } = await person.ok(listPaymentMethods)
  assert.deepEqual(card_form, { kind: 'stripe', publishable_key: 'pk_test_FakeStripeOfTheTests' })
  const { setup_id, secret } = await begin(person)
  fake.people.typeCard(secret)
  assert.equal((await person.ok(readCardSetup, { params: { setup_id } })).status, 'saved')
  const { rows } = await pool.query('select to_jsonb(s)::text as row from card_setup s')
  assert.ok(!JSON.stringify([rows, app.logged]).includes(secret))
})

test('the app that was loaded before opens the page of Stripe as it did', async () => {
  const person = await market.person('Ana')
  const body = { setup_id: newId(), return_path: '/app' }
  const { url, client_secret } = await person.ok(startCardSetup, { body })
  assert.match(url, /\/checkout\//)
  assert.equal(client_secret, null)
  // The same attempt is never begun in another way: its card would be saved under a lost reference.
  const again = await person.ok(startCardSetup, { body: bodyOf(body.setup_id) })
  assert.deepEqual(
    [again.url, again.client_secret],
    [`${new URL(again.url).origin}/app?card_setup=${body.setup_id}`, null],
  )
})

test('the row is written before Stripe is asked, so a lost answer leaves an attempt that is found again', async () => {
  const person = await market.person('Ana')
  const setup_id = newId()
  fake.faults.next('card_intent', 'reset_after')
  await person.refused(startCardSetup, { body: bodyOf(setup_id) })
  assert.equal(await statusOf(setup_id), 'pending')
  const before = fake.askedFor('card_intent').at(-1)?.key
  const { client_secret } = await person.ok(startCardSetup, { body: bodyOf(setup_id) })
  assert.equal(fake.askedFor('card_intent').at(-1)?.key, before)
  fake.people.typeCard(client_secret ?? '')
  assert.equal((await person.ok(readCardSetup, { params: { setup_id } })).status, 'saved')
  const ended = await person.ok(startCardSetup, { body: bodyOf(setup_id) })
  assert.equal(ended.client_secret, null)
})

test('what the page says of a card counts for nothing: only Stripe is asked', async () => {
  const person = await market.person('Ana')
  const { setup_id } = await begin(person)
  assert.equal((await person.ok(readCardSetup, { params: { setup_id } })).status, 'pending')
  assert.deepEqual((await person.ok(listPaymentMethods)).methods, [])
})

test('the event of Stripe saves the card of a person who never came back', async () => {
  const person = await market.person('Ana')
  const { setup_id, secret, reference } = await begin(person)
  fake.people.typeCard(secret)
  const { status } = await fake.post(app.url, fake.event('setup_intent.succeeded', reference))
  assert.deepEqual([status, await statusOf(setup_id)], [200, 'saved'])
  assert.equal((await person.ok(listPaymentMethods)).methods.length, 1)
})

test('an attempt that is left for a day is ended at Stripe; a card that was saved meanwhile is kept', async () => {
  const [leaves, saves, today] = [
    await market.person('Ana'),
    await market.person('Eva'),
    await market.person('Leo'),
  ]
  const [left, saved] = [await begin(leaves), await begin(saves)]
  fake.people.typeCard(saved.secret)
  await passTime(app.db, '25 hours')
  const fresh = await begin(today)
  await settleLeftSetups(app.dray.payments, signal)
  assert.deepEqual(
    [await statusOf(left.setup_id), await statusOf(saved.setup_id), await statusOf(fresh.setup_id)],
    ['refused', 'saved', 'pending'],
  )
  assert.equal(fake.people.typeCard(left.secret), 'unexpected_state')
  assert.equal((await saves.ok(listPaymentMethods)).methods.length, 1)
})

test('when Stripe cannot be asked, the attempt stays open and is ended on a later run', async () => {
  const { setup_id } = await begin(await market.person('Ana'))
  await passTime(app.db, '25 hours')
  fake.faults.always('end_card_intent', '500')
  await settleLeftSetups(app.dray.payments, signal)
  assert.equal(await statusOf(setup_id), 'pending')
  fake.faults.clear()
  await settleLeftSetups(app.dray.payments, signal)
  assert.equal(await statusOf(setup_id), 'refused')
})

test('the attempt of an erased account is ended at once: its open page saves no card', async () => {
  const person = await market.person('Ana')
  const { setup_id, secret } = await begin(person)
  const attached = fake.books().attachedCards
  const { outcome } = await eraseAccount(kysely, { accountId: person.accountId, moneySettled: false })
  assert.equal(outcome, 'erased')
  await settleLeftSetups(app.dray.payments, signal)
  assert.deepEqual([await statusOf(setup_id), fake.people.typeCard(secret)], ['refused', 'unexpected_state'])
  assert.equal(fake.books().attachedCards, attached)
})

test('a card that was typed between the erasure and its end is detached at Stripe', async () => {
  const person = await market.person('Ana')
  const { secret } = await begin(person)
  const attached = fake.books().attachedCards
  await eraseAccount(kysely, { accountId: person.accountId, moneySettled: false })
  fake.people.typeCard(secret)
  await settleLeftSetups(app.dray.payments, signal)
  await forgetRemovedMethods(app.dray.payments, signal)
  assert.equal(fake.books().attachedCards, attached)
})
