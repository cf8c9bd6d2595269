import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import {
  busy,
  fakeProvider,
  insertJob,
  insertSms,
  makeDue,
  needsOf,
  readSms,
} from '../../test/support/sms.ts'
import { startTcpProxy } from '../../test/support/tcp-proxy.ts'
import { until } from '../../test/support/until.ts'
import { closeDatabase, openDatabase } from '../db/database.ts'
import { retry, sendNow } from './send.ts'

const ok = () => ({ messageId: 'SM1' })
let db: TestDatabase
before(async () => {
  db = await createDatabase()
})
after(() => db[Symbol.asyncDispose]())

test('first attempt: the outcome cannot be written: accepted is accepted, and the create does not fail of it', async () => {
  const broken = openDatabase({
    connection: { connectionString: db.url },
    maxConnections: 1,
    onError: () => {},
  })
  await closeDatabase(broken)
  const provider = fakeProvider([ok(), busy])
  const needs = { ...needsOf(db, provider), kysely: broken.kysely }
  const sms = await insertSms(db, await insertJob(db), provider)
  assert.equal(await sendNow(needs, sms), true)
  assert.equal(await sendNow(needs, sms), false)
  assert.equal(needs.errors.length, 3)
  assert.equal((await readSms(db, sms.id)).status, 'running')
})

test('first attempt: the database is away when the text is sent: the outcome is written later, and no second text sent', async () => {
  await using proxy = await startTcpProxy(db.url)
  const away = openDatabase({
    connection: { connectionString: proxy.url },
    maxConnections: 1,
    onError: () => {},
  })
  await using _closed = { [Symbol.asyncDispose]: () => closeDatabase(away) }
  const asked: string[] = []
  const provider = {
    ...fakeProvider([]),
    async send({ id }: { id: string }) {
      asked.push(id)
      await proxy.refuse()
      return ok()
    },
  }
  const needs = { ...needsOf(db, provider), kysely: away.kysely }
  const sms = await insertSms(db, await insertJob(db), provider)
  assert.equal(await sendNow(needs, sms), true)
  assert.equal((await readSms(db, sms.id)).status, 'running')
  await proxy.accept()
  await until('the outcome is written', async () => (await readSms(db, sms.id)).status === 'sent')
  await makeDue(db, sms.id)
  assert.equal(await retry(needs, sms.id), null)
  assert.deepEqual(asked, [sms.id])
})
