import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'
import { startSmsProvider } from '../support/sms-provider.ts'

const provider = await startSmsProvider()
const env = { ...provider.env, SMS_DAILY_CAP_PER_NUMBER: '20', SMS_DAILY_CAP_PER_KEY: '100' }
const app = await startDray(env)
const second = await startDray(env, { beside: app })
after(async () => {
  await second[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** 300 concurrent creates, half of them on each node. */
async function createAtOnce(phoneOf: (index: number) => string) {
  const partner = await app.partner()
  const headers = { 'x-api-key': partner.apiKey }
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => {
      const body = { ...order, customer_phone: phoneOf(index) }
      return (index % 2 ? second : app).fetch('/v1/jobs', { headers, body })
    }),
  )
  assert.ok(answers.every(({ status }) => status === 201))
  return answers.filter(({ body }) => (body as { sms_sent: boolean }).sms_sent).length
}

const order = {
  title: 'Three-seat sofa',
  size: 'L',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
}

test('the daily cap of a number holds in parallel: of 300 creates at once on two nodes 20 are texted', async () => {
  const phone = '+34612345678'
  assert.equal(await createAtOnce(() => phone), 20)
  assert.equal(provider.sentTo(phone), 20)
})

test('the daily cap of a key holds in parallel: of 300 creates at once on two nodes 100 are texted', async () => {
  const before = provider.ledger.length
  assert.equal(await createAtOnce((index) => `+346123${String(index).padStart(5, '0')}`), 100)
  assert.equal(provider.ledger.length - before, 100)
})

test('an expired draft still counts against the caps, though its number is deleted', async () => {
  const phone = '+34698765432'
  const partner = await app.partner()
  for (let n = 0; n < 20; n++) await partner.create({ customer_phone: phone })
  await app.db.pool.query('delete from job')
  const { body } = await partner.create({ customer_phone: phone })
  assert.equal(body.sms_sent, false)
  assert.equal(provider.sentTo(phone), 20)
  await app.db.pool.query('delete from job')
  const { rows } = await app.db.pool.query<{ row: string }>(
    'select to_jsonb(h)::text as row from sms_handover h',
  )
  assert.ok(rows.length > 0)
  for (const { row } of rows) assert.doesNotMatch(row, /698765432/)
})
