import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import test from 'node:test'
import pg from 'pg'
import { readMe } from '#contract/app/account.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { suspendAccount } from '../../server/accounts/store.ts'
import { journalFileIn } from '../../server/journal/journal-file.ts'
import { createJournalMirror } from '../../server/journal/mirror.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { byOperator } from '../support/by-operator.ts'
import { createDatabase } from '../support/database.ts'
import { runTasks, type TestDray } from '../support/dray.ts'
import { envOf } from '../support/json-command.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { runCommand } from '../support/process.ts'
import { until } from '../support/until.ts'

/* DESIGN 6.8: after a restore, deleted data stays deleted, suspensions stay, and ended keys and sessions stay ended. */

type RestoreReport = Record<string, number | null>

test('a restore repeats the acts since the backup from the journal in the data folder', async () => {
  await using market = await openMarket()
  const { app, partner } = market
  const people = {
    erased: await market.person('Canary Ana'),
    suspended: await market.person('Eva'),
    staying: await market.person('Olga'),
    carrier: await market.carrier(),
  }
  const draft = await market.draft(people.staying)
  const keys = { revoked: (await app.partner()).keyId, regenerated: (await app.partner()).keyId }
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], envOf(app))).code, 0)
  await actAfterBackup(app, { people, keys, draft })
  const journal = journalFileIn(app.dataDir)
  await copyJournal(app, journal)
  const copied = await readFile(journal, 'utf8')
  for (const needle of ['Canary', people.erased.phone, people.suspended.phone])
    assert.ok(!copied.includes(needle))

  // Restores into an empty database, as after the loss of the database's disk: only the data folder is left.
  await using target = await createDatabase()
  const there = { DATABASE_URL: target.url, DATA_DIR: app.dataDir }
  const restored = await runCommand(['restore', file, '--json'], there)
  assert.equal(restored.code, 0, restored.stderr)
  const report = JSON.parse(restored.stdout) as RestoreReport
  assert.deepEqual(
    [report['erasures_replayed'], report['suspensions_replayed'], report['key_ends_replayed']],
    [1, 2, 2],
  )
  assert.equal(report['withdrawn_drafts_replayed'], 1)
  assert.ok((report['sessions_ended'] ?? 0) >= 3)
  await assertRepeated(target.url, { people, draft, livingKey: partner.keyId })
  const again = await runCommand(['restore', file, '--json', '--force'], there)
  assert.equal(again.code, 0, 'and it may be repeated')
  await assertAudited(there)
  assert.equal((await readFile(journal, 'utf8')).split('\n').filter(Boolean).length, 6)
})

type People = Record<'erased' | 'suspended' | 'staying' | 'carrier', Person>
type Draft = Pick<CustomerJob, 'job_id'>

/** The six acts that the journal must record. */
async function actAfterBackup(
  app: TestDray,
  { people, keys, draft }: { people: People; keys: { revoked: string; regenerated: string }; draft: Draft },
): Promise<void> {
  const { kysely, pool } = app.db
  await eraseAccount(kysely, { accountId: people.erased.accountId, moneySettled: false })
  await suspendAccount(kysely, { accountId: people.suspended.accountId, by: byOperator('Canary reason') })
  await pool.query(`update carrier set status = 'suspended' where account_id = $1`, [
    people.carrier.accountId,
  ])
  assert.equal((await runCommand(['key', 'revoke', keys.revoked], envOf(app))).code, 0)
  assert.equal((await runCommand(['key', 'regenerate', keys.regenerated], envOf(app))).code, 0)
  await pool.query('delete from job where id = $1', [draft.job_id])
}

/** Lets the background copy the journal to its file. */
async function copyJournal(app: TestDray, journal: string): Promise<void> {
  await using _tasks = runTasks(app)
  const lines = async () => (await readFile(journal, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  await until('the background has copied the journal', async () => (await lines()).length === 6)
}

async function assertAudited(env: Record<string, string>): Promise<void> {
  const { stdout } = await runCommand(['audit', 'list', '--json'], env)
  const last = (JSON.parse(stdout) as { act: string }[]).at(-1)
  assert.equal(last?.act, 'installation.restore', 'the restore is the last event')
}

async function assertRepeated(
  url: string,
  { people, draft, livingKey }: { people: People; draft: Draft; livingKey: string },
): Promise<void> {
  const { erased, suspended, staying } = people
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const rows = async (sql: string) => (await client.query(sql)).rows
    const account = (id: string) =>
      rows(`select phone, name, suspended_at is not null as s from account where id = '${id}'`)
    assert.deepEqual(await account(erased.accountId), [{ phone: null, name: null, s: false }])
    assert.deepEqual(await account(suspended.accountId), [{ phone: suspended.phone, name: 'Eva', s: true }])
    assert.deepEqual(await account(staying.accountId), [{ phone: staying.phone, name: 'Olga', s: false }])
    assert.deepEqual(await rows('select status from carrier'), [{ status: 'suspended' }])
    assert.deepEqual(await rows('select from session where ended_at is null'), [])
    assert.deepEqual(await rows(`select from job where id = '${draft.job_id}'`), [])
    const alive = `select key_id from api_key_secret s join api_key k on k.id = key_id
      where revoked_at is null and coalesce(replaced_at, 'infinity') > now()`
    assert.deepEqual(await rows(alive), [{ key_id: livingKey }])
    assert.equal((await rows('select from journal')).length, 6, 'kept for the next restore')
  } finally {
    await client.end()
  }
}

test('over a database that is still there the journal is read from its table, and a copy is taken by --journal', async () => {
  await using market = await openMarket()
  const { app } = market
  const person = await market.person('Ana')
  const env = envOf(app)
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], env)).code, 0)
  await eraseAccount(app.db.kysely, { accountId: person.accountId, moneySettled: false })
  assert.equal((await person.refused(readMe)).status, 401)
  const copy = path.join(app.dataDir, 'copy.jsonl')
  await createJournalMirror({ kysely: app.db.kysely, file: copy })()
  // A line that a crash has truncated, followed by valid lines.
  const whole = await readFile(copy, 'utf8')
  await writeFile(copy, `{"id":"0\n${whole}`)

  const restoreInto = async (url: string, more: string[]) => {
    const answer = await runCommand(['restore', file, '--json', ...more], {
      DATABASE_URL: url,
      DATA_DIR: path.join(app.dataDir, 'elsewhere'),
    })
    await rm(path.join(app.dataDir, 'elsewhere'), { recursive: true, force: true })
    return answer
  }
  await using target = await createDatabase()
  const without = JSON.parse((await restoreInto(target.url, [])).stdout) as RestoreReport & {
    notes: string[]
  }
  assert.equal(without['erasures_replayed'], null)
  assert.match(without.notes[0] ?? '', /^No journal was found.*accounts that were erased are back/)
  const given = await restoreInto(target.url, ['--force', '--journal', copy])
  assert.equal((JSON.parse(given.stdout) as RestoreReport)['erasures_replayed'], 1, given.stderr)
  const again = await restoreInto(target.url, ['--force'])
  assert.equal((JSON.parse(again.stdout) as RestoreReport)['erasures_replayed'], 1, 'the table had kept it')
  await writeFile(copy, 'nothing\n')
  const refused = await restoreInto(target.url, ['--force', '--journal', copy])
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /copy\.jsonl, line 1: this is not an entry of a journal/)
})

test('a restore keeps the last expiry of a key, earlier, later or none', async () => {
  await using market = await openMarket()
  const { app } = market
  const { pool, kysely } = app.db
  const keys = [await app.partner(), await app.partner(), await app.partner(), await app.partner()]
  const [shortened, extended, unlimited, untouched] = keys.map(({ keyId }) => keyId)
  const env = envOf(app)
  const expires = async (key = '', at = '') =>
    assert.equal((await runCommand(['key', 'update', key, '--expires', at], env)).code, 0)
  await pool.query(`update api_key set expires_at = '2031-05-01T00:00:00Z'`)
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], env)).code, 0)
  // Older than the margin by which an act's time may precede its commit.
  await pool.query(`update journal set at = at - interval '2 hours'`)
  await expires(shortened, '2030-01-01T00:00:00Z')
  await expires(extended, '2032-01-01T00:00:00Z')
  await expires(extended, '2033-01-01T00:00:00Z')
  await expires(unlimited, 'never')
  await createJournalMirror({ kysely, file: journalFileIn(app.dataDir) })()

  await using target = await createDatabase()
  const there = { DATABASE_URL: target.url, DATA_DIR: app.dataDir }
  const restored = await runCommand(['restore', file, '--json'], there)
  assert.equal(restored.code, 0, restored.stderr)
  assert.equal((JSON.parse(restored.stdout) as RestoreReport)['key_ends_replayed'], 4)
  const { rows } = await target.pool.query<{ id: string; at: Date | null }>(
    'select id, expires_at as at from api_key',
  )
  const endOf = (key = '') => rows.find(({ id }) => id === key)?.at?.toISOString() ?? null
  assert.deepEqual([shortened, extended, unlimited, untouched].map(endOf), [
    '2030-01-01T00:00:00.000Z',
    '2033-01-01T00:00:00.000Z',
    null,
    '2031-05-01T00:00:00.000Z',
  ])
})

test('a suspension that ended before the backup is not restored', async () => {
  await using market = await openMarket()
  const { app } = market
  const [reinstated, suspended] = [await market.carrier(), await market.carrier()]
  const setStatus = ({ accountId }: { accountId: string }, status: string) =>
    app.db.pool.query('update carrier set status = $2 where account_id = $1', [accountId, status])
  for (const carrier of [reinstated, suspended]) await setStatus(carrier, 'suspended')
  for (const carrier of [reinstated, suspended]) await setStatus(carrier, 'approved')
  const env = envOf(app)
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], env)).code, 0)
  await setStatus(suspended, 'suspended')
  await createJournalMirror({ kysely: app.db.kysely, file: journalFileIn(app.dataDir) })()

  await using target = await createDatabase()
  const restored = await runCommand(['restore', file, '--json'], { ...env, DATABASE_URL: target.url })
  assert.equal(restored.code, 0, restored.stderr)
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ account_id: string; status: string }>(
      'select account_id, status from carrier',
    )
    const statusOf = new Map(rows.map(({ account_id, status }) => [account_id, status]))
    assert.equal(statusOf.get(reinstated.accountId), 'approved')
    assert.equal(statusOf.get(suspended.accountId), 'suspended')
  } finally {
    await client.end()
  }
})
