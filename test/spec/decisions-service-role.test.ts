import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after } from 'node:test'
import { verifyChain } from '../../server/audit/chain.ts'
import { closeDatabase, openDatabase } from '../../server/db/database.ts'
import { prepareSchema } from '../../server/db/prepare-schema.ts'
import { canChangeAudit } from '../../server/db/service-role.ts'
import { asService, recordEvent, withEvents } from '../support/audit-events.ts'
import { createDatabase } from '../support/database.ts'
import { runCommand } from '../support/process.ts'

/* DESIGN 6.14: the service cannot change the audit log (decision 51). */

const folder = mkdtempSync(path.join(tmpdir(), 'dray-role-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('the role of the service adds and reads audit events, and can do nothing else to them', async () => {
  await using db = await withEvents(1)
  await using service = asService(db)
  await recordEvent(service)
  assert.equal((await service.pool.query('select from audit_event')).rowCount, 2)
  const refused = [
    `update audit_event set reason = 'x'`,
    'delete from audit_event',
    'truncate audit_event',
    'alter table audit_event disable trigger all',
    'alter table audit_event disable trigger audit_event_link',
    'alter table audit_event add column more text',
    'drop table audit_event cascade',
    'drop trigger audit_event_append_only on audit_event',
    'create or replace function link_audit_event() returns trigger language plpgsql as $$ begin return null; end $$',
    `insert into audit_link values (9, 9, sha256('x'))`,
    'update audit_link set hash = hash',
    'delete from audit_link',
    'truncate audit_link',
    'truncate month_closing',
    'delete from journal',
    'create table more (id integer)',
    'create trigger more before insert on audit_event for each row execute function link_audit_event()',
    'set session_replication_role = replica',
    'set role postgres',
  ]
  for (const statement of refused)
    await assert.rejects(
      service.pool.query(statement),
      /permission denied|must be owner|does not exist/,
      statement,
    )
  assert.equal(await canChangeAudit(service.kysely), false)
  assert.equal(await canChangeAudit(db.kysely), true)
  assert.deepEqual((await verifyChain(service.kysely)).faults, [])
})

test('a table that hides the chain for the session of the service leads nowhere', async () => {
  await using db = await withEvents(1)
  await using service = asService(db)
  await service.kysely.connection().execute(async (kysely) => {
    await kysely.schema.createTable('audit_link').temporary().addColumn('position', 'bigint').execute()
    await recordEvent({ kysely })
  })
  assert.deepEqual((await verifyChain(db.kysely)).links, 2)
})

test('grants come back after a restore, and after a migration that made tables', async () => {
  await using db = await withEvents(1)
  await using service = asService(db)
  await db.pool.query(
    'revoke all on audit_event, job from dray_test_service; revoke all on kysely_migration from dray_test_service',
  )
  await assert.rejects(recordEvent(service), /permission denied/)
  await prepareSchema(service, { ownerConnection: { connectionString: db.url }, migrates: true })
  await recordEvent(service)
  await assert.rejects(service.pool.query('delete from audit_event'), /permission denied/)
  await db.pool.query('revoke all on job from dray_test_service')
  await assert.rejects(
    prepareSchema(service, { ownerConnection: { connectionString: db.serviceUrl }, migrates: true }),
    /set DATABASE_OWNER_URL/,
  )
})

test('two plain roles are enough: one migrates, the other serves, and a restore by the first sees the second', async () => {
  await using db = await createDatabase()
  const name = `dray_roles_${randomBytes(4).toString('hex')}`
  const as = (user: string) => {
    const url = new URL(db.url)
    Object.assign(url, { username: user, password: user, pathname: `/${name}` })
    return url.href
  }
  for (const role of ['owner', 'service'])
    await db.pool.query(`create role ${name}_${role} login password '${name}_${role}'`)
  await db.pool.query(`create database ${name} owner ${name}_owner encoding 'UTF8' template template0`)
  const urls = { DATABASE_URL: as(`${name}_service`), DATABASE_OWNER_URL: as(`${name}_owner`) }
  const env = { ...urls, DATA_DIR: path.join(folder, name) }
  try {
    const alone = await runCommand(['migrate'], { ...env, DATABASE_OWNER_URL: '' })
    assert.match(alone.stderr, /set DATABASE_OWNER_URL/)
    assert.equal((await runCommand(['migrate'], env)).code, 0)
    const file = path.join(folder, `${name}.tar.gz`)
    assert.equal((await runCommand(['backup', file], env)).code, 0)
    const service = openDatabase({
      connection: { connectionString: urls.DATABASE_URL },
      maxConnections: 1,
      onError: () => {},
    })
    await recordEvent(service)
    assert.equal(await canChangeAudit(service.kysely), false)
    const refused = await runCommand(['restore', file, '--force'], env)
    assert.match(refused.stderr, /Another Dray is connected/)
    await closeDatabase(service)
    assert.equal((await runCommand(['restore', file, '--force'], env)).code, 0)
    // Without the owner: the restore has granted the service its rights.
    const verified = await runCommand(['audit', 'verify', '--json'], { ...env, DATABASE_OWNER_URL: '' })
    assert.deepEqual([verified.code, JSON.parse(verified.stdout).protected], [0, true], verified.stderr)
  } finally {
    await db.pool.query(`drop database ${name} with (force)`)
    await db.pool.query(`drop role ${name}_owner, ${name}_service`)
  }
})
