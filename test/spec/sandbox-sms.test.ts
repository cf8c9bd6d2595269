import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startSignIn } from '#contract/app/account.ts'
import { samplePhones, smsStories } from '#contract/sandbox/words.ts'
import { onlyCodes, smsTo } from '../support/codes.ts'
import { type SentText, startDray } from '../support/dray.ts'
import { stranger } from '../support/person.ts'
import { inSandbox } from '../support/sandbox.ts'
import { startSmsProvider } from '../support/sms-provider.ts'
import { until } from '../support/until.ts'

// DESIGN 3, Sandbox words: numbers that belong to no person, and SMS that are refused.
const provider = await startSmsProvider()
const app = await startDray({ ...provider.env, SMS_COUNTRIES: 'ES' })
after(async () => {
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})
const partner = await app.partner({ mode: 'test' })

type SmsRow = { status: string; attempts: number; reason: string | null; provider: string; wait: number }

async function smsOf(jobId: string): Promise<SmsRow[]> {
  const { rows } = await app.db.pool.query<SmsRow>(
    `select status, attempts, last_error as reason, provider, extract(epoch from due_at - created_at)::int as wait
     from sms where job_id = $1`,
    [jobId],
  )
  return rows
}

async function smsOfId(id: string | undefined) {
  const { rows } = await app.db.pool.query<SmsRow>('select status, provider from sms where id = $1', [id])
  return rows[0]
}

const textOf = async (jobId: string): Promise<SentText | undefined> =>
  (await app.texts()).find(({ job_id }) => job_id === jobId)

test('a test key sends the numbers that are kept for drama, whatever SMS_COUNTRIES says; only those', async () => {
  for (const [customer_phone, status] of [
    [samplePhones.first, 201],
    ['+447700900123', 201],
    [samplePhones.last, 201],
    ['+447700899999', 400],
    ['+447700901000', 400],
    ['+4477009001234', 400],
    ['+351912345678', 400],
    ['+34803123456', 400],
  ] as const)
    assert.equal((await partner.create({ customer_phone })).status, status, customer_phone)
  assert.deepEqual(provider.asked, [])
})

test('with a live key SMS_COUNTRIES decides on these numbers too', async () => {
  const live = await app.partner()
  const body = { customer_phone: samplePhones.first }
  assert.equal((await live.create(body)).status, 400)
  await using open = await startDray(provider.env, { beside: app })
  const { status, body: job } = await (await open.partner()).create({
    customer_phone: smsStories.refused.phone,
  })
  assert.deepEqual([status, job.sms_sent], [201, true])
  assert.equal(provider.sentTo(smsStories.refused.phone), 1)
})

test('a sign-in code for such a number stays in the outbox too', async () => {
  await using open = await startDray(provider.env, { beside: app })
  const before = provider.ledger.length
  await stranger(open).ok(startSignIn, { body: { phone: samplePhones.first } })
  const [code] = onlyCodes(await smsTo(open, samplePhones.first))
  await until('the code is sent', async () => (await smsOfId(code?.id))?.status === 'sent')
  assert.equal((await smsOfId(code?.id))?.provider, 'outbox')
  assert.equal(provider.ledger.length, before)
})

test('the SMS to such a number stays in the outbox, in the language of the partner', async () => {
  const before = provider.ledger.length
  for (const [smsLanguage, words] of [
    ['es', /No necesitas/],
    ['en', /No app needed/],
  ] as const) {
    const by = await app.partner({ mode: 'test', smsLanguage })
    const { body } = await by.create({ customer_phone: '+447700900555' })
    const text = await textOf(body.job_id)
    assert.deepEqual([body.sms_sent, text?.provider, text?.status], [true, 'outbox', 'sent'])
    assert.match(text?.body ?? '', words)
  }
  assert.equal(provider.ledger.length, before)
})

test('…020: the SMS is refused for good: sms_sent is false, also when replayed, and it is never tried again', async () => {
  const before = provider.ledger.length
  const create = () =>
    partner.create({ customer_phone: smsStories.refused.phone }, { 'idempotency-key': 'refused' })
  const { status, body, headers } = await create()
  assert.deepEqual([status, body.sms_sent, headers.get('x-sms-status')], [201, false, 'refused'])
  const again = await create()
  assert.deepEqual([again.body.sms_sent, again.headers.get('x-sms-status')], [false, 'refused'])
  const [row, ...others] = await smsOf(body.job_id)
  assert.deepEqual(others, [])
  assert.deepEqual([row?.status, row?.reason, row?.attempts], ['failed', 'sandbox', 0])
  await inSandbox(partner).pass(3_600)
  const sent = (await partner.create({ customer_phone: smsStories.late.phone })).body.job_id
  await inSandbox(partner).pass(61)
  assert.equal((await smsOf(sent))[0]?.status, 'sent')
  assert.equal((await smsOf(body.job_id))[0]?.status, 'failed')
  assert.equal(provider.ledger.length, before)
})

test('…021: the SMS is refused now and sent 60 s later by the ordinary retry', async () => {
  const before = provider.ledger.length
  const { status, body, headers } = await partner.create({ customer_phone: smsStories.late.phone })
  assert.deepEqual([status, body.sms_sent, headers.get('x-sms-status')], [201, false, 'retrying'])
  const [first] = await smsOf(body.job_id)
  assert.deepEqual(first, { status: 'due', attempts: 1, reason: 'sandbox', provider: 'outbox', wait: 60 })
  await inSandbox(partner).pass(61)
  const [last, ...others] = await smsOf(body.job_id)
  assert.deepEqual([last?.attempts, last?.reason, last?.provider, others], [2, null, 'outbox', []])
  assert.equal(provider.ledger.length, before)
})
