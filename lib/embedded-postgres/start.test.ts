import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { after, afterEach, test } from 'node:test'
import { wrongPassword } from './client.ts'
import {
  fast,
  isRoot,
  keep,
  postmasterPid,
  query,
  start,
  startInChild,
  stopPostmasterOf,
  tempFolder,
  until,
} from './testing.ts'

const modeOf = (file: string) => (fs.statSync(file).mode & 0o777).toString(8)

// All tests share one cluster: creating it takes longer than any of the tests.
const folder = tempFolder()
afterEach(() => stopPostmasterOf(folder.data))
after(() => folder[Symbol.asyncDispose]())

test('is UTF-8 whatever LANG says, in UTC, with the role and database of the app', async () => {
  const env = { LANG: 'C', LC_ALL: 'POSIX', TZ: 'America/Lima', PGUSER: 'other', PGSSLMODE: 'require' }
  await using child = startInChild({ dataDir: folder.data }, { env })
  const { connection } = await child.started
  const [row] = await query(
    connection,
    `select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
       current_user as role, current_database() as database, datlocale as locale, lower('ÑANDÚ') as lower
     from pg_database where datname = current_database()`,
  )
  assert.deepEqual(row, {
    encoding: 'UTF8',
    zone: 'UTC',
    role: 'shop',
    database: 'shop',
    locale: 'C.UTF-8',
    lower: 'ñandú',
  })
})

test('starts with its own defaults, and again with the data kept', async () => {
  await using folder = tempFolder()
  const first = await start(folder.data, { settings: {} })
  const isKept = await keep(first.connection)
  assert.equal(first.adopted, false)
  await first.stop()
  await first.stop()
  assert.equal(postmasterPid(folder.data), undefined)
  const second = await start(folder.data, { settings: {} })
  await isKept(second.connection)
  await second.stop()
  assert.equal(fs.existsSync(path.join(folder.data, 'shop.lock')), false)
})

test('is closed: a private socket, no TCP, a password for everyone', async () => {
  const { connection, dataDir, stop } = await start(folder.data)
  assert.equal(modeOf(path.join(dataDir, 'postgres.secret')), '600')
  assert.equal(modeOf(connection.host as string), '700')
  assert.equal(modeOf(path.join(dataDir, 'postgres')), '700')
  for (const password of ['wrong', 'postgres', '']) {
    await assert.rejects(query({ ...connection, password }, 'select 1'), /28P01|password/i)
  }
  assert.deepEqual(await query(connection, 'show listen_addresses'), [{ listen_addresses: '' }])
  assert.deepEqual(tcpSocketsOf(postmasterPid(dataDir) as number), [])
  const rules = await query(
    connection,
    "select auth_method from pg_hba_file_rules where auth_method <> 'scram-sha-256'",
  )
  assert.deepEqual(rules, [])
  await stop()
})

test('logs no statement, parameter or value', async () => {
  const lines: string[] = []
  const { connection, stop } = await start(folder.data, {
    log: (...line) => lines.push(JSON.stringify(line)),
  })
  await query(connection, 'create table phones (phone text unique)')
  const insert = "insert into phones values ('+34600111222')"
  await query(connection, insert)
  await assert.rejects(query(connection, insert), { code: '23505' })
  await assert.rejects(query(connection, "select '+34600111222'::uuid"), { code: '22P02' })
  await assert.rejects(
    query(connection, "do $$ begin raise warning '+34600111222'; raise exception 'x'; end $$"),
  )
  await stop()
  assert.doesNotMatch(lines.join('\n'), /600111222|phones/)
})

test('adopts the PostgreSQL that a killed server left, and stops it at the end', async () => {
  const child = startInChild({ dataDir: folder.data })
  const { connection } = await child.started
  const isKept = await keep(connection)
  const pid = postmasterPid(folder.data)
  await child.kill('SIGKILL')
  const adopted = await start(folder.data)
  assert.equal(adopted.adopted, true)
  assert.equal(postmasterPid(folder.data), pid)
  await isKept(adopted.connection)
  await adopted.stop()
  assert.equal(postmasterPid(folder.data), undefined)
})

test('replaces an orphan that runs with other settings', async () => {
  const child = startInChild({ dataDir: folder.data })
  await child.started
  const pid = postmasterPid(folder.data)
  await child.kill('SIGKILL')
  const restarted = await start(folder.data, { settings: { ...fast, max_connections: '33' } })
  assert.equal(restarted.adopted, false)
  assert.notEqual(postmasterPid(folder.data), pid)
  assert.deepEqual(await query(restarted.connection, 'show max_connections'), [{ max_connections: '33' }])
  await restarted.stop()
})

test('starts again when the postmaster is killed, its own or an adopted one', async () => {
  const child = startInChild({ dataDir: folder.data })
  const { connection } = await child.started
  const isKept = await keep(connection)
  await killPostmaster(folder.data)
  await until(() => answers(connection))
  await child.kill('SIGKILL')
  const adopted = await start(folder.data)
  assert.equal(adopted.adopted, true)
  await killPostmaster(folder.data)
  await until(() => answers(adopted.connection))
  await isKept(adopted.connection)
  await adopted.stop()
  assert.equal(postmasterPid(folder.data), undefined)
})

test('a backend that outlives its postmaster still commits, and no PostgreSQL starts beside it', async () => {
  const postgres = await start(folder.data)
  await query(postgres.connection, 'create table late (rows_counted bigint)')
  // Without a wait in it, a query does not notice that the postmaster has ended.
  const committed = query(
    postgres.connection,
    'insert into late select count(*) from generate_series(1, 15000000)',
  )
  await until(async () => (await backendsInserting(postgres.connection)) === 1)
  await killPostmaster(folder.data)
  await committed
  await until(() => answers(postgres.connection))
  assert.deepEqual(await query(postgres.connection, 'select rows_counted from late'), [
    { rows_counted: '15000000' },
  ])
  await postgres.stop()
})

test('survives a process file whose number went to another living process', async () => {
  const first = await start(folder.data)
  const owner = fs.statSync(path.join(folder.data, 'postgres'))
  const file = path.join(folder.data, 'postgres/postmaster.pid')
  const before = fs.readFileSync(file, 'utf8')
  await first.stop()
  const stranger = spawn('sleep', ['100'], isRoot ? { uid: owner.uid, gid: owner.gid } : {})
  const pid = String(stranger.pid)
  fs.writeFileSync(file, before.replace(/^\d+/, pid))
  fs.writeFileSync(path.join(folder.data, 'run/.s.PGSQL.5432.lock'), before.replace(/^\d+/, pid))
  for (const made of [file, path.join(folder.data, 'run/.s.PGSQL.5432.lock')]) {
    fs.chownSync(made, owner.uid, owner.gid)
  }
  const second = await start(folder.data)
  assert.equal(second.adopted, false)
  assert.equal(stranger.exitCode ?? stranger.signalCode, null)
  await second.stop()
  stranger.kill('SIGKILL')
  await once(stranger, 'exit')
})

test('the role of the service gets in with no right, also to a folder from before it, and from a command', async () => {
  await using folder = tempFolder()
  const first = await start(folder.data)
  await query(first.connection, 'create table kept (id integer)')
  const { user } = first.serviceConnection
  assert.deepEqual(await query(first.serviceConnection, 'select current_user::text as role'), [
    { role: user },
  ])
  for (const statement of ['select * from kept', 'drop table kept', 'create table more (id integer)'])
    await assert.rejects(
      query(first.serviceConnection, statement),
      /permission denied|must be owner/,
      statement,
    )
  await assert.rejects(
    query(first.serviceConnection, `set role ${first.connection.user}`),
    /permission denied/,
  )
  await query(first.connection, `drop role ${user}`)
  const command = await start(folder.data, { owner: 'command' })
  assert.equal((await query(command.serviceConnection, 'select 1')).length, 1)
  await query(first.connection, `drop role ${user}`)
  await first.stop()
  const later = await start(folder.data)
  assert.equal((await query(later.serviceConnection, 'select 1')).length, 1)
  await later.stop()
})

test('sets a new password when the secret was lost', async () => {
  const first = await start(folder.data)
  const isKept = await keep(first.connection)
  await first.stop()
  fs.rmSync(path.join(folder.data, 'postgres.secret'))
  const second = await start(folder.data)
  assert.notEqual(second.connection.password, first.connection.password)
  await isKept(second.connection)
  await second.stop()
})

test('runs in a folder whose name is too long for a socket, or holds blanks, quotes and commas', async () => {
  await (await start(folder.data)).stop()
  for (const name of ['x'.repeat(150), `a b, "c" 'd'`]) {
    const moved = path.join(folder.path, name)
    fs.renameSync(folder.data, moved)
    try {
      const { connection, stop } = await start(moved)
      assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }])
      await stop()
      if (!connection.host?.startsWith(moved)) fs.rmSync(connection.host as string, { recursive: true })
    } finally {
      await stopPostmasterOf(moved)
      fs.renameSync(moved, folder.data)
    }
  }
})

test('tells why PostgreSQL did not start, and frees the folder', async () => {
  await assert.rejects(start(folder.data, { settings: { ...fast, no_such_setting: '1' } }), /no_such_setting/)
  const { stop } = await start(folder.data)
  await stop()
})

test('refuses data of another version, and a folder that is not a database', async () => {
  const { stop } = await start(folder.data)
  await stop()
  fs.writeFileSync(path.join(folder.data, 'postgres/PG_VERSION'), '17\n')
  await assert.rejects(start(folder.data), /was made by PostgreSQL 17.+restore a backup.+DATABASE_URL/)
  fs.rmSync(path.join(folder.data, 'postgres/PG_VERSION'))
  await assert.rejects(start(folder.data), /holds no PostgreSQL database/)
})

async function killPostmaster(data: string): Promise<void> {
  const pid = postmasterPid(data) as number
  process.kill(pid, 'SIGKILL')
  await until(() => postmasterPid(data) !== pid)
}

async function answers(connection: Parameters<typeof query>[0]): Promise<boolean> {
  try {
    await query(connection, 'select 1')
    return true
  } catch (error) {
    assert.notEqual((error as { code?: string }).code, wrongPassword)
    return false
  }
}

/** Returns the TCP and UDP sockets of a process. Linux only; on other systems the test checks only the setting. */
function tcpSocketsOf(pid: number): string[] {
  if (!fs.existsSync('/proc/net/tcp')) return []
  const tables = ['tcp', 'tcp6', 'udp', 'udp6']
    .map((name) => `/proc/net/${name}`)
    .filter((file) => fs.existsSync(file))
  const rows = tables.flatMap((file) => fs.readFileSync(file, 'utf8').split('\n').slice(1))
  const inodes = new Set(rows.map((row) => row.trim().split(/\s+/)[9]))
  const folder = `/proc/${pid}/fd`
  const open = fs.readdirSync(folder).map((name) => fs.readlinkSync(path.join(folder, name)))
  return open.filter((target) => inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? 'none'))
}

async function backendsInserting(connection: Parameters<typeof query>[0]): Promise<number> {
  const active = `select from pg_stat_activity where state = 'active' and query like 'insert into late%'`
  return (await query(connection, active)).length
}
