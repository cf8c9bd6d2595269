import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startPayoutSetup } from '#contract/app/carrier.ts'
import { publishJob } from '#contract/app/customer.ts'
import { listPaymentMethods, startCardSetup } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { startDray } from '../support/dray.ts'
import { fakeSecretKey } from '../support/fake-stripe/responses.ts'
import { fakeWebhookSecret, type SignedEvent } from '../support/fake-stripe/signing.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import type { CardBehaviour } from '../support/fake-stripe/state.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { runMoneyTasks } from '../support/run-money-tasks.ts'
import { lockTable } from '../support/table-lock.ts'

/** A whole Dray with Stripe for its processor, and a Stripe on this machine. */
const fake = await startFakeStripe()
const market = await openMarket(fake.env)
const { app } = market
after(async () => {
  await market[Symbol.asyncDispose]()
  await fake[Symbol.asyncDispose]()
})

/** Starts to save a card, types it on Stripe's page, and closes that page. @returns Stripe's name of the page. */
async function typeCard(person: Person, behaviour: CardBehaviour = 'ok'): Promise<string> {
  const { url } = await person.ok(startCardSetup, { body: { setup_id: newId(), return_path: '/app' } })
  const session = url.split('/').at(-1) ?? ''
  fake.people.completeSetup(session, behaviour)
  return session
}

async function savedCard(person: Person, behaviour: CardBehaviour): Promise<string> {
  const session = await typeCard(person, behaviour)
  assert.equal((await fake.post(app.url, fake.event('checkout.session.completed', session))).status, 200)
  const { methods } = await person.ok(listPaymentMethods)
  return methods[0]?.payment_method_id ?? assert.fail('no card was saved')
}

/** A job whose customer has paid and still has to confirm at the bank. @returns its ids here and at Stripe. */
async function awaitingBank(): Promise<{ jobId: string; intentId: string }> {
  const customer = await market.person('Ana')
  const payment_method_id = await savedCard(customer, 'confirm')
  const { job_id: jobId } = await market.draft(customer)
  const body = { payment_id: newId(), source: 'card' as const, payment_method_id }
  const job = await customer.ok(publishJob, { params: { job_id: jobId }, body })
  assert.equal(job.payment.state, 'action_required')
  const intent = fake.books().intents.find(({ metadata }) => metadata.dray_payment === body.payment_id)
  return { jobId, intentId: intent?.id ?? assert.fail('Stripe was not asked') }
}

/** As it is written: reading it by the app would ask Stripe as well. */
async function stateOf(jobId: string): Promise<string> {
  const { rows } = await app.db.pool.query<{ state: string }>(
    `select job.status || ', ' || payment.status as state from job join payment on payment.job_id = job.id
     where job.id = $1`,
    [jobId],
  )
  return rows.map(({ state }) => state).join('; ')
}

const eventRows = async (): Promise<{ id: string; handled: boolean }[]> => {
  const { rows } = await app.db.pool.query<{ id: string; handled: boolean }>(
    'select id, handled_at is not null as handled from webhook_event',
  )
  return rows
}

const rowOf = async (eventId: string) => (await eventRows()).find(({ id }) => id === eventId)

test('DESIGN 6.4, webhooks: a card is saved once also when the customer closes the page', async () => {
  const customer = await market.person()
  const session = await typeCard(customer)
  assert.deepEqual((await customer.ok(listPaymentMethods)).methods, [])
  for (const _ of [1, 2]) {
    const answer = await fake.post(app.url, fake.event('checkout.session.completed', session))
    assert.deepEqual(answer, { status: 200, body: '{"received":true}' })
  }
  const { methods, sandbox } = await customer.ok(listPaymentMethods)
  assert.deepEqual([methods.length, methods[0]?.brand, sandbox], [1, 'visa', false])
})

test('DESIGN 6.4, webhooks: a confirmed payment is settled once, by the state read from Stripe', async () => {
  const { jobId, intentId } = await awaitingBank()
  fake.people.confirm(intentId)
  const event = fake.event('payment_intent.amount_capturable_updated', intentId, { eventId: 'evt_held' })
  assert.equal((await fake.post(app.url, event)).status, 200)
  await runMoneyTasks(app)
  assert.equal(await stateOf(jobId), 'posted, held')
  const reads = fake.askedFor('read').length
  for (const _ of [1, 2]) assert.equal((await fake.post(app.url, event)).status, 200)
  await runMoneyTasks(app)
  assert.equal(fake.askedFor('read').length, reads)
  assert.deepEqual(
    (await eventRows()).filter(({ id }) => id === 'evt_held'),
    [{ id: 'evt_held', handled: true }],
  )
})

test('DESIGN 6.4, webhooks: an event is not trusted; the state is read from Stripe', async () => {
  const { jobId, intentId } = await awaitingBank()
  const said = fake.event('payment_intent.amount_capturable_updated', intentId)
  const claim = said.body.replace('"requires_action"', '"requires_capture"')
  assert.notEqual(claim, said.body)
  const reads = fake.askedFor('read').length
  assert.equal((await fake.post(app.url, fake.sign(claim))).status, 200)
  await runMoneyTasks(app)
  assert.equal(fake.askedFor('read').length, reads + 1)
  assert.equal(await stateOf(jobId), 'draft, action_required')
  fake.people.confirm(intentId, false)
  assert.equal((await fake.post(app.url, fake.event('payment_intent.payment_failed', intentId))).status, 200)
  await runMoneyTasks(app)
  assert.equal(await stateOf(jobId), 'draft, refused')
})

test('DESIGN 6.4, webhooks: a carrier is ready when Stripe says so, and no more when it takes that back', async () => {
  const carrier = await market.carrier()
  const { url } = await carrier.ok(startPayoutSetup, { body: { return_path: '/carrier' } })
  const account = url?.split('/').at(-1) ?? ''
  const isReady = async () => {
    const { rows } = await app.db.pool.query<{ ready: boolean }>(
      'select ready from payout_account where reference = $1',
      [account],
    )
    return rows[0]?.ready
  }
  assert.equal(await isReady(), false)
  fake.people.finishPayoutSetup(account)
  assert.equal((await fake.post(app.url, fake.event('account.updated', account))).status, 200)
  assert.equal(await isReady(), true)
  fake.people.stopPayouts(account)
  assert.equal((await fake.post(app.url, fake.event('account.updated', account))).status, 200)
  assert.equal(await isReady(), false)
})

test('DESIGN 6.4, webhooks: an event that cannot be looked up is 503, and is handled when Stripe repeats it', async () => {
  const carrier = await market.carrier()
  const { url } = await carrier.ok(startPayoutSetup, { body: { return_path: '/carrier' } })
  const account = url?.split('/').at(-1) ?? ''
  fake.people.finishPayoutSetup(account)
  const event = fake.event('account.updated', account, { eventId: 'evt_again' })
  fake.faults.next('read_account', '500')
  assert.equal((await fake.post(app.url, event)).status, 503)
  assert.equal((await rowOf('evt_again'))?.handled, false)
  assert.equal((await fake.post(app.url, event)).status, 200)
  assert.equal((await rowOf('evt_again'))?.handled, true)
  const asked = fake.askedFor('read_account').length
  assert.equal((await fake.post(app.url, event)).status, 200)
  assert.equal(fake.askedFor('read_account').length, asked, 'a third time there is nothing to do')
})

test('DESIGN 6.4, webhooks: 503 while the database does not respond, so that Stripe repeats the event', async () => {
  const customer = await market.person()
  const event = fake.event('checkout.session.completed', await typeCard(customer), { eventId: 'evt_later' })
  {
    await using _ = await lockTable(app.db.url, 'webhook_event', 'ACCESS EXCLUSIVE')
    assert.equal((await fake.post(app.url, event)).status, 503)
  }
  assert.equal((await fake.post(app.url, event)).status, 200)
  assert.equal((await customer.ok(listPaymentMethods)).methods.length, 1)
})

test('DESIGN 6.4, webhooks: of the same event at once, all are answered and it is handled', async () => {
  const customer = await market.person()
  const event = fake.event('checkout.session.completed', await typeCard(customer), { eventId: 'evt_crowd' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => fake.post(app.url, event)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await customer.ok(listPaymentMethods)).methods.length, 1)
  assert.equal((await rowOf('evt_crowd'))?.handled, true)
})

test('DESIGN 6.4, webhooks: events of unknown objects and of other kinds are accepted and change nothing', async () => {
  const { payerReference } = fake.people.saveCard()
  const unknown = JSON.stringify({
    id: 'evt_unknown',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_nobodys' } },
  })
  assert.equal((await fake.post(app.url, fake.sign(unknown))).status, 200)
  assert.equal((await rowOf('evt_unknown'))?.handled, true)
  for (const type of ['customer.created', 'payment_intent.created', 'payment_intent.succeeded.more']) {
    const other = JSON.stringify({
      id: `evt_${type}`,
      object: 'event',
      type,
      data: { object: { id: payerReference } },
    })
    assert.equal((await fake.post(app.url, fake.sign(other))).status, 200)
    assert.equal(await rowOf(`evt_${type}`), undefined)
  }
})

test('DESIGN 6.4, webhooks: only recent events with a valid signature over the exact bytes are accepted', async () => {
  const customer = await market.person()
  const session = await typeCard(customer)
  const good = fake.event('checkout.session.completed', session, { eventId: 'evt_forged' })
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const withSignature = (signature: string): SignedEvent => ({
    ...good,
    headers: { ...good.headers, 'stripe-signature': signature },
  })
  const { 'stripe-signature': signature = '', ...unsigned } = good.headers
  const forged: Record<string, SignedEvent> = {
    'no signature': { ...good, headers: unsigned },
    'an empty one': withSignature(''),
    'another scheme': withSignature(signature.replace('v1=', 'v0=')),
    'no time': withSignature(signature.replace(/^t=\d+,/, '')),
    'another time': withSignature(signature.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1_000) + 7}`)),
    'another secret': fake.event('checkout.session.completed', session, { secret: 'whsec_other' }),
    'one that is hours old': fake.event('checkout.session.completed', session, { at: minutesAgo(60) }),
    'another body': { ...good, body: good.body.replace(session, 'cs_test_other') },
    'the same JSON, serialised again': { ...good, body: JSON.stringify(JSON.parse(good.body)) },
    'one byte more': { ...good, body: `${good.body}\n` },
    'no body': { ...good, body: '' },
    'signed nonsense': fake.sign('<html>'),
    'a thin event': fake.sign(JSON.stringify({ id: 'evt_thin', object: 'v2.core.event', type: 'x' })),
  }
  for (const [what, event] of Object.entries(forged)) {
    assert.equal((await fake.post(app.url, event)).status, 400, what)
  }
  assert.equal(await rowOf('evt_forged'), undefined)
  assert.equal((await customer.ok(listPaymentMethods)).methods.length, 0)
  assert.equal((await fake.post(app.url, good)).status, 200)
  assert.equal((await customer.ok(listPaymentMethods)).methods.length, 1)
})

test('DESIGN 6.4, webhooks: the signature covers the raw bytes with any content type', async () => {
  const text = '{"id":"evt_é\\u00e9 \u{1F6CB}","object":"event","type":"none","data":{"object":{}}}'
  for (const type of ['application/json; charset=utf-8', 'application/json; charset=utf-16', 'text/plain']) {
    const event = fake.sign(text)
    const sent = { ...event, headers: { ...event.headers, 'content-type': type } }
    assert.equal((await fake.post(app.url, sent)).status, 200, type)
  }
})

test('DESIGN 6.4, webhooks: one path, one method, a limited body', async () => {
  const read = await app.fetch('/webhooks/stripe')
  assert.deepEqual([read.status, read.headers.get('allow')], [405, 'POST'])
  assert.equal((await app.fetch('/webhooks/other', { raw: '{}' })).status, 404)
  const large = {
    id: 'evt_large',
    object: 'event',
    type: 'none',
    data: { object: { text: 'x'.repeat(262_144) } },
  }
  const { status, body } = await fake.post(app.url, fake.sign(JSON.stringify(large)))
  assert.equal(status, 413)
  assert.match(body, /256 KiB/)
})

test('DESIGN 6.4, webhooks: during a change of the secret both are accepted; without a secret the path is 404', async () => {
  await using rolling = await startDray({
    ...fake.env,
    STRIPE_WEBHOOK_SECRET: `whsec_new, ${fakeWebhookSecret}`,
  })
  const text = JSON.stringify({ id: 'evt_1', object: 'event', type: 'none', data: { object: {} } })
  for (const secret of ['whsec_new', fakeWebhookSecret]) {
    assert.equal((await fake.post(rolling.url, fake.sign(text, { secret }))).status, 200)
  }
  assert.equal((await fake.post(rolling.url, fake.sign(text, { secret: 'whsec_old' }))).status, 400)
  await using without = await startDray({ ...fake.env, STRIPE_WEBHOOK_SECRET: '' })
  assert.equal((await fake.post(without.url, fake.sign(text))).status, 404)
  await using sandboxed = await startDray()
  assert.equal((await fake.post(sandboxed.url, fake.sign(text))).status, 404)
})

test('DESIGN 6.6, webhooks: no secret and no message of Stripe in the log', () => {
  assert.ok(app.logged.length > 50)
  const lines = app.logged.join('')
  for (const secret of [fakeSecretKey, fakeWebhookSecret, 'fake-wording', 'v1=']) {
    assert.ok(!lines.includes(secret), secret)
  }
})
