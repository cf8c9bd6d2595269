import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDraft } from '#contract/app/customer.ts'
import {
  confirmSandboxPayment,
  fillSandboxCard,
  listPaymentMethods,
  readCardSetup,
  readTopUp,
  removePaymentMethod,
  startCardSetup,
  topUpWallet,
} from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { type Market, openMarket } from '../support/market.ts'
import { payByCard, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'

let market: Market
before(async () => {
  market = await openMarket()
})
after(() => market[Symbol.asyncDispose]())

const setUp = (person: Person, setup_id: string) =>
  person.ok(startCardSetup, { body: { setup_id, return_path: '/app/wallet' } })

const topUp = (person: Person, methodId: string, paymentId = newId(), amount_cents = 5_000) =>
  person.ok(topUpWallet, {
    body: { payment_id: paymentId, amount_cents, payment_method_id: methodId, return_path: '/app/wallet' },
  })

test('spec part 1, cards: a card is saved at the processor, and comes back with brand, last four and expiry', async () => {
  const person = await market.person()
  const setup_id = newId()
  const { url, client_secret } = await setUp(person, setup_id)
  assert.deepEqual([new URL(url).search, client_secret], [`?card_setup=${setup_id}`, null])
  const params = { setup_id }
  assert.deepEqual(await person.ok(readCardSetup, { params }), {
    setup_id,
    status: 'pending',
    method: null,
  })
  const typed = { card_number: '5555 5555 5555 4444', expires_month: 3, expires_year: 2031, cvc: '909' }
  await person.ok(fillSandboxCard, { params, body: typed })
  const { status, method } = await person.ok(readCardSetup, { params })
  assert.equal(status, 'saved')
  const { payment_method_id, ...card } = method ?? assert.fail('no card')
  assert.deepEqual(card, { brand: 'mastercard', last_four: '4444', expires_month: 3, expires_year: 2031 })
  const { methods, wallet_cents, sandbox, card_form } = await person.ok(listPaymentMethods)
  assert.deepEqual([methods, wallet_cents, sandbox], [[{ payment_method_id, ...card }], 0, true])
  assert.deepEqual(card_form, { kind: 'test', publishable_key: null })
  const stored = await market.app.db.pool.query(
    `select to_jsonb(m)::text as row from payment_method m
     union all select to_jsonb(s)::text from sandbox_card s union all select to_jsonb(u)::text from sandbox_setup u`,
  )
  assert.doesNotMatch(JSON.stringify(stored.rows), /55555555|"909"/)
})

test('spec part 1, cards: the same setup again is the same attempt, at once or later', async () => {
  const person = await market.person()
  const setup_id = newId()
  const pages = await Promise.all(Array.from({ length: 5 }, () => setUp(person, setup_id)))
  assert.equal(new Set(pages.map(({ url }) => url)).size, 1)
  const { rows } = await market.app.db.pool.query('select 1 from card_setup where id = $1', [setup_id])
  assert.equal(rows.length, 1)
})

test('spec part 1, cards: a card read by many concurrent requests is saved once', async () => {
  const person = await market.person()
  const setup_id = newId()
  const params = { setup_id }
  await setUp(person, setup_id)
  await person.ok(fillSandboxCard, { params, body: { card_number: '4242424242424242' } })
  const read = await Promise.all(Array.from({ length: 10 }, () => person.ok(readCardSetup, { params })))
  const { methods } = await person.ok(listPaymentMethods)
  assert.equal(methods.length, 1)
  assert.ok(read.every(({ status }) => status === 'saved'))
})

test('spec part 1, cards: a number that is not a test card is refused: real ones must not be typed into a sandbox', async () => {
  const person = await market.person()
  const setup_id = newId()
  const params = { setup_id }
  await setUp(person, setup_id)
  await person.ok(fillSandboxCard, { params, body: { card_number: '4111111111111111' } })
  assert.deepEqual(await person.ok(readCardSetup, { params }), {
    setup_id,
    status: 'refused',
    method: null,
  })
  assert.deepEqual((await person.ok(listPaymentMethods)).methods, [])
})

test('spec part 1, cards: a test card that has expired is refused', async () => {
  const person = await market.person()
  const params = { setup_id: newId() }
  await setUp(person, params.setup_id)
  const body = { card_number: '4242424242424242', expires_month: 1, expires_year: 2025, cvc: '123' }
  await person.ok(fillSandboxCard, { params, body })
  assert.equal((await person.ok(readCardSetup, { params })).status, 'refused')
})

test('spec part 1, cards: a malformed expiry date or security code is a 400 that names the field', async () => {
  const person = await market.person()
  const params = { setup_id: newId() }
  await setUp(person, params.setup_id)
  for (const wrong of [{ expires_month: 13 }, { expires_year: 31 }, { cvc: '12' }, { cvc: '12a' }]) {
    const body = { card_number: '4242424242424242', ...wrong }
    const refusal = await person.refused(fillSandboxCard, { params, body })
    assert.deepEqual([refusal.status, Object.keys(refusal.body.details ?? {})], [400, Object.keys(wrong)])
  }
  assert.equal((await person.ok(readCardSetup, { params })).status, 'pending')
})

test("spec part 1, cards: another account's ids are 404", async () => {
  const [owner, stranger] = [await market.person(), await market.person()]
  const setup_id = newId()
  const params = { setup_id }
  await setUp(owner, setup_id)
  const body = { setup_id, return_path: '/app/wallet' }
  const card = await saveCard(owner)
  const payment_id = newId()
  await topUp(owner, card, payment_id)
  for (const refusal of [
    await stranger.refused(startCardSetup, { body }),
    await stranger.refused(readCardSetup, { params }),
    await stranger.refused(fillSandboxCard, { params, body: { card_number: '4242424242424242' } }),
    await stranger.refused(removePaymentMethod, { params: { payment_method_id: card } }),
    await stranger.refused(readTopUp, { params: { payment_id } }),
    await stranger.refused(confirmSandboxPayment, { params: { payment_id }, body: { approve: true } }),
    await stranger.refused(topUpWallet, {
      body: { payment_id: newId(), amount_cents: 500, payment_method_id: card, return_path: '/app' },
    }),
  ])
    assert.deepEqual([refusal.status, refusal.body.error], [404, 'not_found'])
})

test('spec part 1, cards: return_path is a path of the app, never a foreign URL', async () => {
  const person = await market.person()
  for (const return_path of [
    '//evil.example/app',
    'https://evil.example',
    '/app/../evil',
    '/other',
    '/app?x=1',
  ]) {
    const { status, body } = await person.refused(startCardSetup, {
      body: { setup_id: newId(), return_path },
    })
    assert.deepEqual([status, body.error], [400, 'validation_error'])
  }
})

test('spec part 1, cards: a card is forgotten, here and at the processor; a repeat is 404', async () => {
  const person = await market.person()
  const payment_method_id = await saveCard(person)
  const params = { payment_method_id }
  await person.ok(removePaymentMethod, { params })
  assert.deepEqual((await person.ok(listPaymentMethods)).methods, [])
  assert.equal((await person.refused(removePaymentMethod, { params })).status, 404)
  const { rows } = await market.app.db.pool.query(
    `select m.forgotten_at, c.forgotten_at as at_sandbox from payment_method m
     join sandbox_card c on c.reference = m.reference where m.id = $1`,
    [payment_method_id],
  )
  assert.ok(rows[0]?.forgotten_at && rows[0]?.at_sandbox)
  const { status } = await person.refused(topUpWallet, {
    body: { payment_id: newId(), amount_cents: 500, payment_method_id, return_path: '/app' },
  })
  assert.equal(status, 404)
})

test('spec part 1, cards: a card cannot be removed while its hold may need a renewal', async () => {
  const person = await market.person()
  const draft = await market.draft(person)
  const methodId = await saveCard(person)
  const job = await payByCard(person, draft, { methodId })
  assert.equal(job.payment.state, 'held')
  const { status, body } = await person.refused(removePaymentMethod, {
    params: { payment_method_id: methodId },
  })
  assert.deepEqual([status, body.error], [409, 'wrong_state'])
  assert.equal((await person.ok(listPaymentMethods)).methods.length, 1)
})

test('DESIGN 3, Keys: the cards of a test job are asked for with it; of another’s job they are 404', async () => {
  const [person, stranger] = [await market.person(), await market.person()]
  const partner = await market.app.partner({ mode: 'test' })
  const { body } = await partner.create({ customer_phone: person.phone })
  const short_id = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  const { job_id } = await person.ok(openDraft, { params: { short_id } })
  await saveCard(person, 'success', job_id)
  const { methods, sandbox } = await person.ok(listPaymentMethods, { query: { job_id } })
  assert.deepEqual([methods.length, sandbox], [1, true])
  assert.equal((await stranger.refused(listPaymentMethods, { query: { job_id } })).status, 404)
  const setup = { setup_id: newId(), return_path: '/app', job_id }
  assert.equal((await stranger.refused(startCardSetup, { body: setup })).status, 404)
})
