import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { stopPostmasterOf, tempFolder } from '#lib/embedded-postgres/testing.ts'
import { membersOf, writeMembers } from '../support/backup.ts'
import { startLoad } from '../support/create-load.ts'
import { caller, newPartner } from '../support/dray.ts'
import { type DrillReport, openDrillScene } from '../support/drill-scene.ts'
import { runCommand, startProcess } from '../support/process.ts'
import { rowHashes } from '../support/row-hashes.ts'
import { scratchDatabases } from '../support/scratch-databases.ts'
import { shareData } from '../support/shared-data.ts'
import { until } from '../support/until.ts'

/* DESIGN 2: `dray drill restore FILE`, as a cron job runs it beside the service. */

const scene = await openDrillScene()
after(() => scene[Symbol.asyncDispose]())
const { installation, file, run, hold } = scene

test('exits with 0 for a good backup, 1 for a bad one and 2 without a verdict, with the same members', async () => {
  const good = await run([file])
  assert.deepEqual([good.code, good.report?.verdict], [0, 'good'], good.stderr)
  const cut = `${file}.cut`
  fs.writeFileSync(cut, fs.readFileSync(file).subarray(0, 500))
  const bad = await run([cut])
  assert.deepEqual([bad.code, bad.report?.verdict, bad.report?.fault_counts], [1, 'bad', { damaged: 1 }])
  const none = await run([`${file}.none`])
  assert.deepEqual([none.code, none.report?.verdict], [2, 'not_run'])
  assert.equal(`${none.report?.reason}\n`, none.stderr)
  const namesOf = ({ report }: { report: DrillReport | null }) =>
    [report ?? {}, report?.seconds ?? {}].map(Object.keys)
  assert.deepEqual(namesOf(bad), namesOf(good))
  assert.deepEqual(namesOf(none), namesOf(good))
  for (const wrong of [
    [],
    [file, '--newer-than', 'yesterday'],
    [file, '--into', 'mysql://user:secret@host/db'],
  ]) {
    const refused = await run(wrong)
    assert.equal(refused.code, 2)
    assert.ok(!refused.stderr.includes('secret'))
  }
  const unreachable = await run([file], { DATABASE_OWNER_URL: 'postgres://nobody@127.0.0.1:1/none' })
  assert.equal(unreachable.code, 2)
  assert.match(unreachable.stderr, /^The drill could not run: .*ECONNREFUSED/)
})

test('an error that nothing catches says nothing of the backup: it exits with 2', async () => {
  const throwsInside = `const timer = setInterval(() => {
    if (process.listenerCount('SIGINT') === 0) return
    clearInterval(timer)
    throw new Error('planted')
  }, 1)`
  const planted = `data:text/javascript,${encodeURIComponent(throwsInside)}`
  const { code, stderr } = await run([file], { NODE_OPTIONS: `--import ${planted}` })
  assert.equal(code, 2, stderr)
  assert.match(stderr, /planted/)
})

test('an older backup than --newer-than is bad', async () => {
  const members = await membersOf(file)
  const manifest = JSON.parse(String(members.get('manifest.json'))) as object
  const changed = { ...manifest, created_at: new Date(Date.now() - 27 * 3_600_000).toISOString() }
  await writeMembers(`${file}.old`, members.set('manifest.json', Buffer.from(JSON.stringify(changed))))
  assert.equal((await run([`${file}.old`])).code, 0)
  const ran = await run([`${file}.old`, '--newer-than', '26'])
  assert.deepEqual([ran.code, ran.report?.fault_counts], [1, { too_old: 1 }])
})

test('changes no row and no file of the installation, sends no text and calls no provider', async () => {
  const { db, dataDir, sms } = installation
  // Of an installation in which work waits: it would be done if anything ran.
  await db.pool.query(`update sms set status = 'due', due_at = now(), sent_at = null`)
  const waiting = `${file}.waiting`
  assert.equal((await runCommand(['backup', waiting], installation.env)).code, 0)
  const files = () => fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).sort()
  const [rowsBefore, filesBefore, textsBefore] = [await rowHashes(db.pool), files(), sms.asked.length]
  assert.equal((await run([waiting])).code, 0)
  assert.deepEqual(await rowHashes(db.pool), rowsBefore)
  assert.deepEqual(files(), filesBefore)
  assert.equal(sms.asked.length, textsBefore)
})

test('beside a server under load with the embedded PostgreSQL: all calls are answered, and the verdict is good', async () => {
  await using folder = tempFolder()
  await using _ = { [Symbol.asyncDispose]: () => stopPostmasterOf(folder.data) }
  const env = { DATA_DIR: folder.data, DATABASE_URL: '' }
  await using dray = await startProcess({ role: 'start', env, isFirstStart: true })
  await using data = await shareData(folder.data)
  const partner = await newPartner(data, 'dray', { options: {}, call: caller(dray.url) })
  await using load = startLoad(partner)
  await until('the load runs', () => load.acknowledged.length >= 20)
  const backup = path.join(folder.path, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', backup], env)).code, 0)
  const before = load.acknowledged.length
  const drilled = await runCommand(['drill', 'restore', backup, '--json'], env)
  assert.equal(drilled.code, 0, drilled.stdout + drilled.stderr)
  assert.ok(load.acknowledged.length > before, 'jobs were created meanwhile')
  await load[Symbol.asyncDispose]()
  assert.deepEqual([load.strange, load.refused], [[], 0])
  for (const id of load.acknowledged) assert.equal((await partner.read(id)).status, 200)
  assert.deepEqual(await scratchDatabases(data), [])
})

const firstScratch = async () => (await scratchDatabases(installation.db))[0]

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends a drill without a verdict, and its database is dropped`, async () => {
    await using held = await hold([file], firstScratch)
    held.child.kill(signal)
    const { code, stdout, stderr } = await held.ended
    assert.deepEqual([code, stdout], [2, ''])
    assert.equal(stderr, 'Interrupted: the drill has no verdict, and what it had made is deleted\n')
    assert.deepEqual(await scratchDatabases(installation.db), [])
  })
}

test('a drill that runs keeps no snapshot in the database of the service, which would stop its vacuum', async () => {
  await using held = await hold([file], firstScratch)
  const { rows } = await installation.db.pool.query<{ snapshot: boolean }>(
    `select backend_xmin is not null as snapshot from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  )
  assert.deepEqual(rows, [{ snapshot: false }])
  held.child.kill('SIGTERM')
  await held.ended
})

test('the database of a killed drill is dropped by the next one, which leaves one that runs alone', async () => {
  const running = await hold([file], firstScratch)
  const killed = await hold([file], async () =>
    (await scratchDatabases(installation.db)).find((name) => name !== running.name),
  )
  killed.child.kill('SIGKILL')
  await killed.ended
  await using _both = {
    [Symbol.asyncDispose]: async () => {
      await killed[Symbol.asyncDispose]()
      await running[Symbol.asyncDispose]()
    },
  }
  assert.deepEqual((await scratchDatabases(installation.db)).sort(), [running.name, killed.name].sort())
  // Like one of a drill, and made by hand.
  const other = `${running.name.slice(0, -6)}by_hand`
  await installation.db.pool.query(`create database ${other}`)
  const next = await run([file])
  assert.equal(next.code, 0, next.stderr)
  assert.deepEqual(next.report?.scratch_databases_dropped, [killed.name])
  assert.deepEqual((await scratchDatabases(installation.db)).sort(), [running.name, other].sort())
  await installation.db.pool.query(`drop database ${other}`)
  running.child.kill('SIGTERM')
  await running.ended
})
