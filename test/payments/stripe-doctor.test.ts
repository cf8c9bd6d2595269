import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { ConfigError } from '../../server/config/config-error.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { checkPayments } from '../../server/doctor/payments.ts'
import { createDatabase } from '../support/database.ts'
import { fakeSecretKey, startFakeStripe } from '../support/fake-stripe.ts'

const dataDir = await mkdtemp(path.join(tmpdir(), 'dray-doctor-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const fake = await startFakeStripe()
after(() => fake[Symbol.asyncDispose]())
const db = await createDatabase()
after(() => db[Symbol.asyncDispose]())

async function told(env: Record<string, string>) {
  const config = readConfig({ DATA_DIR: dataDir, BASE_URL: 'https://dray.example', ...fake.env, ...env })
  const [check] = await checkPayments(config, db)
  assert.ok(check)
  assert.equal(check.name, 'payments stripe')
  assert.doesNotMatch(JSON.stringify(check), /FakeStripeOfTheTests/)
  return check
}

test('DESIGN 2, doctor: a test key moves no real money, which is well on this machine and said elsewhere', async () => {
  const elsewhere = await told({})
  assert.deepEqual([elsewhere.status, elsewhere.mend], ['warn', 'Give it a live key'])
  assert.equal((await told({ BASE_URL: 'http://127.0.0.1:8080' })).status, 'ok')
})

test('DESIGN 2, doctor: a live key, with and without its events', async () => {
  await using live = await startFakeStripe({ isLive: true })
  const env = { ...live.env, STRIPE_SECRET_KEY: fakeSecretKey.replace('test', 'live') }
  assert.deepEqual([(await told(env)).status, (await told(env)).detail], ['ok', 'answers; real money moves'])
  const silent = await told({ ...env, STRIPE_WEBHOOK_SECRET: '' })
  assert.equal(silent.status, 'warn')
  assert.match(silent.detail, /posts no news/)
})

test('DESIGN 2, doctor: a key that Stripe refuses', async () => {
  fake.faults.next('balance', 'unauthorized')
  const check = await told({})
  assert.equal(check.status, 'warn')
  assert.match(check.mend ?? '', /STRIPE_SECRET_KEY/)
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
