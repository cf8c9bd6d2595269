import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import {
  type Answer,
  fakeProvider,
  insertJob,
  insertSms,
  makeDue,
  needsOf,
  phone,
  readSms,
} from '../../test/support/sms.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { SmsProvider, SmsProviders } from './provider.ts'
import { retry, sendNow } from './send.ts'

let db: TestDatabase
before(async () => {
  db = await createDatabase()
})
after(() => db[Symbol.asyncDispose]())

const failure = (provider: string, outcome: 'refused' | 'unknown', retryable = true) =>
  new ProviderError(provider, 'status', { retryable, outcome })

const first = (answers: Answer[]) => fakeProvider(answers, 'first')
const second = (answers: Answer[]) => fakeProvider(answers, 'second')

async function newText(providers: SmsProviders) {
  const needs = needsOf(db, providers)
  return { needs, sms: await insertSms(db, await insertJob(db), providers[0]) }
}

test('decision 56: the second provider is asked after a definite refusal, and the row names it', async () => {
  for (const isRetryable of [true, false]) {
    const refusal = failure('first', 'refused', isRetryable)
    const [a, b] = [first([refusal]), second([{ messageId: 'B1' }])]
    const { needs, sms } = await newText([a, b])
    assert.equal(await sendNow(needs, sms), true)
    const { provider, provider_message_id, attempts } = await readSms(db, sms.id)
    assert.deepEqual([provider, provider_message_id, attempts], ['second', 'B1', 1])
    assert.deepEqual(b.asked, [{ id: sms.id, to: phone, body: sms.body }])
    assert.deepEqual(needs.errors, [refusal])
  }
})

test('decision 56: the row names a provider before it is asked', async () => {
  const seen: string[] = []
  const { needs, sms } = await newText([
    first([failure('first', 'refused')]),
    {
      ...second([]),
      async send({ id }) {
        seen.push((await readSms(db, id)).provider)
        return { messageId: 'B1' }
      },
    },
  ])
  await sendNow(needs, sms)
  assert.deepEqual(seen, ['second'])
})

test('decision 56: no other provider is asked after an unknown outcome, nor in the later attempt', async () => {
  const [a, b] = [first([failure('first', 'unknown'), failure('first', 'refused', false)]), second([])]
  const { needs, sms } = await newText([a, b])
  assert.equal(await sendNow(needs, sms), false)
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), 'failed')
  assert.deepEqual([a.asked.length, b.asked.length], [2, 0])
})

test('decision 56: an unknown outcome of the second provider is settled with the second', async () => {
  const a = first([failure('first', 'refused'), { messageId: 'A2' }])
  const b = second([failure('second', 'unknown'), { messageId: 'B2' }])
  const { needs, sms } = await newText([a, b])
  await sendNow(needs, sms)
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), 'sent')
  assert.deepEqual([a.asked.length, b.asked.length], [1, 2])
  assert.equal((await readSms(db, sms.id)).provider, 'second')
})

test('decision 56: a process that dies while it asks the second provider leaves the SMS with the second', async () => {
  const a = first([failure('first', 'refused'), { messageId: 'A2' }])
  const { promise: never } = Promise.withResolvers<{ messageId: string }>()
  const { promise: isAsked, resolve } = Promise.withResolvers<void>()
  const b: SmsProvider = {
    ...second([]),
    async send() {
      resolve()
      return never
    },
  }
  const { needs, sms } = await newText([a, b])
  void sendNow(needs, sms)
  await isAsked
  await makeDue(db, sms.id)
  const later = second([{ messageId: 'B2' }])
  assert.equal(await retry(needsOf(db, [a, later]), sms.id), 'sent')
  assert.deepEqual([a.asked.length, later.asked.length], [1, 1])
})

test('decision 56: an SMS in doubt is looked up before it is sent again', async () => {
  for (const found of [{ messageId: 'A1' }, null]) {
    const looked: string[] = []
    const a = {
      ...first([failure('first', 'unknown'), { messageId: 'A2' }]),
      async find(id: string) {
        looked.push(id)
        return found
      },
    }
    const { needs, sms } = await newText([a])
    await sendNow(needs, sms)
    assert.deepEqual(looked, [], 'the first attempt has nothing to look up')
    await makeDue(db, sms.id)
    assert.equal(await retry(needs, sms.id), 'sent')
    assert.deepEqual(looked, [sms.id])
    assert.equal(a.asked.length, found ? 1 : 2)
    assert.equal((await readSms(db, sms.id)).provider_message_id, found ? 'A1' : 'A2')
  }
})

test('decision 56: a look-up that fails sends nothing, and is repeated', async () => {
  const answers = [failure('first', 'refused'), null]
  const a = {
    ...first([failure('first', 'unknown'), { messageId: 'A2' }]),
    async find() {
      const answer = answers.shift() ?? null
      if (answer) throw answer
      return null
    },
  }
  const { needs, sms } = await newText([a, second([])])
  await sendNow(needs, sms)
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), 'due')
  assert.equal(a.asked.length, 1)
  assert.equal((await readSms(db, sms.id)).unknown_outcomes, 1)
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), 'sent')
})

test('decision 56: an SMS in doubt at a provider that is no longer chosen is not sent by another', async () => {
  const { needs, sms } = await newText([first([failure('first', 'unknown')])])
  await sendNow(needs, sms)
  await makeDue(db, sms.id)
  const b = second([])
  assert.equal(await retry(needsOf(db, b), sms.id), 'unknown')
  assert.equal(b.asked.length, 0)
})

test('decision 56: when all refuse, the SMS waits if one refusal may pass, else it has failed', async () => {
  const run = async (ofFirst: boolean, ofSecond: boolean) => {
    const { needs, sms } = await newText([
      first([failure('first', 'refused', ofFirst)]),
      second([failure('second', 'refused', ofSecond)]),
    ])
    await sendNow(needs, sms)
    assert.equal(needs.errors.length, 2)
    const { status, last_error } = await readSms(db, sms.id)
    return [status, last_error]
  }
  assert.deepEqual(await run(true, false), ['due', 'first: status'])
  assert.deepEqual(await run(false, true), ['due', 'second: status'])
  assert.deepEqual(await run(false, false), ['failed', 'second: status'])
})

test('decision 56: after a recipient has opted out at one provider, no other is asked, and the SMS has failed', async () => {
  const unwanted = new ProviderError('second', 'status 400, code 21610', {
    retryable: false,
    outcome: 'refused',
    isUnwanted: true,
  })
  const [b, c] = [second([unwanted]), fakeProvider([], 'third')]
  const { needs, sms } = await newText([first([failure('first', 'refused')]), b, c])
  assert.equal(await sendNow(needs, sms), false)
  assert.deepEqual([b.asked.length, c.asked.length], [1, 0])
  const { status, last_error, provider } = await readSms(db, sms.id)
  assert.deepEqual([status, last_error, provider], ['failed', 'second: status 400, code 21610', 'second'])
})

test('decision 56: an SMS that is deleted in the meantime is not given to the second provider', async () => {
  const a: SmsProvider = {
    ...first([]),
    async send({ id }) {
      await db.kysely.deleteFrom('sms').where('id', '=', id).execute()
      throw failure('first', 'refused')
    },
  }
  const b = second([])
  const { needs, sms } = await newText([a, b])
  await sendNow(needs, sms)
  assert.equal(b.asked.length, 0)
})
