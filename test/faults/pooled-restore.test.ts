import assert from 'node:assert/strict'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { examine } from '../../server/doctor/examine.ts'
import { createDatabase } from '../support/database.ts'
import { sofa } from '../support/dray.ts'
import { createInstallation } from '../support/installation.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { runCommand } from '../support/process.ts'
import { until } from '../support/until.ts'
import { written } from '../support/written-checks.ts'

/* Decision 58: a pooler keeps its connections after Dray has stopped, with Dray's name. */
const installation = await createInstallation()
after(() => installation[Symbol.asyncDispose]())
const { db } = installation
const service = new URL(db.serviceUrl).username
const file = path.join(installation.dataDir, 'backup.tar.gz')

const pooler = await startPgBouncer(db.url, [service])
after(() => pooler?.[Symbol.asyncDispose]())
const skip = pooler ? false : 'pgbouncer is not installed'
const pooledUrl = pooler?.pooled(db.serviceUrl) ?? ''
const env = {
  ...installation.env,
  DATABASE_URL: pooledUrl,
  DATABASE_DIRECT_URL: db.serviceUrl,
  DB_PREPARED: 'off',
}

const restore = () => runCommand(['restore', file, '--force', '--json'], env)

async function openConnections(): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and application_name = 'dray' and usename = $1`,
    [service],
  )
  return rows[0]?.count ?? 0
}

const refusal = (where: string) =>
  new RegExp(`^Another Dray is connected to this database: stop it \\(${where}\\)`)

test('behind a pooler a restore is refused while a node runs, and not after its stop', { skip }, async () => {
  const node = await installation.start('serve', { env })
  assert.equal((await (await installation.partner()).create()).status, 201)
  assert.equal((await runCommand(['backup', file], env)).code, 0)
  const refused = await restore()
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, refusal(os.hostname()))
  const check = (await examine(env)).map(written).find(({ name }) => name === 'connections')
  assert.match(check?.detail ?? '', /past the pooler the nodes open at most 2$/)

  node.signal('SIGTERM')
  await node.ended
  assert.ok((await openConnections()) > 0, 'the pooler has connections of the node')
  await db.pool.query(`update job set title = 'changed'`)
  const restored = await restore()
  assert.equal(restored.code, 0, restored.stderr)
  const { rows } = await db.pool.query<{ title: string }>('select title from job')
  assert.deepEqual(rows, [{ title: sofa.title }])
})

test('behind a pooler a killed node refuses a restore for 15 s, as it may still be alive', {
  skip,
}, async () => {
  const node = await installation.start('serve', { env })
  await until('it is seen', async () => ((await db.pool.query('select from node')).rowCount ?? 0) > 0)
  await node.kill()
  await until('its direct connections are closed', async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and query = 'listen dray_live'`,
    )
    return rows.length === 0
  })
  assert.ok((await openConnections()) > 0, 'the pooler has connections of the node')
  assert.match((await restore()).stderr, refusal(os.hostname()))
  await db.pool.query(`update node set seen_at = now() - interval '16 seconds'`)
  const restored = await restore()
  assert.equal(restored.code, 0, restored.stderr)
})

test('behind a pooler a transaction of another process refuses a restore', { skip }, async () => {
  const other = new Client({ connectionString: pooledUrl, application_name: 'dray' })
  await other.connect()
  await other.query('begin')
  assert.match((await restore()).stderr, refusal('on every machine'))
  await other.query('commit')
  const restored = await restore()
  await other.end()
  assert.equal(restored.code, 0, restored.stderr)
})

test('without a pooler an idle connection refuses a restore, and the row of a killed node does not', async () => {
  await using target = await createDatabase()
  const direct = { ...installation.env, DATABASE_URL: target.serviceUrl, DATABASE_OWNER_URL: target.url }
  const backup = path.join(installation.dataDir, 'direct.tar.gz')
  assert.equal((await runCommand(['backup', backup], installation.env)).code, 0)
  const run = () => runCommand(['restore', backup, '--force', '--json'], direct)
  assert.equal((await run()).code, 0)
  const node = await installation.start('serve', { env: direct })
  const idle = new Client({ connectionString: target.serviceUrl, application_name: 'dray' })
  await idle.connect()
  await node.kill()
  await until('the node is gone', async () => {
    const { rows } = await idle.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and application_name = 'dray'`,
    )
    return rows.length === 0
  })
  assert.match((await run()).stderr, refusal(os.hostname()))
  await idle.end()
  const restored = await run()
  assert.equal(restored.code, 0, restored.stderr)
})
