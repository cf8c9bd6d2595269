import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { membersOf, tempFolder, writeMembers } from '../../test/support/backup.ts'
import { backUpWorld } from '../../test/support/backup-world.ts'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import { rowHashes } from '../../test/support/row-hashes.ts'
import { scratchDatabases } from '../../test/support/scratch-databases.ts'
import { until } from '../../test/support/until.ts'
import { knownMigrations, type MigrationText } from '../db/migration-files.ts'
import { disk } from '../photos/storage/disk.ts'
import { backup } from './backup.ts'
import { type Drilled, drill } from './drill.ts'
import type { FaultKind } from './faults.ts'
import { judgeSpace } from './free-space.ts'
import { BackupError } from './manifest.ts'
import { restore } from './restore.ts'
import { inScratchDatabase } from './scratch.ts'

/* DESIGN 2: `dray drill restore FILE` proves a backup in a scratch database, beside the running service. */

const folder = tempFolder()
const good = folder.file
const photoFolder = path.join(folder.path, 'live')
const photos = disk.connect({ PHOTO_DIR: photoFolder }, { dataDir: folder.path })
let service: TestDatabase

before(async () => {
  await backUpWorld(good)
  service = await createDatabase()
  await restore({ database: service, storage: photos }, { file: good, force: false })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

type Options = { migrations?: MigrationText[]; newerThanHours?: number; signal?: AbortSignal }

async function drilled(file: string, options: Options = {}): Promise<Drilled> {
  const { migrations, newerThanHours = null, signal = new AbortController().signal } = options
  const before = await rowHashes(service.pool)
  const files = fs.readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).sort()
  try {
    return await inScratchDatabase(
      { connectionString: service.url },
      { signal, dataDir: null, onLeftover: () => {} },
      (database) =>
        drill(
          { database, ...(migrations && { migrations }) },
          { file, signal, journal: null, newerThanHours },
        ),
    )
  } finally {
    assert.deepEqual(await scratchDatabases(service), [], 'the scratch database is dropped')
    assert.deepEqual(await rowHashes(service.pool), before, 'no row of the service has changed')
    assert.deepEqual(
      fs.readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).sort(),
      files,
      'nor any file',
    )
  }
}

const kindsOf = ({ counts }: Drilled): FaultKind[] => Object.keys(counts) as FaultKind[]

let count = 0
const newFile = () => path.join(folder.path, `${(count += 1)}.tar.gz`)

/** Backs up the service after changing its rows as a superuser can, without triggers; then they are as before. */
async function backUpChanged(statement: string, alsoChange = () => {}): Promise<string> {
  const file = newFile()
  await using changed = await createDatabase()
  const storage = disk.connect({ PHOTO_DIR: `${file}-photos` }, { dataDir: folder.path })
  await restore({ database: changed, storage }, { file: good, force: false })
  await changed.pool.query(
    `set session_replication_role = replica; ${statement}; reset session_replication_role`,
  )
  alsoChange()
  await backup({ pool: changed.pool, storage }, { file, force: false })
  return file
}

test('finds nothing wrong with a good backup, and says how long each part took', async () => {
  const found = await drilled(good)
  assert.deepEqual(found.named, [])
  assert.deepEqual(Object.keys(found.seconds), ['prepare', 'verify', 'fill', 'count', 'migrate', 'check'])
  assert.ok(found.ageHours !== null && found.ageHours < 1)
  assert.deepEqual(found.restored?.migrated, [])
})

test('finds nothing wrong with a backup of the oldest version', async () => {
  const found = await drilled(path.join(import.meta.dirname, '../../test/data/backups/0008_feed.tar.gz'))
  assert.deepEqual(found.named, [])
  assert.equal(found.restored?.migrated.at(-1), knownMigrations().at(-1)?.name)
})

test('finds a flipped byte and a truncated file', async () => {
  const whole = fs.readFileSync(good)
  const half = Math.floor(whole.length / 2)
  const flipped = Buffer.from(whole)
  flipped[half] = (flipped[half] as number) ^ 0xff
  for (const bytes of [flipped, whole.subarray(0, half), Buffer.from('not a backup')]) {
    const file = newFile()
    fs.writeFileSync(file, bytes)
    assert.deepEqual(kindsOf(await drilled(file)), ['damaged'])
  }
})

test('finds a photo that is missing, cut, or overwritten, and names its job', async () => {
  const { rows } = await service.pool.query<{ name: string; job: string; position: number }>(
    'select name, job_id as job, position from photo where job_id is not null order by name',
  )
  const [missing, cut, zeros] = rows
  const file = await backUpChanged('select')
  const members = await membersOf(file)
  const bytesOf = (name = '') => members.get(`photos/${name}`) as Buffer
  // As after a fault of the disk: the backup has the photos as they were found.
  const place = disk.connect({ PHOTO_DIR: `${file}-photos` }, { dataDir: folder.path })
  await place.remove(missing?.name ?? '')
  await place.put(cut?.name ?? '', bytesOf(cut?.name).subarray(0, 100))
  await place.put(zeros?.name ?? '', Buffer.alloc(bytesOf(zeros?.name).length))
  await using source = await createDatabase()
  await restore(
    { database: source, storage: disk.connect({ PHOTO_DIR: newFile() }, { dataDir: '' }) },
    { file, force: false },
  )
  const faulty = newFile()
  await backup({ pool: source.pool, storage: place }, { file: faulty, force: false })

  const subject = (row = missing) => `job ${row?.job}, photo ${row?.position}`
  const found = await drilled(faulty)
  assert.deepEqual(found.named, [
    { fault: 'photo_missing', subject: subject(), detail: 'its file is not in the backup' },
    {
      fault: 'photo_damaged',
      subject: subject(cut),
      detail: `100 bytes, and ${bytesOf(cut?.name).length} were stored`,
    },
    { fault: 'photo_damaged', subject: subject(zeros), detail: 'its bytes are not those of a picture' },
  ])
})

test('finds a ledger that does not add up, and names the account or payment', async () => {
  const file = await backUpChanged('update wallet set balance_cents = balance_cents + 1')
  const [fault, ...more] = (await drilled(file)).named
  assert.deepEqual(more, [])
  assert.match(fault?.subject ?? '', /^wallet:[0-9a-f-]{36}$/)
  assert.equal(fault?.detail, 'wallet balance: 2501 cents instead of 2500')
})

test('finds a changed event of the audit log', async () => {
  const file = await backUpChanged(`update audit_event set actor_name = 'Somebody else' where id = 1`)
  assert.deepEqual((await drilled(file)).named, [
    { fault: 'audit_chain', subject: 'event 1', detail: 'changed (place 1)' },
  ])
})

test('finds a table that no migration makes: a restore would fail with it', async () => {
  const file = await backUpChanged('create table stranger (id integer)')
  assert.deepEqual((await drilled(file)).named, [
    {
      fault: 'not_restorable',
      subject: null,
      detail: 'PostgreSQL refuses what it contains (42P01): relation "stranger" does not exist',
    },
  ])
})

test('finds rows that break a constraint, and quotes no value of them', async () => {
  const members = await membersOf(good)
  const lines = String(members.get('tables/account.copy'))
  members.set('tables/account.copy', Buffer.from(lines + lines.slice(0, lines.indexOf('\n') + 1)))
  const file = newFile()
  await writeMembers(file, await summed(members, 'account', 1))
  const [fault] = (await drilled(file)).named
  assert.equal(
    fault?.detail,
    'PostgreSQL refuses what it contains (23505): table account, constraint account_pkey',
  )
})

/** Corrects the sums and the count of rows, as a program that makes such a backup would. */
async function summed(members: Map<string, Buffer>, table: string, more: number) {
  const { createHash } = await import('node:crypto')
  const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const sums = [...members]
    .filter(([name]) => name !== 'SHA256SUMS' && name !== 'manifest.json')
    .map(([name, content]) => `${hash(content)}  ${name}\n`)
  const list = Buffer.from(sums.join(''))
  members.set('SHA256SUMS', list)
  const manifest = JSON.parse(String(members.get('manifest.json'))) as {
    tables: { name: string; rows: number }[]
  }
  const tables = manifest.tables.map((each) =>
    each.name === table ? { ...each, rows: each.rows + more } : each,
  )
  members.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, tables, sha256sums: hash(list) })))
  return members
}

/** The migrations of a version that makes something else of the rows. */
function withLast(sql: string): MigrationText[] {
  const all = knownMigrations()
  const last = all.pop() as MigrationText
  return [...all, { ...last, text: `${last.text};\n${sql};` }]
}

test('finds rows that a restore adds, and a schema that the migrations do not make', async () => {
  const migrations = withLast(`
    create function doubled() returns trigger language plpgsql as $$ begin
      insert into postcode (country, postcode, place, province, lat, lon) values ('ES', '28001', 'Madrid', '28', 40, -3);
      return null; end $$;
    create trigger doubled after insert on partner for each row execute function doubled();
    create index extra on job (title)`)
  const found = await drilled(good, { migrations })
  assert.deepEqual(found.named, [
    { fault: 'rows', subject: 'postcode', detail: '1 rows, and 0 were backed up' },
    { fault: 'schema', subject: 'job', detail: 'differs from what the migrations make' },
    { fault: 'schema', subject: 'partner', detail: 'differs from what the migrations make' },
    { fault: 'schema', subject: 'doubled(', detail: 'is made by no migration' },
  ])
})

async function withManifest(changes: object): Promise<string> {
  const members = await membersOf(good)
  const manifest = JSON.parse(String(members.get('manifest.json'))) as object
  const file = newFile()
  await writeMembers(
    file,
    members.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...changes }))),
  )
  return file
}

test('an old backup is a fault only with a limit of its age', async () => {
  const created_at = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const file = await withManifest({ created_at })
  assert.deepEqual(kindsOf(await drilled(file, { newerThanHours: 2 })), ['too_old'])
  assert.deepEqual(kindsOf(await drilled(file, { newerThanHours: 4 })), [])
  assert.deepEqual(kindsOf(await drilled(file)), [])
})

test('a backup of a newer version, or a file that cannot be read, has no verdict', async () => {
  const newer = await withManifest({
    migrations: [...knownMigrations().map(({ name }) => name), '9999_not_yet'],
  })
  await assert.rejects(drilled(newer), isBackupError(/update Dray first/))
  await assert.rejects(drilled(path.join(folder.path, 'none')), isBackupError(/cannot be read \(ENOENT\)/))
})

const isBackupError = (message: RegExp) => (error: unknown) =>
  error instanceof BackupError && message.test(error.message)

test('a full disk has no verdict, and the scratch database is dropped', async () => {
  const migrations = withLast(`do $$ begin raise exception 'no space' using errcode = '53100'; end $$`)
  await assert.rejects(drilled(good, { migrations }), { code: '53100' })
})

test('a signal ends a statement that runs, and the scratch database is dropped', async () => {
  const interrupt = new AbortController()
  const migrations = withLast('select pg_sleep(3600)')
  const sleeps = () =>
    service.pool.query(
      `select from pg_stat_activity where wait_event = 'PgSleep' and datname like 'dray_drill_%'`,
    )
  const drilling = assert.rejects(
    drilled(good, { migrations, signal: interrupt.signal }),
    /^Error: interrupted$/,
  )
  await until('the statement runs', async () => ((await sleeps()).rowCount ?? 0) > 0)
  interrupt.abort(new Error('interrupted'))
  await drilling
})

test('two drills at once leave each other alone', async () => {
  const [first, second] = await Promise.all([drillBeside(good), drillBeside(good)])
  assert.deepEqual([...first.named, ...second.named], [])
  assert.deepEqual(await scratchDatabases(service), [])
})

const drillBeside = (file: string) => {
  const { signal } = new AbortController()
  return inScratchDatabase(
    { connectionString: service.url },
    { signal, dataDir: null, onLeftover: (name) => assert.fail(name) },
    (database) => drill({ database }, { file, signal, journal: null, newerThanHours: null }),
  )
}

test('needs twice the size of the database on the disk, and some for the service', () => {
  const gibibyte = 2 ** 30
  assert.equal(judgeSpace({ databaseBytes: gibibyte, freeBytes: 3 * gibibyte }), null)
  assert.match(
    judgeSpace({ databaseBytes: gibibyte, freeBytes: 2 * gibibyte }) ?? '',
    /has 2048 MiB free, and the drill may need 2304/,
  )
})
