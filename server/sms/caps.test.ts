import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import { readEnv } from '../lib/env.ts'
import { capsEnv, isOverCap } from './caps.ts'
import { outbox } from './providers/outbox.ts'
import { sendNow } from './send.ts'
import { due } from './store.ts'
import { fakeProvider, hours, insertJob, insertSms, needsOf, phone, readSms } from './test-support.ts'

const provider = fakeProvider([])
const dayAgo = () => new Date(Date.now() - hours(24) - 1_000)

test('the caps have defaults and refuse nonsense', () => {
  assert.deepEqual(readEnv(capsEnv, {}), {
    ok: true,
    value: { SMS_DAILY_CAP_PER_NUMBER: 20, SMS_DAILY_CAP_PER_KEY: 2_000 },
  })
  assert.equal(readEnv(capsEnv, { SMS_DAILY_CAP_PER_KEY: '-1' }).ok, false)
})

test('a number, and a key, get as many texts in 24 h as their cap says', async () => {
  await using db = await createDatabase()
  const needs = {
    ...needsOf(db, provider),
    smsCaps: { SMS_DAILY_CAP_PER_NUMBER: 2, SMS_DAILY_CAP_PER_KEY: 3 },
  }
  const job = await insertJob(db)
  const over = (to: string, keyId: string | null = job.keyId) => isOverCap(needs, provider, { to, keyId })
  const other = '+34600999888'

  await insertSms(db, job, provider)
  await insertSms(db, job, provider, { created_at: dayAgo() })
  assert.equal(await over(phone), false, 'yesterday does not count')
  await insertSms(db, job, provider)
  assert.equal(await over(phone), true, 'the number is at its cap')
  assert.equal(await over(phone, null), true, 'whoever sends')
  assert.equal(await over(other), false)
  await insertSms(db, job, provider, { to_phone: other })
  assert.equal(await over('+34600999777'), true, 'the key is at its cap')
  assert.equal(await over('+34600999777', null), false)
})

test('what the outbox holds, and what a cap held back, is not counted; the outbox has no cap', async () => {
  await using db = await createDatabase()
  const needs = {
    ...needsOf(db, provider),
    smsCaps: { SMS_DAILY_CAP_PER_NUMBER: 1, SMS_DAILY_CAP_PER_KEY: 1 },
  }
  const job = await insertJob(db)
  const sms = { to: phone, keyId: job.keyId }
  await insertSms(db, job, outbox.connect({}))
  await insertSms(db, job, provider, { overCap: true })
  assert.equal(await isOverCap(needs, provider, sms), false)
  await insertSms(db, job, provider)
  assert.equal(await isOverCap(needs, provider, sms), true)
  assert.equal(await isOverCap(needs, outbox.connect({}), sms), false)
})

test('over the cap the row is stored as failed and not sent', async () => {
  await using db = await createDatabase()
  const sms = await insertSms(db, await insertJob(db), provider, { overCap: true })
  assert.equal(await sendNow(needsOf(db, provider), sms), false)
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.status, row.last_error, row.attempts], ['failed', 'cap', 0])
  assert.deepEqual(await due(db.kysely, 10), [])
  assert.equal(provider.asked.length, 0)
})
