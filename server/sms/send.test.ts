import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import {
  busy,
  fakeProvider,
  hours,
  insertCode,
  insertJob,
  insertSms,
  lost,
  makeDue,
  needsOf,
  phone,
  readSms,
  refused,
  testSealer,
} from '../../test/support/sms.ts'
import { dueIds } from '../db/leased-rows.ts'
import { outbox } from './providers/outbox.ts'
import { createBodySealer } from './sealed-body.ts'
import { retry, sendNow } from './send.ts'
import { recordSent, smsRows } from './store.ts'

const ok = (messageId = 'SM1') => ({ messageId })
let db: TestDatabase
before(async () => {
  db = await createDatabase()
})
after(() => db[Symbol.asyncDispose]())

test('first attempt: accepted: sms_sent is true, and the row says when and under which id', async () => {
  const provider = fakeProvider([ok()])
  const sms = await insertSms(db, await insertJob(db), provider)
  assert.equal(await sendNow(needsOf(db, provider), sms), true)
  assert.deepEqual(provider.asked, [{ id: sms.id, to: phone, body: sms.body }])
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.status, row.provider_message_id, row.attempts], ['sent', 'SM1', 1])
  assert.ok(row.sent_at)
})

test('first attempt: refused for good: sms_sent is false, and it is not retried', async () => {
  const provider = fakeProvider([refused])
  const needs = needsOf(db, provider)
  const sms = await insertSms(db, await insertJob(db), provider)
  assert.equal(await sendNow(needs, sms), false)
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.status, row.last_error, row.sent_at], ['failed', 'fake: status 400', null])
  assert.deepEqual(needs.errors, [refused])
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), null)
})

test('first attempt: busy: sms_sent is false, and the row waits for half a minute', async () => {
  const provider = fakeProvider([busy, ok()])
  const needs = needsOf(db, provider)
  const sms = await insertSms(db, await insertJob(db), provider)
  assert.equal(await sendNow(needs, sms), false)
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.status, row.last_error, row.unknown_outcomes], ['due', 'fake: status 503', 0])
  assert.ok(row.due_at.getTime() - row.created_at.getTime() >= 30_000)
  assert.equal(await retry(needs, sms.id), null, 'not before it is due')
})

test('first attempt: no answer within the limit of 5 s: the call is given up, its outcome unknown', async () => {
  const silent = {
    ...fakeProvider([]),
    send: (_: unknown, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(lost))),
  }
  const sms = await insertSms(db, await insertJob(db), silent)
  // AbortSignal.timeout does not keep the process alive; in production the server's socket does.
  const alive = setInterval(() => {}, 1_000)
  assert.equal(await sendNow(needsOf(db, silent), sms), false)
  clearInterval(alive)
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.status, row.unknown_outcomes], ['due', 1])
})

test('first attempt: an unexpected exception of a provider leaves the SMS in doubt, and its message is not stored', async () => {
  const provider = fakeProvider([new TypeError(`cannot read ${phone}`)])
  const needs = needsOf(db, provider)
  const sms = await insertSms(db, await insertJob(db), provider)
  assert.equal(await sendNow(needs, sms), false)
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.status, row.unknown_outcomes], ['due', 1])
  assert.equal(row.last_error, 'fake: unexpected TypeError')
  assert.doesNotMatch(needs.errors.map(String).join(), /600111222/)
})

describe('test keys and the outbox', () => {
  test('in the outbox the row is the delivery', async () => {
    const provider = outbox.connect({})
    const sms = await insertSms(db, await insertJob(db), provider)
    const row = await readSms(db, sms.id)
    assert.deepEqual([row.status, row.claim_id, row.sent_at], ['sent', null, row.created_at])
    assert.equal(await sendNow(needsOf(db, provider), sms), true)
  })

  test('a test key’s text never reaches the configured provider, not even in a retry', async () => {
    const provider = fakeProvider([])
    const sms = await insertSms(db, await insertJob(db, 'test'), provider)
    await makeDue(db, sms.id)
    assert.equal(await retry(needsOf(db, provider), sms.id), 'sent')
    assert.equal(provider.asked.length, 0)
    assert.equal((await readSms(db, sms.id)).provider, 'outbox')
  })
})

describe('texts of codes (decision 24)', () => {
  test('a sealed text goes to the phone in clear, also at a later try, and is never in clear in its row', async () => {
    const provider = fakeProvider([busy, ok()])
    const needs = needsOf(db, provider)
    const sms = await insertCode(db, provider, 'Dray: 012345')
    assert.ok(!JSON.stringify(await readSms(db, sms.id)).includes('012345'))
    assert.equal(await sendNow(needs, sms), false)
    await makeDue(db, sms.id)
    assert.equal(await retry(needs, sms.id), 'sent')
    assert.deepEqual(
      provider.asked,
      [0, 1].map(() => ({ id: sms.id, to: phone, body: 'Dray: 012345' })),
    )
    const row = await readSms(db, sms.id)
    assert.equal(row.body, '')
    assert.equal(testSealer.open(sms.id, row.sealed_body ?? Buffer.alloc(0)), 'Dray: 012345')
  })

  test('an SMS sealed with another key ends as failed with its reason, and the sender goes on', async () => {
    const provider = fakeProvider([busy, ok()])
    const sms = await insertCode(db, provider, 'Dray: 012345')
    assert.equal(await sendNow(needsOf(db, provider), sms), false)
    await makeDue(db, sms.id)
    const needs = { ...needsOf(db, provider), bodySealer: createBodySealer(randomBytes(32)) }
    assert.equal(await retry(needs, sms.id), 'failed')
    const row = await readSms(db, sms.id)
    assert.deepEqual([row.status, row.last_error], ['failed', 'sealed with another secret key'])
    assert.equal(provider.asked.length, 1)
    assert.equal(needs.errors.length, 1)
    const next = await insertSms(db, await insertJob(db), provider)
    assert.equal(await sendNow(needs, next), true)
  })
})

test('retries: busy, busy, then accepted: one text', async () => {
  const provider = fakeProvider([busy, busy, ok()])
  const needs = needsOf(db, provider)
  const sms = await insertSms(db, await insertJob(db), provider)
  await sendNow(needs, sms)
  for (const expected of ['due', 'sent'] as const) {
    await makeDue(db, sms.id)
    assert.equal(await retry(needs, sms.id), expected)
  }
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.attempts, row.unknown_outcomes, row.last_error], [3, 0, null])
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), null)
  assert.equal(provider.asked.length, 3)
})

test('retries: a response lost twice: repeated once, then unknown', async () => {
  const provider = fakeProvider([lost, lost, ok()])
  const needs = needsOf(db, provider)
  const sms = await insertSms(db, await insertJob(db), provider)
  await sendNow(needs, sms)
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), 'unknown')
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), null)
  assert.equal(provider.asked.length, 2)
})

test('retries: a process that dies while sending: found when its lease runs out, repeated once', async () => {
  const provider = fakeProvider([ok('SM2')])
  const sms = await insertSms(db, await insertJob(db), provider)
  assert.equal(await retry(needsOf(db, provider), sms.id), null, 'not within the lease')
  await makeDue(db, sms.id)
  assert.ok((await dueIds(db.kysely, smsRows, { limit: 100 })).includes(sms.id))
  assert.equal(await retry(needsOf(db, provider), sms.id), 'sent')
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.unknown_outcomes, row.attempts, row.provider_message_id], [1, 2, 'SM2'])
})

test('retries: dies again while repeating: left as unknown, without a third call', async () => {
  const provider = fakeProvider([ok()])
  const sms = await insertSms(db, await insertJob(db), provider, { attempts: 2, unknown_outcomes: 1 })
  await makeDue(db, sms.id)
  assert.equal(await retry(needsOf(db, provider), sms.id), 'unknown')
  assert.equal((await readSms(db, sms.id)).status, 'unknown')
  assert.equal(provider.asked.length, 0)
})

test('retries: the draft’s time is up: failed with the last reason, without a call', async () => {
  const provider = fakeProvider([ok()])
  const past = new Date(Date.now() - 1_000)
  const change = {
    status: 'due',
    give_up_at: past,
    due_at: past,
    last_error: 'fake: status 503',
  } as const
  const sms = await insertSms(db, await insertJob(db), provider, change)
  assert.equal(await retry(needsOf(db, provider), sms.id), 'failed')
  const row = await readSms(db, sms.id)
  assert.deepEqual([row.status, row.last_error], ['failed', 'fake: status 503'])
  assert.equal(provider.asked.length, 0)
})

test('retries: no retry is planned beyond the time of the draft', async () => {
  const provider = fakeProvider([busy])
  const change = {
    status: 'due',
    attempts: 40,
    created_at: new Date(Date.now() - hours(46)),
    give_up_at: new Date(Date.now() + 60_000),
  } as const
  const sms = await insertSms(db, await insertJob(db), provider, change)
  await makeDue(db, sms.id)
  assert.equal(await retry(needsOf(db, provider), sms.id), 'failed')
  assert.equal(provider.asked.length, 1)
})

test('retries: a deleted draft takes its text along', async () => {
  const provider = fakeProvider([ok()])
  const job = await insertJob(db)
  const sms = await insertSms(db, job, provider)
  await makeDue(db, sms.id)
  await db.kysely.deleteFrom('job').where('id', '=', job.jobId).execute()
  assert.equal(await retry(needsOf(db, provider), sms.id), null)
  assert.equal(provider.asked.length, 0)
})

describe('two workers', () => {
  test('eight find the same row due: one sends', async () => {
    const provider = fakeProvider(Array.from({ length: 8 }, () => ok()))
    const sms = await insertSms(db, await insertJob(db), provider)
    await makeDue(db, sms.id)
    const needs = needsOf(db, provider)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => retry(needs, sms.id)))
    assert.deepEqual(outcomes.filter(Boolean), ['sent'])
    assert.equal(provider.asked.length, 1)
  })

  for (const late of [busy, refused, lost, ok('SM-late')]) {
    const name = late instanceof Error ? late.message : 'accepted'
    test(`one wakes after its lease: its late outcome (${name}) changes nothing`, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<{ messageId: string }>()
      const provider = fakeProvider([promise, ok('SM-second')])
      const needs = needsOf(db, provider)
      const sms = await insertSms(db, await insertJob(db), provider)
      const zombie = sendNow(needs, sms)
      while (provider.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
      await makeDue(db, sms.id)
      assert.equal(await retry(needs, sms.id), 'sent')
      const settled = await readSms(db, sms.id)
      if (late instanceof Error) reject(late)
      else resolve(late)
      assert.equal(await zombie, !(late instanceof Error))
      assert.deepEqual(await readSms(db, sms.id), settled)
    })
  }

  test('nor while the second is still sending', async () => {
    const sms = await insertSms(db, await insertJob(db), fakeProvider([]))
    const old = { id: sms.id, claimId: sms.claim_id ?? '' }
    const { promise, reject } = Promise.withResolvers<{ messageId: string }>()
    const provider = fakeProvider([promise])
    await makeDue(db, sms.id)
    const second = retry(needsOf(db, provider), sms.id)
    while (provider.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(await recordSent(db.kysely, old, { provider: 'fake', messageId: 'SM-late' }), false)
    reject(busy)
    assert.equal(await second, 'due')
  })
})
