import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { migrate } from '../../server/db/migrate.ts'
import { knownMigrations } from '../../server/db/migration-files.ts'
import { startLoad } from '../support/create-load.ts'
import { caller, newPartner } from '../support/dray.ts'
import { createInstallation } from '../support/installation.ts'
import { type DrayProcess, startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

/* Decision 59: a roll-out forward and back, under load. */
const root = path.join(import.meta.dirname, '../..')
const before = checkOut(commitBefore())
after(() => before && fs.rmSync(before, { recursive: true, force: true }))
const skip = before ? false : 'the commit of docs/releases.md is not in the history of this checkout'

test('the version before and this one roll forward and back on a newer schema: nothing fails, nothing is lost', {
  skip,
}, async () => {
  await using installation = await createInstallation()
  const { db, env: given } = installation
  const env = { ...given, BASE_URL: 'http://dray.test', RATE_LIMIT_PER_MINUTE: '100000' }
  const old = { folder: before as string, env }
  const nodes: DrayProcess[] = []
  await using _nodes = {
    [Symbol.asyncDispose]: async () =>
      void (await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()))),
  }
  const start = async (role: 'serve' | 'work', how: { folder?: string; env: typeof env }) => {
    const node = await startProcess({ role, ...how })
    nodes.push(node)
    return node
  }
  /** As a balancer: a node that is about to stop gets no more calls. */
  const serving: DrayProcess[] = [await start('serve', old), await start('serve', old)]
  let worker = await start('work', old)
  let turn = 0
  const partner = await newPartner(db, 'dray', {
    options: {},
    call: (...call) => caller(serving[turn++ % serving.length]?.url ?? '')(...call),
  })
  await using load = startLoad(partner)
  const replace = async (leavers: DrayProcess[], how: typeof old | { env: typeof env }) => {
    for (const leaving of leavers) {
      serving.splice(serving.indexOf(leaving), 1, await start('serve', how))
      await stop(leaving)
      const acknowledged = load.acknowledged.length
      await until('both versions take jobs', () => load.acknowledged.length > acknowledged + 10)
    }
    await stop(worker)
    worker = await start('work', how)
  }
  const expand = { name: '9001_expand', text: 'alter table node add column later text;' }
  await migrate(db.kysely, { migrations: [...knownMigrations(), expand], version: '9.0.0' })
  await replace(serving.slice(0, 1), old)
  for (const how of [{ env }, old]) await replace(serving.slice(), how)
  await load[Symbol.asyncDispose]()
  assert.deepEqual([load.strange, load.refused], [[], 0], 'nothing fails')
  for (const id of load.acknowledged) assert.equal((await partner.read(id)).status, 200, 'nothing is lost')
  await until('each text was sent', async () => {
    const { rows } = await db.pool.query(`select from sms where status in ('due', 'running')`)
    return rows.length === 0
  })
  const { rows } = await db.pool.query('select count(*)::integer as texts from sms where job_id = any($1)', [
    load.acknowledged,
  ])
  assert.deepEqual(rows, [{ texts: load.acknowledged.length }])
})

async function stop(node: DrayProcess): Promise<void> {
  node.signal('SIGTERM')
  assert.deepEqual(await node.ended, { code: 0, signal: null })
}

/** The newest release, or the commit that `docs/releases.md` names until there is one. */
function commitBefore(): string {
  const text = fs.readFileSync(path.join(root, 'docs/releases.md'), 'utf8')
  const row = /^\| \d+\.\d+\.\d+ \|.*`([0-9a-f]{40})`/m.exec(text)
  return (row ?? /from\s`([0-9a-f]{40})`/.exec(text))?.[1] ?? ''
}

/** @returns a folder with the files of the commit and the packages of this checkout, or null. */
function checkOut(commit: string): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    return null
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-before-'))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}
