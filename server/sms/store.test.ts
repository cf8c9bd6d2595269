import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import { outbox } from './providers/outbox.ts'
import { due, list } from './store.ts'
import { fakeProvider, insertJob, insertSms, makeDue, phone } from './test-support.ts'

test('dray sms list: every mode, newest last', async () => {
  await using db = await createDatabase()
  const live = await insertJob(db)
  const trial = await insertJob(db, 'test')
  const newer = await insertSms(db, trial, outbox.connect({}), { body: 'newer' })
  const older = await insertSms(db, live, fakeProvider([]), { body: 'older', created_at: new Date(0) })
  assert.deepEqual(await list(db.kysely), [
    {
      to: phone,
      body: 'older',
      status: 'sending',
      provider: 'fake',
      job_id: live.jobId,
      created_at: older.created_at,
      sent_at: null,
    },
    {
      to: phone,
      body: 'newer',
      status: 'sent',
      provider: 'outbox',
      job_id: trial.jobId,
      created_at: newer.created_at,
      sent_at: newer.sent_at,
    },
  ])
})

test('due: the longest due first, as many as asked, and none that waits or is settled', async () => {
  await using db = await createDatabase()
  const job = await insertJob(db)
  const provider = fakeProvider([])
  const second = await insertSms(db, job, provider, { due_at: new Date(1_000) })
  const first = await insertSms(db, job, provider, { due_at: new Date(0), status: 'pending' })
  await insertSms(db, job, provider)
  for (const status of ['sent', 'failed', 'unknown'] as const) {
    await makeDue(db, (await insertSms(db, job, provider, { status })).id)
  }
  assert.deepEqual(await due(db.kysely, 10), [first.id, second.id])
  assert.deepEqual(await due(db.kysely, 1), [first.id])
})
