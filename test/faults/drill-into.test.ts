import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { openDrillScene } from '../support/drill-scene.ts'
import { runCommand } from '../support/process.ts'
import { rowHashes } from '../support/row-hashes.ts'
import { until } from '../support/until.ts'

/* DESIGN 2: `dray drill restore FILE --into URL`, where the role may not create databases. */

const scene = await openDrillScene()
after(() => scene[Symbol.asyncDispose]())
const { installation, file, run, hold } = scene

/** A database made by hand, of the role of the service, which may not create databases. */
async function givenDatabase(): Promise<AsyncDisposable & { name: string; url: string; client: Client }> {
  const { db } = installation
  const name = `dray_given_${randomBytes(4).toString('hex')}`
  const url = new URL(db.serviceUrl)
  await db.pool.query(`create database ${name} owner ${url.username}`)
  url.pathname = `/${name}`
  const client = new Client({ connectionString: url.href })
  client.on('error', () => {})
  await client.connect()
  return {
    name,
    url: url.href,
    client,
    async [Symbol.asyncDispose]() {
      await client.end()
      await db.pool.query(`drop database ${name} with (force)`)
    },
  }
}

async function contentsOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
     union all select proname from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('a role that may not create databases is told so, and drills in one made by hand, which is empty afterwards', async () => {
  await using given = await givenDatabase()
  const env = { DATABASE_OWNER_URL: installation.db.serviceUrl }
  const refused = await run([file], env)
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /may not create databases.\n.*alter role … createdb.*--into URL/)
  for (let time = 0; time < 2; time += 1) {
    const drilled = await run([file, '--into', given.url], env)
    assert.deepEqual([drilled.code, drilled.report?.verdict], [0, 'good'], drilled.stderr)
    assert.deepEqual(await contentsOf(given.client), [])
  }
})

const withoutDatabase = { DATABASE_URL: '', DATABASE_OWNER_URL: '', DATABASE_DIRECT_URL: '' }

test('--into refuses the database of the service, one that is not empty, and one that another drill uses', async () => {
  const { db } = installation
  const rows = await rowHashes(db.pool)
  for (const url of [db.url, db.serviceUrl]) {
    const own = await run([file, '--into', url])
    assert.deepEqual(
      [own.code, own.stderr.trim()],
      [2, '--into names the database of the service: name an empty one'],
    )
  }
  // On a machine that does not know the service, too.
  const unknown = await run([file, '--into', db.url], withoutDatabase)
  assert.equal(unknown.code, 2)
  assert.match(unknown.stderr, /is not empty/)
  assert.deepEqual(await rowHashes(db.pool), rows)

  await using given = await givenDatabase()
  await given.client.query('create table invoice (id integer)')
  const occupied = await run([file, '--into', given.url])
  assert.equal(occupied.code, 2)
  assert.match(occupied.stderr, /is not empty/)
  assert.deepEqual(await contentsOf(given.client), ['invoice'])
  await given.client.query('drop table invoice')
  await using held = await hold([file, '--into', given.url], async () => given.name)
  assert.match((await run([file, '--into', given.url])).stderr, /^Another drill uses the database/)
  held.child.kill('SIGTERM')
  await held.release()
  assert.equal((await held.ended).code, 2)
  assert.deepEqual(await contentsOf(given.client), [])
})

test('what a killed drill has left in the database of --into is deleted by the next one, and nothing else', async () => {
  await using given = await givenDatabase()
  {
    await using killed = await hold([file, '--into', given.url], async () => given.name)
    killed.child.kill('SIGKILL')
    await killed.ended
  }
  await until('its connections are closed', async () => {
    const { rows } = await given.client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'dray'`,
    )
    return rows.length === 0
  })
  assert.notDeepEqual(await contentsOf(given.client), [])
  const next = await run([file, '--into', given.url])
  assert.equal(next.code, 0, next.stderr)
  assert.deepEqual(await contentsOf(given.client), [])
  // A database that was restored to be used is never taken for what a drill has left.
  const used = { ...installation.env, DATABASE_URL: given.url, DATABASE_OWNER_URL: given.url }
  assert.equal((await runCommand(['restore', file], used)).code, 0)
  const tables = await contentsOf(given.client)
  assert.match((await run([file, '--into', given.url])).stderr, /is not empty/)
  assert.deepEqual(await contentsOf(given.client), tables)
})
