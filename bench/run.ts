import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../server/db/start-embedded.ts'
import { createDatabase, type TestDatabase } from '../test/support/database.ts'
import { urlOf } from '../test/support/postgres-url.ts'
import { run as calls } from './calls.ts'
import { run as feed } from './feed.ts'
import { run as firstScreen } from './first-screen.ts'
import { run as growth } from './growth.ts'
import { run as indexes } from './indexes.ts'
import { run as limiter } from './limiter.ts'
import { run as memory } from './memory.ts'
import { run as panel } from './panel/panel.ts'
import { run as photos } from './photos.ts'
import { run as sandbox } from './sandbox/sandbox.ts'
import { run as start } from './start.ts'
import { type Result, report } from './support/result.ts'

/**
 * Prints ratios, with both sides measured in this run. `npm run bench` takes some minutes; `npm run bench -- calls
 * photos` runs only these parts.
 */
const parts: Record<string, (db: TestDatabase) => Promise<Result[]>> = {
  calls,
  photos,
  limiter: () => limiter(),
  start: () => start(),
  growth,
  feed,
  panel: () => panel(),
  indexes: () => indexes(),
  'first-screen': () => firstScreen(),
  memory: (db) => memory(db, 10),
  sandbox,
}

const named = process.argv.slice(2)
/** Parts that take ten minutes and more: they run only if named. */
const long = ['memory', 'panel', 'indexes', 'sandbox']
const chosen = named.length > 0 ? named : Object.keys(parts).filter((name) => !long.includes(name))

// The embedded PostgreSQL with production settings: every commit is flushed to disk. A named folder is kept.
const kept = process.env.BENCH_DATA
const folder = kept ? path.resolve(kept) : fs.mkdtempSync(path.join(os.tmpdir(), 'dray-bench-'))
fs.mkdirSync(folder, { recursive: true })
fs.chmodSync(folder, 0o711)
const dataDir = path.join(folder, 'data')
const postgres = await startEmbeddedPostgres({ dataDir, owner: 'server', log: () => {} })
try {
  process.env.TEST_DATABASE_URL = urlOf(postgres.connection)
  for (const name of chosen) {
    await using db = await createDatabase()
    const results = await parts[name]?.(db)
    console.log(results ? report(results) : `there is no part ${name}: ${Object.keys(parts).join(', ')}`)
  }
} finally {
  await postgres.stop()
  if (!kept) fs.rmSync(folder, { recursive: true, force: true })
}
