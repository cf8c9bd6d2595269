import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import test from 'node:test'
import pg from 'pg'
import { readMe } from '#contract/app/account.ts'
import { suspendAccount } from '../../server/accounts/store.ts'
import { journalFileIn } from '../../server/journal/journal-file.ts'
import { createJournalMirror } from '../../server/journal/mirror.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { createDatabase } from '../support/database.ts'
import { runTasks } from '../support/dray.ts'
import { openMarket } from '../support/market.ts'
import { runCommand } from '../support/process.ts'
import { until } from '../support/until.ts'

/* DESIGN 6.8: after a restore, deleted data stays deleted, suspensions stay, and ended keys and sessions stay ended. */

type Told = Record<string, number | null>

test('a restore does again what was done since the backup, from the journal in the data folder', async () => {
  await using market = await openMarket()
  const { app, partner } = market
  const { kysely, pool } = app.db
  const erased = await market.person('Canary Ana')
  const suspended = await market.person('Eva')
  const staying = await market.person('Olga')
  const carrier = await market.carrier()
  const draft = await market.draft(staying)
  const revoked = await app.partner()
  const regenerated = await app.partner()
  const env = { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir }
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], env)).code, 0)

  await eraseAccount(kysely, { accountId: erased.accountId, moneySettled: false })
  await suspendAccount(kysely, { accountId: suspended.accountId, reason: 'Canary reason' })
  await pool.query(`update carrier set status = 'suspended' where account_id = $1`, [carrier.accountId])
  assert.equal((await runCommand(['key', 'revoke', revoked.keyId], env)).code, 0)
  assert.equal((await runCommand(['key', 'regenerate', regenerated.keyId], env)).code, 0)
  await pool.query('delete from job where id = $1', [draft.job_id])
  const journal = journalFileIn(app.dataDir)
  {
    await using _tasks = runTasks(app)
    const lines = async () => (await readFile(journal, 'utf8').catch(() => '')).split('\n').filter(Boolean)
    await until('the background has copied the journal', async () => (await lines()).length === 6)
  }
  const copied = await readFile(journal, 'utf8')
  for (const needle of ['Canary', erased.phone, suspended.phone]) assert.ok(!copied.includes(needle))

  // Restores into an empty database, as after the loss of the database's disk: only the data folder is left.
  await using target = await createDatabase()
  const there = { DATABASE_URL: target.url, DATA_DIR: app.dataDir }
  const restored = await runCommand(['restore', file, '--json'], there)
  assert.equal(restored.code, 0, restored.stderr)
  const told = JSON.parse(restored.stdout) as Told
  assert.deepEqual(
    [told['erasures_replayed'], told['suspensions_replayed'], told['key_ends_replayed']],
    [1, 2, 2],
  )
  assert.equal(told['withdrawn_drafts_replayed'], 1)
  assert.ok((told['sessions_ended'] ?? 0) >= 3)

  const client = new pg.Client({ connectionString: target.url })
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
    assert.deepEqual(await rows(alive), [{ key_id: partner.keyId }])
    assert.equal((await rows('select from journal')).length, 6, 'kept for the next restore')
  } finally {
    await client.end()
  }
  assert.equal(
    (await runCommand(['restore', file, '--json', '--force'], there)).code,
    0,
    'and it may be repeated',
  )
  assert.equal((await readFile(journal, 'utf8')).split('\n').filter(Boolean).length, 6)
})

test('over a database that is still there the journal is read from its table, and a copy is taken by --journal', async () => {
  await using market = await openMarket()
  const { app } = market
  const person = await market.person('Ana')
  const env = { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir }
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
  const without = JSON.parse((await restoreInto(target.url, [])).stdout) as Told & { notes: string[] }
  assert.equal(without['erasures_replayed'], null)
  assert.match(without.notes[0] ?? '', /^No journal was there.*accounts that were erased are back/)
  const given = await restoreInto(target.url, ['--force', '--journal', copy])
  assert.equal((JSON.parse(given.stdout) as Told)['erasures_replayed'], 1, given.stderr)
  const again = await restoreInto(target.url, ['--force'])
  assert.equal((JSON.parse(again.stdout) as Told)['erasures_replayed'], 1, 'the table had kept it')
  await writeFile(copy, 'nothing\n')
  const refused = await restoreInto(target.url, ['--force', '--journal', copy])
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /copy\.jsonl, line 1: this is not an entry of a journal/)
})

test('a restore keeps the last expiry of a key, earlier, later or none, and ends links to the panel', async () => {
  await using market = await openMarket()
  const { app } = market
  const { pool, kysely } = app.db
  const keys = [await app.partner(), await app.partner(), await app.partner(), await app.partner()]
  const [shortened, extended, unlimited, untouched] = keys.map(({ keyId }) => keyId)
  const env = { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir }
  const expires = async (key = '', at = '') =>
    assert.equal((await runCommand(['key', 'update', key, '--expires', at], env)).code, 0)
  await pool.query(`update api_key set expires_at = '2031-05-01T00:00:00Z'`)
  await pool.query(
    `insert into admin_sign_in (token_hash, expires_at) values ('\\x01', now() + interval '1 hour')`,
  )
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
  assert.equal((JSON.parse(restored.stdout) as Told)['key_ends_replayed'], 4)
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
  const links = await target.pool.query('select expires_at <= now() as ended from admin_sign_in')
  assert.deepEqual(links.rows, [{ ended: true }])
})

test('a suspension that staff ended before the backup does not come back with it', async () => {
  await using market = await openMarket()
  const { app } = market
  const [reinstated, suspended] = [await market.carrier(), await market.carrier()]
  const setStatus = ({ accountId }: { accountId: string }, status: string) =>
    app.db.pool.query('update carrier set status = $2 where account_id = $1', [accountId, status])
  for (const carrier of [reinstated, suspended]) await setStatus(carrier, 'suspended')
  for (const carrier of [reinstated, suspended]) await setStatus(carrier, 'approved')
  const env = { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir }
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
