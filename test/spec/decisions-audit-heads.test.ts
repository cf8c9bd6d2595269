import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { after } from 'node:test'
import { readLastHead } from '../../server/audit/chain.ts'
import { checkHeads, headsFileIn, type KeptHead, keepHead, readKeptHeads } from '../../server/audit/heads.ts'
import { createAuditWatch, thinHeads } from '../../server/audit/watch.ts'
import { examine } from '../../server/doctor/examine.ts'
import { asService, recordEvent, withEvents } from '../support/audit-events.ts'
import type { TestDatabase } from '../support/database.ts'
import { runCommand } from '../support/process.ts'

/* Heads of the audit log that were written down outside the database (decision 51). */

const folder = mkdtempSync(path.join(tmpdir(), 'dray-heads-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** What the owner of the tables can do: the events from this place on are gone. */
async function cutFrom({ pool }: TestDatabase, position: number): Promise<void> {
  await pool.query(`set session_replication_role = replica;
    delete from audit_event where id in (select event_id from audit_link where position >= ${position});
    delete from audit_link where position >= ${position}; reset session_replication_role`)
}

async function forgeRestore(db: TestDatabase, at: string): Promise<void> {
  await using service = asService(db)
  await service.pool.query(
    `insert into audit_event (actor_type, actor_name, act, at)
     values ('cli', 'x', 'installation.restore', now() + $1::interval)`,
    [at],
  )
}

async function headNow({ kysely }: TestDatabase): Promise<KeptHead> {
  return { ...(await readLastHead(kysely)), at: new Date().toISOString() }
}

test('a restore that is dated in the future excuses no head, and is a fault', async () => {
  await using db = await withEvents(2)
  await forgeRestore(db, '100 years')
  await recordEvent(db)
  const dataDir = path.join(folder, 'future')
  await keepHead(headsFileIn(dataDir), await readLastHead(db.kysely))
  await cutFrom(db, 4)
  const env = { DATABASE_URL: db.serviceUrl, DATABASE_OWNER_URL: db.url, DATA_DIR: dataDir }
  const verified = await runCommand(['audit', 'verify', '--json'], env)
  assert.equal(verified.code, 1)
  const { head_faults, restores } = JSON.parse(verified.stdout) as {
    head_faults: { fault: string; position: number }[]
    restores: { position: number; heads_left_out: number }[]
  }
  assert.deepEqual(
    head_faults.map(({ fault, position }) => [fault, position]),
    [
      ['future_restore', 3],
      ['end_cut', 4],
    ],
  )
  assert.deepEqual(
    restores.map(({ position, heads_left_out }) => [position, heads_left_out]),
    [[3, 0]],
  )
  const told = (await examine(env)).filter(({ name }) => name[0] === 'auditLog')
  assert.deepEqual(
    told.map(({ status, detail }) => [status, detail]),
    [
      ['fail', ['auditFutureRestore', 3]],
      ['fail', ['auditEndCut', 4]],
    ],
  )
})

test('a restore excuses no head that was written down after one that has the restore', async () => {
  await using db = await withEvents(2)
  // As if the clock had been set before it was written.
  await forgeRestore(db, '30 seconds')
  const first = await headNow(db)
  await recordEvent(db)
  const later = { ...(await headNow(db)), at: new Date(Date.parse(first.at) + 1).toISOString() }
  await cutFrom(db, 4)
  const { faults, restores } = await checkHeads(db.kysely, [first, later])
  assert.deepEqual(faults, [{ fault: 'end_cut', position: 4, at: later.at }])
  assert.equal(restores[0]?.heads_left_out, 0)
})

test('`dray audit verify` tells what each restore left out, also in words', async () => {
  await using db = await withEvents(3)
  const dataDir = path.join(folder, 'told')
  await keepHead(headsFileIn(dataDir), await readLastHead(db.kysely))
  await cutFrom(db, 3)
  await forgeRestore(db, '0')
  const env = { DATABASE_URL: db.serviceUrl, DATABASE_OWNER_URL: db.url, DATA_DIR: dataDir }
  const verified = await runCommand(['audit', 'verify'], env)
  assert.equal(verified.code, 0, verified.stdout)
  assert.match(verified.stdout, /event \d+ \(\d{4}-\d\d-\d\dT\S+Z\): left out 1 heads from before it/)
  const told = (await examine(env)).find(({ detail }) => detail[0] === 'auditRestored')
  assert.deepEqual([told?.status, told?.detail.at(-1)], ['ok', 1])
})

test('of old days the file keeps the last head, and each one that the chain does not have', async () => {
  await using db = await withEvents(1)
  const dataDir = path.join(folder, 'thin')
  const file = headsFileIn(dataDir)
  const real = await readLastHead(db.kysely)
  const forged = { position: 1, hash: 'f'.repeat(64) }
  await keepHead(file, real)
  const dayMs = 86_400_000
  const noon = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2
  const lines: KeptHead[] = []
  for (let day = 30; day >= 0; day -= 1)
    for (let minute = 0; minute < 288; minute += 1) {
      const at = new Date(noon - day * dayMs - dayMs / 2 + minute * 300_000).toISOString()
      lines.push({ at, ...(day === 10 && minute === 5 ? forged : real) })
    }
  rmSync(file)
  appendFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"at":"cut sh`)
  await thinHeads(db.kysely, file, noon)
  const kept = await readKeptHeads(file)
  // Two days and a half are whole: half of the third day back, and today's other half is there too.
  const isOld = ({ at }: KeptHead) => Date.parse(at) < noon - 2 * dayMs
  const old = kept.filter(isOld)
  assert.deepEqual(
    kept.filter((head) => !isOld(head)),
    lines.filter((head) => !isOld(head)),
  )
  assert.equal(old.length, 28 + 1, 'one for each day, and the one that differs')
  assert.ok(old.some(({ hash }) => hash === forged.hash))
  assert.ok(old.every(({ at, hash }) => at.slice(11, 16) === '23:55' || hash === forged.hash))
  const text = readFileSync(file, 'utf8')
  await thinHeads(db.kysely, file, noon)
  assert.equal(readFileSync(file, 'utf8'), text, 'the next time changes nothing')
  assert.equal((await checkHeads(db.kysely, kept)).faults.length, 1)
})

test('workers in two containers may have one number of their process, and do not write into the same draft', async () => {
  await using db = await withEvents(1)
  const file = headsFileIn(path.join(folder, 'containers'))
  const head = await readLastHead(db.kysely)
  await keepHead(file, head)
  rmSync(file)
  const at = (second: number) => `2026-01-01T12:00:0${second}.000Z`
  appendFileSync(file, [1, 2].map((n) => `${JSON.stringify({ at: at(n), ...head })}\n`).join(''))
  const ofOther = `${file}.${process.pid}`
  appendFileSync(ofOther, 'half')
  await thinHeads(db.kysely, file)
  assert.equal((await readKeptHeads(file)).length, 1)
  assert.equal(readFileSync(ofOther, 'utf8'), 'half')
})

test('the watch thins the file, and writes the next head into it', async () => {
  await using db = await withEvents(1)
  const file = headsFileIn(path.join(folder, 'watch'))
  const head = await readLastHead(db.kysely)
  await keepHead(file, head)
  rmSync(file)
  const at = (second: number) => `2026-01-01T12:00:0${second}.000Z`
  appendFileSync(file, [1, 2, 3].map((n) => `${JSON.stringify({ at: at(n), ...head })}\n`).join(''))
  const watch = createAuditWatch({ kysely: db.kysely, headsFile: file, onHead: () => {} })
  await watch()
  assert.deepEqual(
    (await readKeptHeads(file)).map((one) => one.at),
    [at(3)],
  )
  await recordEvent(db)
  await watch()
  assert.deepEqual(
    (await readKeptHeads(file)).map(({ position }) => position),
    [1, 2],
  )
})
