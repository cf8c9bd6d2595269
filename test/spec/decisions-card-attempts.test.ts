import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { publishJob } from '#contract/app/customer.ts'
import { readTopUp, startCardSetup, topUpWallet } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { startDray } from '../support/dray.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import { fillWallet, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'

// "In 24 hours an account may start 20 card setups, and 20 of its attempts by card may be refused" (docs/operating.md).

const market = await openMarket()
const { app } = market
const other = await startDray({ TRUST_PROXY: '1' }, { beside: app })
after(async () => {
  await other[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
})

const setupBody = (setup_id: string = newId()) => ({ setup_id, return_path: '/app/account' })
const topUpBody = (payment_method_id: string, payment_id: string = newId()) => ({
  payment_id,
  payment_method_id,
  amount_cents: 500,
  return_path: '/app/account',
})

/** Sends 40 requests at once, half of them to each node. @returns their statuses, sorted. */
async function atOnce({ headers }: Person, path: string, bodyOf: () => object): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? other : app).fetch(path, { headers, body: bodyOf() })),
  )
  return answers.map(({ status }) => status).sort((a, b) => a - b)
}

const halfRefused = (status: number) => [...Array<number>(20).fill(status), ...Array<number>(20).fill(429)]

test('of 40 card setups at once on two nodes, 20 begin', async () => {
  const person = await market.person()
  assert.deepEqual(await atOnce(person, '/app/v1/card-setups', () => setupBody()), halfRefused(201))
})

test('card setup over the limit: 429 with Retry-After in both languages, accepted after the wait', async () => {
  const person = await market.person()
  const first = setupBody()
  await person.ok(startCardSetup, { body: first })
  for (let n = 1; n < 20; n++) await person.ok(startCardSetup, { body: setupBody() })
  const refused = await person.refused(startCardSetup, { body: setupBody() })
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limit_exceeded'])
  const seconds = refused.body.retry_after_seconds ?? 0
  assert.ok(seconds > 23 * 3_600 && seconds <= 24 * 3_600, String(seconds))
  assert.equal(refused.headers.get('retry-after'), String(seconds))
  assert.match(refused.body.message, /you can add the next one in 24 hours/)
  const spanish = { 'accept-language': 'es' }
  const dicho = await person.refused(startCardSetup, { body: setupBody(), headers: spanish })
  assert.match(dicho.body.message, /podrás añadir la siguiente dentro de 24 horas/)

  await person.ok(startCardSetup, { body: first })
  await (await market.person()).ok(startCardSetup, { body: setupBody() })
  await passTime(app.db, '23 hours 30 minutes')
  const later = await person.refused(startCardSetup, { body: setupBody() })
  assert.match(later.body.message, /in \d+ minutes/)
  await passTime(app.db, '30 minutes')
  await person.ok(startCardSetup, { body: setupBody() })
})

test('of 40 top-ups at once on two nodes with a card that is declined, 20 reach the processor', async () => {
  const person = await market.person()
  const card = await saveCard(person, 'declined')
  const statuses = await atOnce(person, '/app/v1/wallet/top-ups', () => topUpBody(card))
  assert.deepEqual(statuses, halfRefused(202))
  const payments = await app.db.kysely
    .selectFrom('payment')
    .select('id')
    .where('account_id', '=', person.accountId)
    .execute()
  assert.equal(payments.length, 20)
})

test('refused top-ups and holds count together; the wallet, and a repeated request, do not', async () => {
  const person = await market.person()
  await fillWallet(person, 50_000)
  const card = await saveCard(person, 'declined')
  const [draft, another] = [await market.draft(person), await market.draft(person)]
  const params = { job_id: draft.job_id }
  const byCard = () => ({ payment_id: newId(), source: 'card' as const, payment_method_id: card })
  for (let n = 0; n < 10; n++) {
    assert.equal((await person.ok(publishJob, { params, body: byCard() })).payment.state, 'refused')
    assert.equal((await person.ok(topUpWallet, { body: topUpBody(card) })).status, 'refused')
  }
  const hold = await person.refused(publishJob, { params, body: byCard() })
  assert.deepEqual([hold.status, hold.body.error], [429, 'rate_limit_exceeded'])
  assert.equal(hold.headers.get('retry-after'), String(hold.body.retry_after_seconds))
  assert.match(hold.body.message, /you can try again in 24 hours/)
  const body = topUpBody(card)
  assert.equal((await person.refused(topUpWallet, { body })).status, 429)
  assert.equal((await person.refused(readTopUp, { params: { payment_id: body.payment_id } })).status, 404)

  const fromWallet = { payment_id: newId(), source: 'wallet' as const }
  const paid = await person.ok(publishJob, { params: { job_id: another.job_id }, body: fromWallet })
  assert.equal(paid.status, 'posted')
  await passTime(app.db, '24 hours')
  assert.equal((await person.ok(topUpWallet, { body })).status, 'refused')
})

test('payments that succeed are not counted', async () => {
  const person = await market.person()
  const card = await saveCard(person)
  for (let n = 0; n < 22; n++)
    assert.equal((await person.ok(topUpWallet, { body: topUpBody(card) })).status, 'done')
})

test('attempts that wait for the bank count until they have an outcome, with a shorter wait', async () => {
  const person = await market.person()
  const card = await saveCard(person, 'asks_confirmation')
  const first = topUpBody(card)
  await person.ok(topUpWallet, { body: first })
  for (let n = 1; n < 20; n++) await person.ok(topUpWallet, { body: topUpBody(card) })
  const { status, body } = await person.refused(topUpWallet, { body: topUpBody(card) })
  assert.deepEqual([status, body.retry_after_seconds], [429, 900])
  assert.equal((await person.ok(topUpWallet, { body: first })).status, 'action_required')
})
