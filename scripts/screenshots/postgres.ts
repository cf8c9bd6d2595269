import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../server/db/embedded/start.ts'
import { urlOf } from '../../test/support/postgres-url.ts'

/** Runs `work` with a new embedded PostgreSQL, at the URL that the tests' helpers read. */
export async function withPostgres(work: () => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-screenshots-'))
  fs.chmodSync(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  const postgres = await startEmbeddedPostgres({ dataDir, owner: 'server', log: () => {} })
  try {
    process.env.TEST_DATABASE_URL = urlOf(postgres.connection)
    await work()
  } finally {
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
