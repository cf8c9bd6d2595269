import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { claimRow, dueIds, finishRow, type LeasedRows, releaseRow } from '../../server/db/leased-rows.ts'
import { newId } from '../../server/lib/ids.ts'
import { effectRows } from '../../server/payments/effects/queue.ts'
import { runDueEffects } from '../../server/payments/effects/run.ts'
import { pushRows } from '../../server/push/devices.ts'
import { sendDuePushes } from '../../server/push/send.ts'
import { readVapidKeys } from '../../server/push/vapid.ts'
import { smsRows } from '../../server/sms/store.ts'
import { sendDueSms } from '../../server/tasks/send-due-sms.ts'
import type { ClaimOrder } from '../support/claim-and-wait.fixture.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { beginPayment, newAccount, testMoney } from '../support/payments.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { fakeProvider, insertJob, insertSms, needsOf } from '../support/sms.ts'

/** A table as a queue, and the background task that does its work. */
type Queue = {
  rows: LeasedRows<'sms' | 'payment_effect' | 'push'>
  failed: 'failed' | 'refused'
  done: string
  /** Inserts a due row. @returns its id. */
  insert: (db: TestDatabase) => Promise<string>
  runTask: (db: TestDatabase) => Promise<void>
}

const running = () => new AbortController().signal
let pushService: PushService
before(async () => {
  pushService = await startPushService()
})
after(() => pushService[Symbol.asyncDispose]())

const texts: Queue = {
  rows: smsRows,
  failed: 'failed',
  done: 'sent',
  insert: async (db) =>
    (await insertSms(db, await insertJob(db), fakeProvider([]), { status: 'due', due_at: new Date(0) })).id,
  runTask: (db) => sendDueSms(needsOf(db, fakeProvider([{ messageId: '1' }])), running()),
}

const effects: Queue = {
  rows: effectRows,
  failed: 'refused',
  done: 'done',
  insert: async (db) => (await beginPayment(await testMoney(db), 'success')).effectId,
  runTask: async (db) => runDueEffects(await testMoney(db), running()),
}

const pushes: Queue = {
  rows: pushRows,
  failed: 'failed',
  done: 'sent',
  insert: insertPush,
  async runTask(db) {
    pushService.expectKey((await readVapidKeys(db.kysely)).publicKey)
    const pushEndpointsAllowed = [new URL(pushService.url).host]
    await sendDuePushes({ ...db, pushContact: 'mailto:ops@dray.test', pushEndpointsAllowed }, running())
  },
}

async function insertPush(db: TestDatabase): Promise<string> {
  const accountId = await newAccount(db)
  const [id, sessionId, subscriptionId] = [newId(), newId(), newId()]
  const { endpoint, keys } = pushService.subscription()
  await db.pool.query(
    `insert into session (id, account_id, token_hash, kind, device, expires_at)
     values ($1, $2, $3, 'native', 'test', now() + interval '1 day')`,
    [sessionId, accountId, Buffer.from(sessionId)],
  )
  await db.pool.query(
    `insert into push_subscription (id, account_id, session_id, endpoint, p256dh, auth) values ($1, $2, $3, $4, $5, $6)`,
    [subscriptionId, accountId, sessionId, endpoint, keys.p256dh, keys.auth],
  )
  await db.pool.query(
    `with n as (insert into notice (account_id, kind, told_at) values ($1, 'carrier_approved', now()) returning id)
     insert into push (id, subscription_id, notice_id) select $2, $3, id from n`,
    [accountId, id, subscriptionId],
  )
  return id
}

/** Of a table that has a `status` already, such as a job with the columns of its text. */
const prefixed: Queue = {
  ...pushes,
  rows: { table: 'push', prefix: 'text_', leaseSeconds: 30 },
  async runTask({ kysely }) {
    for (const id of await dueIds(kysely, prefixed.rows, { limit: 10 })) {
      const claim = await claimRow(kysely, prefixed.rows, id)
      if (claim) await finishRow(kysely, prefixed.rows, claim, { status: 'sent' })
    }
  },
}

const queues = { texts, 'calls to the processor': effects, pushes, 'a table with prefixed columns': prefixed }

for (const [name, queue] of Object.entries(queues)) {
  test(`DESIGN 6, promise 7: ${name}: after kill -9 between claim and finish, the work resumes within 60 s`, () =>
    killAndResume(queue))

  test(`DESIGN 6, promise 7: ${name}: of many workers that claim one row, one gets it`, () =>
    claimAtOnce(queue))

  test(`DESIGN 6, promise 7: ${name}: two workers that hold one row after another never both finish it`, () =>
    finishAtOnce(queue))

  test(`DESIGN 6, promise 7: ${name}: a worker that has lost its lease changes nothing`, () =>
    finishLate(queue))
}

async function killAndResume(queue: Queue): Promise<void> {
  await using table = await openTable(queue)
  const { db, rows } = table
  const id = await queue.insert(db)
  const claim = await claimAndDie({ url: db.url, rows, id })
  const { status, resumesInTime } = await table.read(id)
  assert.deepEqual([status, await table.isDue(id), resumesInTime], ['running', false, true])
  await table.passMinute(id)
  assert.ok(await table.isDue(id), 'the lease has ended')
  await queue.runTask(db)
  assert.equal((await table.read(id)).status, queue.done)
  assert.equal(await finishRow(db.kysely, rows, claim, { status: queue.failed }), false)
  assert.equal((await table.read(id)).status, queue.done)
}

async function claimAtOnce(queue: Queue): Promise<void> {
  await using table = await openTable(queue)
  const id = await queue.insert(table.db)
  const claims = await Promise.all(
    Array.from({ length: 10 }, () => claimRow(table.db.kysely, table.rows, id)),
  )
  assert.equal(claims.filter((claim) => claim !== null).length, 1)
}

async function finishAtOnce(queue: Queue): Promise<void> {
  await using table = await openTable(queue)
  const { lost, held } = await table.claimTwice(await queue.insert(table.db))
  const finished = await Promise.all(
    [lost, held].map((claim) => finishRow(table.db.kysely, table.rows, claim, { status: queue.failed })),
  )
  assert.deepEqual(finished, [false, true])
}

async function finishLate(queue: Queue): Promise<void> {
  await using table = await openTable(queue)
  const { db, rows } = table
  const id = await queue.insert(db)
  const { lost, held } = await table.claimTwice(id)
  const assertUnchanged = async () => {
    const { row } = await table.read(id)
    assert.equal(await finishRow(db.kysely, rows, lost, { status: queue.failed }), false)
    assert.equal(await releaseRow(db.kysely, rows, lost, { dueAt: sql`now()` }), false)
    assert.deepEqual((await table.read(id)).row, row)
  }
  await assertUnchanged()
  assert.ok(await releaseRow(db.kysely, rows, held, { dueAt: sql`now() + interval '1 hour'` }))
  await assertUnchanged()
  assert.equal(await table.isDue(id), false, 'it waits for its new time')
}

/** The table of a queue in a new database. */
async function openTable({ rows }: Queue) {
  const db = await createDatabase()
  const { table, prefix = '' } = rows
  // Triggers know the columns by their names.
  if (prefix) await db.pool.query(`alter table ${table} disable trigger user`)
  for (const name of prefix ? ['status', 'attempts', 'due_at', 'claim_id'] : [])
    await db.pool.query(`alter table ${table} rename ${name} to ${prefix}${name}`)
  const [status, dueAt] = [sql.ref(`${prefix}status`), sql.ref(`${prefix}due_at`)]
  const claim = async (id: string) => (await claimRow(db.kysely, rows, id)) ?? assert.fail('the row is due')
  /** As if a minute had passed. */
  const passMinute = (id: string) =>
    sql`update ${sql.table(table)} set ${dueAt} = ${dueAt} - interval '1 minute' where id = ${id}`.execute(
      db.kysely,
    )
  return {
    db,
    rows,
    passMinute,
    /** Two workers claim the row, the second after the lease of the first. */
    async claimTwice(id: string) {
      const lost = await claim(id)
      await passMinute(id)
      return { lost, held: await claim(id) }
    },
    async read(id: string) {
      const { rows: found } = await sql<{ row: unknown; status: string; resumesInTime: boolean }>`
        select to_jsonb(t) as row, ${status} as status,
          ${dueAt} <= now() + make_interval(secs => ${60 - longestPause}) as "resumesInTime"
        from ${sql.table(table)} t where id = ${id}`.execute(db.kysely)
      return found[0] ?? assert.fail('the row exists')
    },
    isDue: async (id: string) => (await dueIds(db.kysely, rows, { limit: 1_000 })).includes(id),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}

/** Seconds after which each background task looks for due rows again, at most (`tasks/index.ts`). */
const longestPause = 5

/** A process that claims the row and is killed. @returns its claim. */
async function claimAndDie(order: ClaimOrder): Promise<{ id: string; claimId: string }> {
  const script = new URL('../support/claim-and-wait.fixture.ts', import.meta.url)
  const child = spawn(process.execPath, [script.pathname, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return JSON.parse(line.toString()) as { id: string; claimId: string }
}
