import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import {
  fakeProvider,
  hours,
  insertCode,
  insertJob,
  insertSms,
  makeDue,
  phone,
  readSms,
  testSealer,
} from '../../test/support/sms.ts'
import { dueIds } from '../db/leased-rows.ts'
import { newId } from '../lib/ids.ts'
import { outbox } from './providers/outbox.ts'
import { createBodySealer } from './sealed-body.ts'
import { insertSms as insertNewSms, list, type NewSms, newSmsRow, smsRows } from './store.ts'

const most = 10

test('dray sms list: every mode, newest last', async () => {
  await using db = await createDatabase()
  const live = await insertJob(db)
  const trial = await insertJob(db, 'test')
  const newer = await insertSms(db, trial, outbox.connect({}), { body: 'newer' })
  const older = await insertSms(db, live, fakeProvider([]), { body: 'older', created_at: new Date(0) })
  assert.deepEqual(await list(db.kysely, { sealer: testSealer, most }), [
    {
      to: phone,
      kind: 'draft',
      body: 'older',
      status: 'sending',
      reason: null,
      provider: 'fake',
      job_id: live.jobId,
      created_at: older.created_at,
      sent_at: null,
      delivery: null,
    },
    {
      to: phone,
      kind: 'draft',
      body: 'newer',
      status: 'sent',
      reason: null,
      provider: 'outbox',
      job_id: trial.jobId,
      created_at: newer.created_at,
      sent_at: newer.sent_at,
      delivery: null,
    },
  ])
})

test('dray sms list is bounded: the oldest texts are left out', async () => {
  await using db = await createDatabase()
  const job = await insertJob(db)
  const addText = (body: string, created_at: Date) =>
    insertSms(db, job, outbox.connect({}), { body, created_at })
  for (const second of [3, 1, 2]) await addText(`text ${second}`, new Date(second * 1_000))
  const bodies = (await list(db.kysely, { sealer: testSealer, most: 2 })).map(({ body }) => body)
  assert.deepEqual(bodies, ['text 2', 'text 3'])
})

test('dray sms list opens sealed codes; an SMS sealed with another key is shown without its body', async () => {
  await using db = await createDatabase()
  await insertCode(db, outbox.connect({}), 'Dray: 012345')
  assert.deepEqual(
    (await list(db.kysely, { sealer: testSealer, most })).map(({ kind, body }) => [kind, body]),
    [['code', 'Dray: 012345']],
  )
  assert.deepEqual(
    (await list(db.kysely, { sealer: createBodySealer(randomBytes(32)), most })).map(({ body, status }) => [
      body,
      status,
    ]),
    [['', 'sent']],
  )
})

test('due: the oldest first, up to the limit, without waiting or settled rows', async () => {
  await using db = await createDatabase()
  const job = await insertJob(db)
  const provider = fakeProvider([])
  const second = await insertSms(db, job, provider, { due_at: new Date(1_000) })
  const first = await insertSms(db, job, provider, { due_at: new Date(0), status: 'due' })
  await insertSms(db, job, provider)
  for (const status of ['sent', 'failed', 'unknown'] as const) {
    await makeDue(db, (await insertSms(db, job, provider, { status })).id)
  }
  assert.deepEqual(await dueIds(db.kysely, smsRows, { limit: 10 }), [first.id, second.id])
  assert.deepEqual(await dueIds(db.kysely, smsRows, { limit: 1 }), [first.id])
})

test('a text is about a draft, a code or a notice, and about one of them', async () => {
  await using db = await createDatabase()
  const { jobId } = await insertJob(db)
  const accountId = newId()
  await db.kysely.insertInto('account').values({ id: accountId, phone }).execute()
  const { id: notice } = await db.kysely
    .insertInto('notice')
    .values({ account_id: accountId, kind: 'job_accepted', job_id: jobId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const createdAt = new Date()
  const row = newSmsRow({
    about: { notice, accountId, jobId },
    keyId: null,
    mode: 'live',
    to: phone,
    body: 'A carrier has accepted your job.',
    provider: outbox.connect({}),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + hours(1)),
  })
  await insertNewSms(db.kysely, row)
  const { kind, job_id, notice_id, account_id } = await readSms(db, row.id)
  assert.deepEqual([kind, job_id, notice_id, account_id], ['notice', jobId, notice, accountId])

  await assert.rejects(insertNewSms(db.kysely, { ...row, id: newId() }), /sms_notice/, 'one text per notice')
  const wrong: Partial<NewSms>[] = [
    { kind: 'draft' },
    { kind: 'code' },
    { notice_id: null },
    { account_id: null },
  ]
  for (const change of wrong)
    await assert.rejects(insertNewSms(db.kysely, { ...row, ...change, id: newId() }), /sms_about/)
})
