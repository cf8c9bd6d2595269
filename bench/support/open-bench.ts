import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../server/db/start-embedded.ts'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import { urlOf } from '../../test/support/postgres-url.ts'
import { prepareDray } from './servers.ts'

export type OpenBench = AsyncDisposable & {
  postmaster: number
  createDatabase: () => Promise<TestDatabase>
  /** The last lines that the servers have logged. */
  logTail: () => string
}

/**
 * Starts the embedded PostgreSQL with production settings: every commit is flushed to disk. `BENCH_DATA` names a folder
 * that is kept.
 */
export async function openBench(): Promise<OpenBench> {
  prepareDray()
  const kept = process.env.BENCH_DATA
  const folder = kept ? path.resolve(kept) : fs.mkdtempSync(path.join(os.tmpdir(), 'dray-bench-'))
  fs.mkdirSync(folder, { recursive: true })
  fs.chmodSync(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  const postgres = await startEmbeddedPostgres({ dataDir, owner: 'server', log: () => {} })
  process.env.TEST_DATABASE_URL = urlOf(postgres.connection)
  const log = path.join(folder, 'servers.log')
  process.env.BENCH_LOG = log
  // Of all servers of this run.
  process.env.DATA_DIR = path.join(folder, 'dray')
  return {
    postmaster: Number(fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    createDatabase,
    logTail: () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').split('\n').slice(-20).join('\n') : ''),
    async [Symbol.asyncDispose]() {
      await postgres.stop()
      if (!kept) fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
