import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import test, { after } from 'node:test'
import { restore } from '../../server/backup/restore.ts'
import { migrationNames } from '../../server/db/migration-files.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { type Members, membersOf, photoBytes, tempFolder } from '../support/backup.ts'
import { backUpWorld } from '../support/backup-world.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

/*
 * DESIGN 6.15: every backup can be restored by every later version. `npm run release:backup` adds one with each
 * release.
 */

const folder = tempFolder()
after(() => folder[Symbol.dispose]())
const kept = path.resolve(import.meta.dirname, '../data/backups')

for (const name of readdirSync(kept).sort()) {
  test(`a backup of ${name.replace(/\..*/, '')} is restored: statuses, prices, money and photos are as they were`, () =>
    restoresWhole(path.join(kept, name)))
}

test('a backup of this version, made the same way, is restored', async () => {
  await backUpWorld(folder.file)
  await restoresWhole(folder.file)
})

async function restoresWhole(file: string): Promise<void> {
  await using db = await createDatabase()
  const storage = folder.storage(`photos-of-${path.basename(file)}`)
  const made = await membersOf(file)
  const restored = await restore({ database: db, storage }, { file, force: false })
  const { migrations } = restored.manifest
  assert.deepEqual([...migrations, ...restored.migrated], migrationNames())
  assert.deepEqual([restored.expiredDrafts, restored.smsLeft, restored.paymentsInDoubt], [1, 1, 1])
  const expired = read(made, 'job').find(({ title }) => title === 'Expired')?.['id']
  const of = (table: string) =>
    read(made, table).filter((row) => ![row['id'], row['job_id']].includes(expired))
  const same = async (table: string, columns: string[]) =>
    assert.deepEqual(await rows(db, table, columns), pick(of(table), columns), table)

  await same('job', ['id', 'status', 'title', 'price', 'customer_phone', 'customer_id', 'carrier_id'])
  await same('payment', ['id', 'status', 'amount_cents', 'reference'])
  await same('ledger_transfer', ['id', 'kind', 'debit', 'credit', 'amount_cents', 'effect_id'])
  await same('wallet', ['account_id', 'balance_cents'])
  await same('audit_event', ['id', 'actor_type', 'actor_name', 'act', 'targets'])
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
  const photos = of('photo')
  assert.equal(photos.length, 3)
  await same('photo', ['name', 'job_id', 'position'])
  for (const name of photos.map((row) => String(row['name'])))
    assert.deepEqual(await photoBytes(storage, name), made.get(`photos/${name}`))
  await assertStopped(db, of('sms').length)
}

/** What was in progress is not done a second time, and no session is left. */
async function assertStopped({ pool }: TestDatabase, texts: number): Promise<void> {
  const { rows } = await pool.query(`
    select (select count(*) from session where ended_at is null and expires_at > now())
      + (select count(*) from member_session where ended_at is null and expires_at > now()) as sessions,
      (select count(*) from sms where status = 'unknown' and last_error = 'restored from backup') as unknown,
      (select count(*) from sms where status = 'sent') as sent,
      (select count(*) from payment_effect where in_doubt and status = 'due') as doubtful,
      (select count(*) from payment_effect where status = 'running') as running,
      (select count(*) from notice where told_at is null) as untold`)
  assert.deepEqual(rows, [{ sessions: 0, unknown: 1, sent: texts - 1, doubtful: 1, running: 0, untold: 0 }])
}

type Row = Record<string, unknown>

/** The rows of a table in the file, as text; `COPY` escapes with a backslash. */
function read(members: Members, table: string): Row[] {
  const { tables } = JSON.parse(String(members.get('manifest.json'))) as {
    tables: { name: string; columns: string[] }[]
  }
  const columns = tables.find(({ name }) => name === table)?.columns ?? []
  const lines = String(members.get(`tables/${table}.copy`) ?? '').split('\n')
  return lines.filter(Boolean).map((line) => {
    const values = line.split('\t').map((value) => (value === '\\N' ? null : value.replaceAll('\\\\', '\\')))
    return Object.fromEntries(columns.map((column, index) => [column, values[index]]))
  })
}

const pick = (from: Row[], columns: string[]): Row[] =>
  inOrder(from.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))))

async function rows({ pool }: TestDatabase, table: string, columns: string[]): Promise<Row[]> {
  const texts = columns.map((column) => `${column}::text as ${column}`)
  return inOrder((await pool.query<Row>(`select ${texts.join(', ')} from ${table}`)).rows)
}

const inOrder = (unsorted: Row[]): Row[] =>
  unsorted.map((row) => ({ ...row })).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
