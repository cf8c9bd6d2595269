import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../server/db/start-embedded.ts'
import { serviceRole } from '../support/database.ts'
import { preparedIfPossible, startPgBouncer } from '../support/pgbouncer.ts'
import { urlOf } from '../support/postgres-url.ts'
import { memoryFolder } from './memory-folder.ts'

/**
 * Runs `work` with the environment variables that the tests' helpers need to find a PostgreSQL: a temporary one, or the
 * one of `TEST_DATABASE_URL`, where only the template database is deleted afterwards.
 */
export function withPostgres<T>(
  work: (env: Record<string, string>) => Promise<T>,
  { pooled = false }: { pooled?: boolean } = {},
): Promise<T> {
  const { TEST_DATABASE_URL: url } = process.env
  const pooling = pooled ? (env: Env) => throughPooler(env, work) : work
  return url ? onGiven(url, pooling) : onTemporary(pooling)
}

type Env = Record<string, string>

async function throughPooler<T>(env: Env, work: (env: Env) => Promise<T>): Promise<T> {
  // Each test file has a database, so connections to those of finished files are closed soon.
  const { pooler: prepared, dray } = preparedIfPossible()
  const settings = { server_idle_timeout: 3, default_pool_size: 12, ...prepared }
  await using pooler = await startPgBouncer(env.TEST_DATABASE_URL ?? '', [serviceRole], { settings })
  if (!pooler) throw new Error('pgbouncer is not installed: install it, or run the tests without --pooled')
  return await work({ ...env, TEST_POOLER_PORT: String(pooler.port), TEST_POOLER_PREPARED: dray.DB_PREPARED })
}

async function onTemporary<T>(work: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const memory = openFolder(memoryFolder() ?? os.tmpdir())
  const disk = openFolder(os.tmpdir())
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  }
  const options = { dataDir: path.join(memory, 'data'), owner: 'server', log: () => {}, settings } as const
  try {
    await using postgres = disposable(await startEmbeddedPostgres(options))
    const TEST_DATABASE_URL = urlOf(postgres.connection)
    return await work({ TEST_DATABASE_URL, TMPDIR: scratchIn(disk), TEST_TEMPLATE_DATABASE: template })
  } finally {
    for (const folder of [memory, disk]) fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** As root, PostgreSQL runs as another account, which must be able to enter the folder. */
function openFolder(parent: string): string {
  const folder = fs.mkdtempSync(path.join(parent, 'dray-test-'))
  fs.chmodSync(folder, 0o711)
  return folder
}

type Stoppable = { stop: () => Promise<void>; dataDir: string }

const disposable = <P extends Stoppable>(postgres: P): P & AsyncDisposable =>
  Object.assign(postgres, {
    [Symbol.asyncDispose]: async () => {
      await postgres.stop()
      // As root in a private folder, the data is in a system folder.
      fs.rmSync(postgres.dataDir, { recursive: true, force: true })
    },
  })

async function onGiven<T>(url: string, work: (env: Record<string, string>) => Promise<T>): Promise<T> {
  try {
    return await work({ TEST_DATABASE_URL: url, TEST_TEMPLATE_DATABASE: template })
  } finally {
    const admin = new Client({ connectionString: url })
    await admin.connect()
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
  }
}

/** Folder for temporary files of the tests, so files of an interrupted test are removed too. */
function scratchIn(folder: string): string {
  const scratch = path.join(folder, 't')
  fs.mkdirSync(scratch)
  fs.chmodSync(scratch, 0o1777)
  return scratch
}

const template = `dray_template_${randomBytes(4).toString('hex')}`
