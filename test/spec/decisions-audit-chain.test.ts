import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after } from 'node:test'
import { type ChainFault, checkPart, verifyChain, verifyNewest } from '../../server/audit/chain.ts'
import { checkHeads, headsFileIn, readKeptHeads } from '../../server/audit/heads.ts'
import { createAuditWatch } from '../../server/audit/watch.ts'
import { backup } from '../../server/backup/backup.ts'
import { restore } from '../../server/backup/restore.ts'
import { recordAudit } from '../../server/db/audit.ts'
import type { Database } from '../../server/db/database.ts'
import { examine } from '../../server/doctor/examine.ts'
import { asService, recordEvent, withEvents } from '../support/audit-events.ts'
import { tempFolder } from '../support/backup.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { runCommand } from '../support/process.ts'
import { until } from '../support/until.ts'

/* DESIGN 6.14: a cut or changed row of the audit log is seen (decision 51). */

const folder = mkdtempSync(path.join(tmpdir(), 'dray-audit-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const actor = { type: 'cli', name: 'operator' } as const

/** Changes the tables as a superuser can, without the triggers. */
async function tamper({ pool }: TestDatabase, statement: string): Promise<void> {
  await pool.query(`set session_replication_role = replica; ${statement}; reset session_replication_role`)
}

const faultsOf = async ({ kysely }: Database): Promise<ChainFault[]> => (await verifyChain(kysely)).faults

test('the owner too is refused changes, until a trigger is disabled', async () => {
  await using db = await withEvents(1)
  for (const statement of [
    'delete from audit_event',
    'truncate audit_event',
    'truncate audit_link',
    'delete from audit_link',
  ])
    await assert.rejects(db.pool.query(statement), /append-only/, statement)
})

test('each fault is found with its event: changed, cut, slipped in, and a chain that was cut', async () => {
  const at = (position: number) => ({ position, event_id: position })
  const cases: [string, ChainFault[]][] = [
    [`update audit_event set reason = 'better' where id = 3`, [{ fault: 'changed', ...at(3) }]],
    [
      `update audit_event set at = at - interval '1 microsecond' where id = 1`,
      [{ fault: 'changed', ...at(1) }],
    ],
    [`update audit_event set targets = '[]' where id = 6`, [{ fault: 'changed', ...at(6) }]],
    ['delete from audit_event where id = 2', [{ fault: 'event_cut', ...at(2) }]],
    [
      'delete from audit_event where id = 2; delete from audit_link where event_id = 2',
      [{ fault: 'link_cut', ...at(3) }],
    ],
    [
      'delete from audit_link where position = 4',
      [
        { fault: 'link_cut', ...at(5) },
        { fault: 'unlinked', position: null, event_id: 4 },
      ],
    ],
    [
      `insert into audit_event (actor_type, actor_name, act) values ('cli', 'x', 'key.update')`,
      [{ fault: 'unlinked', position: null, event_id: 7 }],
    ],
    [`update audit_link set hash = sha256('x') where position = 6`, [{ fault: 'changed', ...at(6) }]],
  ]
  for (const [statement, faults] of cases) {
    await using db = await withEvents(6)
    assert.deepEqual(await faultsOf(db), [])
    await tamper(db, statement)
    assert.deepEqual(await faultsOf(db), faults, statement)
    assert.deepEqual((await verifyNewest(db.kysely, 6)).faults, faults, statement)
  }
})

test('a chain that is checked in parts is checked whole', async () => {
  await using db = await withEvents(7)
  await tamper(
    db,
    `update audit_event set reason = 'x' where id in (3, 4); delete from audit_link where position = 6`,
  )
  const faults: ChainFault[] = []
  for (let after = { position: 0, hash: '' }, isEnd = false; !isEnd; ) {
    const part = await checkPart(db.kysely, { after, limit: 2 })
    faults.push(...part.faults)
    after = part.head
    isEnd = part.isEnd
  }
  assert.deepEqual(
    faults.map(({ fault, event_id }) => [fault, event_id]),
    [
      ['changed', 3],
      ['changed', 4],
      ['link_cut', 7],
      ['unlinked', 6],
    ],
  )
})

test('an event that the service slips in past the chain is found, whatever id it chooses', async () => {
  await using db = await withEvents(3)
  // An act that failed: its id stays free.
  await db.pool.query(`select nextval(pg_get_serial_sequence('audit_event', 'id'))`)
  for (const id of ['5', '6']) await recordEvent(db, id)
  await using service = asService(db)
  const slipIn = (id: string) =>
    service.pool.query(`begin; set local dray.restoring = 'on';
      insert into audit_event (id, actor_type, actor_name, act) overriding system value
      values (${id}, 'cli', 'x', 'key.update'); commit`)
  for (const id of ['-5', '4', '9007199254740000']) await slipIn(id)
  const slipped = [-5, 4, 9_007_199_254_740_000]
  assert.deepEqual(
    (await faultsOf(db)).map(({ fault, event_id }) => [fault, event_id]),
    slipped.map((id) => ['unlinked', id]),
  )
  const first = await checkPart(db.kysely, { limit: 3 })
  const second = await checkPart(db.kysely, { after: first.head, limit: 3 })
  assert.deepEqual(
    [...first.faults, ...second.faults].map(({ event_id }) => event_id),
    slipped,
  )
})

test('an end that was cut is seen by the heads that were written down outside the database', async () => {
  await using db = await withEvents(4)
  const file = headsFileIn(path.join(folder, 'cut'))
  const told: number[] = []
  const needs = {
    kysely: db.kysely,
    headsFile: file,
    onHead: ({ position }: { position: number }) => void told.push(position),
  }
  const watch = createAuditWatch(needs)
  await watch()
  await watch()
  await createAuditWatch(needs)()
  await recordEvent(db)
  await watch()
  assert.deepEqual(told, [4, 5])
  const heads = await readKeptHeads(file)
  assert.deepEqual(await checkHeads(db.kysely, heads), { faults: [], restores: [] })
  await tamper(db, 'delete from audit_event where id = 5; delete from audit_link where position = 5')
  assert.deepEqual(await faultsOf(db), [])
  const { faults: cut } = await checkHeads(db.kysely, heads)
  assert.deepEqual(cut, [{ fault: 'end_cut', position: 5, at: heads[1]?.at }])
  await recordEvent(db, 'forged')
  assert.equal((await checkHeads(db.kysely, heads)).faults[0]?.fault, 'other_chain')
  const env = { DATABASE_URL: db.serviceUrl, DATABASE_OWNER_URL: db.url, DATA_DIR: path.join(folder, 'cut') }
  const verified = await runCommand(['audit', 'verify', '--json'], env)
  assert.equal(verified.code, 1)
  const {
    ok,
    head_faults,
    events,
    protected: isProtected,
  } = JSON.parse(verified.stdout) as Record<string, unknown>
  assert.deepEqual([ok, events, isProtected], [false, 5, true])
  assert.deepEqual(head_faults, [{ fault: 'other_chain', position: 5, at: heads[1]?.at }])
})

test('`dray audit verify` prints a head, which proves the log later, also in words', async () => {
  await using db = await withEvents(2)
  const env = { DATABASE_URL: db.serviceUrl, DATABASE_OWNER_URL: db.url, DATA_DIR: path.join(folder, 'head') }
  const first = JSON.parse((await runCommand(['audit', 'verify', '--json'], env)).stdout)
  assert.deepEqual([first.ok, first.events, first.faults], [true, 2, []])
  const head = `${first.head.position}:${first.head.hash}`
  await recordEvent(db)
  assert.equal((await runCommand(['audit', 'verify', '--head', head], env)).code, 0)
  await tamper(db, 'delete from audit_event where id > 1; delete from audit_link where position > 1')
  const cut = await runCommand(['audit', 'verify', '--head', head], env)
  assert.equal(cut.code, 1)
  assert.match(cut.stdout, /end_cut: place 2 \(given\)/)
})

test('the watch fails on a fault, which Health, Today and the metrics show', async () => {
  await using db = await withEvents(3)
  await tamper(db, `update audit_event set act = 'key.create' where id = 2`)
  const headsFile = headsFileIn(path.join(folder, 'watch'))
  await assert.rejects(
    createAuditWatch({ kysely: db.kysely, headsFile, onHead: () => {} })(),
    /event 2 is changed/,
  )
})

test('the watch goes on failing while the fault is there', async () => {
  await using db = await withEvents(4)
  await tamper(db, `update audit_event set act = 'key.create' where id = 1`)
  const headsFile = headsFileIn(path.join(folder, 'watch-again'))
  const watch = createAuditWatch({ kysely: db.kysely, headsFile, onHead: () => {}, linksPerRun: 2 })
  for (let run = 0; run < 3; run += 1) await assert.rejects(watch(), /event 1 is changed/)
})

test('the newest links are checked also when the link before them was cut', async () => {
  await using db = await withEvents(6)
  await tamper(db, 'delete from audit_event where id = 2; delete from audit_link where position = 2')
  const { links, faults } = await verifyNewest(db.kysely, 4)
  assert.deepEqual([links, faults], [4, [{ fault: 'changed', position: 3, event_id: 3 }]])
})

test('the doctor says what was changed, and what is not protected', async () => {
  await using db = await withEvents(3)
  const checks = async (url: string) =>
    (await examine({ DATABASE_URL: url, DATA_DIR: path.join(folder, 'doctor') }))
      .filter(({ name }) => name[0] === 'auditLog')
      .map(({ status, detail }) => [status, detail])
  const fine = ['ok', ['auditFine', 3, 0]]
  assert.deepEqual(await checks(db.serviceUrl), [fine])
  assert.deepEqual(await checks(db.url), [['warn', ['auditUnprotected']], fine])
  await tamper(db, 'delete from audit_event where id = 2')
  assert.deepEqual(await checks(db.serviceUrl), [['fail', ['auditEventCut', 2, 2]]])
})

test('two nodes that write at once make one chain, also when both are killed in the middle', {
  timeout: 120_000,
}, async () => {
  await using db = await createDatabase()
  const program = path.resolve(import.meta.dirname, '../support/write-events.fixture.ts')
  for (let round = 0; round < 3; round += 1) {
    const nodes = [1, 2].map(() =>
      spawn(process.execPath, [program, db.serviceUrl], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    const written = nodes.map(() => 0)
    for (const [index, node] of nodes.entries())
      node.stdout.on(
        'data',
        (text: Buffer) => (written[index] = (written[index] ?? 0) + String(text).split('\n').length - 1),
      )
    await until('both have written', () => written.every((count) => count >= 20))
    await Promise.all(nodes.map((node) => (node.kill('SIGKILL'), once(node, 'exit'))))
    const total = written.reduce((a, b) => a + b, 0)
    const { links, head, faults } = await verifyChain(db.kysely)
    assert.deepEqual([faults, head.position], [[], links])
    assert.ok(links >= (total * 2) / 3, 'what was acknowledged is in the chain')
  }
})

test('an act that fails leaves no link, and the chain has no gap', async () => {
  await using db = await withEvents(1)
  const failing = db.kysely.transaction().execute(async (trx) => {
    await recordAudit(trx, { actor, act: 'key.update', targets: [] })
    throw new Error('the act failed')
  })
  await assert.rejects(failing, /the act failed/)
  await recordEvent(db)
  const { links, faults } = await verifyChain(db.kysely)
  assert.deepEqual([links, faults], [2, []])
})

test('a restore brings the chain back, goes on with it, and is named where heads from before it stood', async () => {
  await using db = await withEvents(3)
  using files = tempFolder()
  const storage = files.storage('photos')
  await backup({ pool: db.pool, storage }, { file: files.file, force: false })
  await recordEvent(db)
  const headsFile = headsFileIn(files.path)
  await createAuditWatch({ kysely: db.kysely, headsFile, onHead: () => {} })()
  await using target = await createDatabase()
  await restore(
    { database: target, storage },
    {
      file: files.file,
      force: false,
      record: (trx) => recordAudit(trx, { actor, act: 'installation.restore', targets: [] }),
    },
  )
  const { links, faults } = await verifyChain(target.kysely)
  assert.deepEqual([links, faults], [4, []])
  const heads = await readKeptHeads(headsFile)
  const { faults: headFaults, restores } = await checkHeads(target.kysely, heads)
  assert.deepEqual(headFaults, [])
  assert.deepEqual(
    restores.map(({ position, heads_left_out }) => [position, heads_left_out]),
    [[4, 1]],
  )
  const env = { DATABASE_URL: target.url, DATA_DIR: files.path }
  const told = (await examine(env)).filter(({ detail }) => detail[0] === 'auditRestored')
  assert.deepEqual(
    told.map(({ status, detail }) => [status, detail.at(-1)]),
    [['ok', 1]],
  )
})
