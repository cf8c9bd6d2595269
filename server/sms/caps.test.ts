import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import {
  busy,
  fakeProvider,
  insertJob,
  insertSms,
  makeDue,
  needsOf,
  phone,
  readSms,
} from '../../test/support/sms.ts'
import { dueIds } from '../db/leased-rows.ts'
import { readEnv } from '../lib/env.ts'
import { admit, capsEnv } from './caps.ts'
import { forgetHandovers } from './handover.ts'
import { outbox } from './providers/outbox.ts'
import { retry, sendNow } from './send.ts'
import { smsRows } from './store.ts'

const caps = (perNumber: number, perKey: number) => ({
  SMS_DAILY_CAP_PER_NUMBER: perNumber,
  SMS_DAILY_CAP_PER_KEY: perKey,
})
const accepting = () => fakeProvider(Array.from({ length: 100 }, (_, n) => ({ messageId: `SM${n}` })))
const other = '+34600999888'
const third = '+34600999777'

test('the caps have defaults and refuse nonsense', () => {
  assert.deepEqual(readEnv(capsEnv, {}), { ok: true, value: caps(20, 2_000) })
  assert.equal(readEnv(capsEnv, { SMS_DAILY_CAP_PER_KEY: '-1' }).ok, false)
})

test('of concurrent SMS the first are within the cap, and an SMS over the cap is not counted', () => {
  const text = (smsId: string, numberHash: string, keyId: string | null = 'key') => ({
    smsId,
    numberHash,
    keyId,
  })
  const together = [text('1', 'a'), text('2', 'a'), text('3', 'a'), text('4', 'b'), text('5', 'c', null)]
  const admitted = (used: [string, number][], perNumber: number, perKey: number) =>
    admit(together, new Map(used), caps(perNumber, perKey))
      .map(({ smsId }) => smsId)
      .join('')
  assert.equal(admitted([], 20, 20), '12345')
  assert.equal(admitted([], 2, 20), '1245')
  assert.equal(admitted([['a', 1]], 2, 20), '145')
  assert.equal(admitted([], 2, 3), '1245', 'the third to `a` leaves its place in the key to `b`')
  assert.equal(admitted([['key', 2]], 20, 3), '15')
})

test('a number, and a key, get as many texts in 24 h as their cap says', async () => {
  await using db = await createDatabase()
  const provider = accepting()
  const needs = needsOf(db, provider, caps(2, 3))
  const job = await insertJob(db)
  const send = async (to: string, from = job) =>
    sendNow(needs, await insertSms(db, from, provider, { to_phone: to }))

  assert.equal(await send(phone), true)
  await db.pool.query(`update sms_handover set at = at - interval '24 hours'`)
  assert.equal(await send(phone), true, 'yesterday does not count')
  assert.equal(await send(phone), true)
  assert.equal(await send(phone), false, 'the number is at its cap')
  assert.equal(await send(phone, await insertJob(db)), false, 'also by another key')
  assert.equal(await send(other), true)
  assert.equal(await send(third), false, 'the key is at its cap')
  assert.equal(await send(third, await insertJob(db)), true)
  assert.equal(provider.asked.length, 5)
  await forgetHandovers(db.pool)
  assert.equal((await db.pool.query('select from sms_handover')).rowCount, 4)
})

test('an SMS counts once for all attempts, also after its draft is deleted', async () => {
  await using db = await createDatabase()
  const provider = fakeProvider([busy, { messageId: 'SM1' }])
  const needs = needsOf(db, provider, caps(1, 10))
  const job = await insertJob(db)
  const sms = await insertSms(db, job, provider)
  assert.equal(await sendNow(needs, sms), false)
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), 'sent')
  await db.pool.query('delete from job')
  assert.equal(await sendNow(needs, await insertSms(db, await insertJob(db), provider)), false)
  assert.equal(provider.asked.length, 2)
  const { rows } = await db.pool.query<{ row: string }>('select to_jsonb(h)::text as row from sms_handover h')
  assert.equal(rows.length, 1)
  assert.doesNotMatch(rows[0]?.row ?? '', /600111222/)
})

test('SMS in the outbox and SMS held back are not counted; codes and the outbox have no cap', async () => {
  await using db = await createDatabase()
  const provider = accepting()
  const needs = needsOf(db, provider, caps(1, 1))
  const job = await insertJob(db)
  assert.equal(await sendNow(needs, await insertSms(db, job, outbox.connect({}))), true)
  assert.equal(await sendNow(needs, await insertSms(db, job, provider)), true)
  assert.equal(await sendNow(needs, await insertSms(db, job, provider)), false)
  assert.equal(await sendNow(needs, await insertSms(db, job, outbox.connect({}))), true)
  assert.equal((await db.pool.query('select from sms_handover')).rowCount, 1)
})

test('over the cap the row is stored as failed and not sent', async () => {
  await using db = await createDatabase()
  const provider = accepting()
  const needs = needsOf(db, provider, caps(1, 1))
  const job = await insertJob(db)
  await sendNow(needs, await insertSms(db, job, provider))
  const sms = await insertSms(db, job, provider)
  assert.equal(await sendNow(needs, sms), false)
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.status, row.last_error], ['failed', 'cap'])
  assert.deepEqual(await dueIds(db.kysely, smsRows, { limit: 10 }), [])
  assert.equal(provider.asked.length, 1)
})

test('a text whose draft was deleted before it was handed over is not sent', async () => {
  await using db = await createDatabase()
  const provider = accepting()
  const sms = await insertSms(db, await insertJob(db), provider)
  await db.pool.query('delete from job')
  assert.equal(await sendNow(needsOf(db, provider), sms), false)
  assert.equal(provider.asked.length, 0)
})

test('while the caps cannot be counted nothing is sent, and the text waits', async () => {
  await using db = await createDatabase()
  const provider = accepting()
  const needs = needsOf(db, provider)
  await db.pool.query('alter table sms_handover rename to sms_handover_away')
  const sms = await insertSms(db, await insertJob(db), provider)
  assert.equal(await sendNow(needs, sms), false)
  assert.deepEqual([provider.asked.length, (await readSms(db, sms.id)).status], [0, 'due'])
  await db.pool.query('alter table sms_handover_away rename to sms_handover')
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), 'sent')
})

test('300 texts at once over two nodes: as many as the cap goes out, to a number and by a key', async () => {
  await using db = await createDatabase()
  const provider = fakeProvider(Array.from({ length: 600 }, () => ({ messageId: 'SM' })))
  const nodes = [needsOf(db, provider, caps(20, 100)), needsOf(db, provider, caps(20, 100))] as const
  const job = await insertJob(db)
  const all = async (toPhone: (n: number) => string, from = job) => {
    const texts = await Promise.all(
      Array.from({ length: 300 }, (_, n) => insertSms(db, from, provider, { to_phone: toPhone(n) })),
    )
    const sent = await Promise.all(texts.map((sms, n) => sendNow(nodes[n % 2 ? 1 : 0], sms)))
    return sent.filter(Boolean).length
  }
  assert.equal(await all(() => phone), 20)
  assert.equal(await all((n) => `+346003${String(n).padStart(5, '0')}`, await insertJob(db)), 100)
  assert.equal(provider.asked.length, 120)
})
