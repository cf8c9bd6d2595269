import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { ConfigError } from '../../server/config/config-error.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { checkPayments } from '../../server/doctor/payments.ts'
import { stripeApiVersion } from '../../server/payments/providers/stripe/client.ts'
import { handledEvents } from '../../server/payments/providers/stripe/events.ts'
import { createDatabase } from '../support/database.ts'
import { fakeSecretKey } from '../support/fake-stripe/responses.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import { written } from '../support/written-checks.ts'

const dataDir = await mkdtemp(path.join(tmpdir(), 'dray-doctor-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const fake = await startFakeStripe()
after(() => fake[Symbol.asyncDispose]())
const db = await createDatabase()
after(() => db[Symbol.asyncDispose]())

async function examine(env: Record<string, string> = {}) {
  const given = { DATA_DIR: dataDir, BASE_URL: 'https://dray.example', ...fake.env, ...env }
  return (await checkPayments(readConfig(given), db)).map(written)
}

async function reported(env: Record<string, string>) {
  const [check] = await examine(env)
  assert.ok(check)
  assert.equal(check.name, 'payments stripe')
  assert.doesNotMatch(JSON.stringify(check), /FakeStripeOfTheTests/)
  return check
}

test('DESIGN 2, doctor: a test key moves no real money: ok on this machine, a warning elsewhere', async () => {
  const elsewhere = await reported({})
  assert.deepEqual([elsewhere.status, elsewhere.remedy], ['warn', 'Give it a live key'])
  assert.equal((await reported({ BASE_URL: 'http://127.0.0.1:8080' })).status, 'ok')
})

test('DESIGN 2, doctor: a live key, with and without its events', async () => {
  await using live = await startFakeStripe({ isLive: true })
  const env = { ...live.env, STRIPE_SECRET_KEY: fakeSecretKey.replace('test', 'live') }
  assert.deepEqual(
    [(await reported(env)).status, (await reported(env)).detail],
    ['ok', 'answers; real money moves'],
  )
  const silent = await reported({ ...env, STRIPE_WEBHOOK_SECRET: '' })
  assert.equal(silent.status, 'warn')
  assert.match(silent.detail, /posts no news/)
})

test('DESIGN 2, doctor: without the publishable key customers leave the app to type a card', async () => {
  const fields = async (env: Record<string, string>) =>
    (await examine(env)).find(({ name }) => name === 'payments stripe card fields')
  const missing = await fields({})
  assert.equal(missing?.status, 'warn')
  assert.match(missing.detail, /^STRIPE_PUBLISHABLE_KEY is not set: customers leave the app/)
  assert.match(missing.remedy ?? '', /^Set STRIPE_PUBLISHABLE_KEY/)
  assert.equal(await fields({ STRIPE_PUBLISHABLE_KEY: 'pk_test_FakeStripeOfTheTests' }), undefined)
  assert.equal(await fields({ PAYMENT_PROCESSOR: 'sandbox' }), undefined)
})

test('DESIGN 2, doctor: a key that Stripe refuses', async () => {
  fake.faults.next('balance', 'unauthorized')
  const check = await reported({})
  assert.equal(check.status, 'warn')
  assert.match(check.remedy ?? '', /STRIPE_SECRET_KEY/)
})

describe('DESIGN 2, doctor: the webhook endpoint', () => {
  const url = 'https://dray.example/webhooks/stripe'
  const eventReport = async (env: Record<string, string> = {}) => {
    const found = (await examine(env)).find(({ name }) => name === 'payments stripe events')
    return found && `${found.status}: ${found.detail}`
  }
  beforeEach(() => fake.endpoints.clear())

  test('that is missing, or only at another address', async () => {
    fake.endpoints.add({ url: 'https://elsewhere.example/webhooks/stripe', events: ['*'] })
    assert.equal(await eventReport(), `warn: there is no webhook endpoint ${url}`)
  })

  test('that is disabled', async () => {
    fake.endpoints.add({ url, events: [...handledEvents], status: 'disabled' })
    assert.equal(await eventReport(), `warn: the webhook endpoint ${url} is disabled`)
  })

  test('without all events is reported with the missing ones; a second endpoint may send them', async () => {
    const lacking = ['charge.dispute.closed', 'account.updated']
    fake.endpoints.add({ url, events: handledEvents.filter((kind) => !lacking.includes(kind)) })
    const without = `warn: the webhook endpoint ${url} does not send account.updated, charge.dispute.closed`
    assert.equal(await eventReport(), without)
    const noPayouts = await eventReport({ STRIPE_PAYOUTS: 'off' })
    assert.equal(noPayouts, `warn: the webhook endpoint ${url} does not send charge.dispute.closed`)
    fake.endpoints.add({ url, events: lacking })
    assert.equal(await eventReport(), `ok: every event Dray handles is posted to ${url}`)
  })

  test('that sends all, on a later page of the list', async () => {
    for (let i = 0; i < 101; i++) fake.endpoints.add({ url: `https://other${i}.example/`, events: ['*'] })
    fake.endpoints.add({ url, events: ['*'] })
    assert.equal(await eventReport(), `ok: every event Dray handles is posted to ${url}`)
  })

  test('that a restricted key may not read is reported as such', async () => {
    fake.faults.next('list_endpoints', 'forbidden')
    assert.match(
      (await eventReport()) ?? '',
      /^warn: the webhook endpoints cannot be read \(stripe: status 403/,
    )
  })

  test('is not asked for where no secret is set, or where Stripe cannot reach this machine', async () => {
    assert.equal(await eventReport({ STRIPE_WEBHOOK_SECRET: '' }), undefined)
    assert.equal(await eventReport({ BASE_URL: 'http://127.0.0.1:8080' }), undefined)
  })

  test('and the README name the same events and the same API version', async () => {
    const readme = await readFile('server/payments/providers/stripe/README.md', 'utf8')
    for (const kind of [...handledEvents, stripeApiVersion]) assert.ok(readme.includes(`\`${kind}\``), kind)
  })
})

test('DESIGN 2: settings of Stripe that are missing or bad stop the start, each named, none shown', () => {
  const faultsOf = (env: Record<string, string>): string[] => {
    try {
      readConfig({ DATA_DIR: dataDir, PAYMENT_PROCESSOR: 'stripe', ...env })
      return []
    } catch (error) {
      assert.ok(error instanceof ConfigError)
      return error.faults
    }
  }
  assert.deepEqual(faultsOf({}), ['STRIPE_SECRET_KEY is required'])
  const faults = faultsOf({
    STRIPE_SECRET_KEY: 'hunter2secret',
    STRIPE_WEBHOOK_SECRET: 'hunter2secret',
    STRIPE_API_URL: 'http://hunter2secret.example',
  })
  assert.equal(faults.length, 3)
  assert.doesNotMatch(faults.join('\n'), /hunter2secret/)
})
