import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/db/embedded/start.ts'
import { urlOf } from './support/postgres-url.ts'

/**
 * `node test/run.ts [FILES] [node's own --test options]`: runs the tests with a PostgreSQL of their own, or on the one
 * that TEST_DATABASE_URL names. Ends with the tests' exit code.
 */
const root = path.join(import.meta.dirname, '..')
const template = `dray_template_${randomBytes(4).toString('hex')}`

/** Ends the tests; the cluster is stopped and its folder removed when they have ended. */
const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interrupt.abort(128 + os.constants.signals[name]))
}
const interruptedBy = () => interrupt.signal.reason as number | undefined

process.exitCode = process.env.TEST_DATABASE_URL
  ? await runOnGiven(process.env.TEST_DATABASE_URL)
  : await runOnEmbedded()

async function runOnEmbedded(): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-test-'))
  // As root, PostgreSQL runs as another account and has to pass through.
  fs.chmodSync(folder, 0o711)
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  let postgres: EmbeddedPostgres | undefined
  try {
    postgres = await startEmbeddedPostgres({
      dataDir: path.join(folder, 'data'),
      owner: 'server',
      log: () => {},
      settings,
    })
    return await runTests({ TEST_DATABASE_URL: urlOf(postgres.connection), TMPDIR: scratchIn(folder) })
  } finally {
    await postgres?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
    // As root in a closed folder the data is elsewhere.
    if (postgres) fs.rmSync(postgres.dataDir, { recursive: true, force: true })
  }
}

async function runOnGiven(url: string): Promise<number> {
  try {
    return await runTests({ TEST_DATABASE_URL: url })
  } finally {
    const admin = new Client({ connectionString: url })
    await admin.connect()
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
  }
}

/** For the tests' own temporary files, so that those of an interrupted test go too. */
function scratchIn(folder: string): string {
  const scratch = path.join(folder, 't')
  fs.mkdirSync(scratch)
  fs.chmodSync(scratch, 0o1777)
  return scratch
}

/** @returns the exit code. */
function runTests(settings: Record<string, string>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const env = { ...process.env, ...settings, TEST_TEMPLATE_DATABASE: template }
  const args = testArguments(process.argv.slice(2))
  const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit', signal: interrupt.signal })
  tests.on('error', (error) => {
    if (!interrupt.signal.aborted) console.error(error.message)
  })
  tests.on('close', (code) => resolve(interruptedBy() ?? code ?? 1))
  return promise
}

function testArguments(given: string[]): string[] {
  const options = given.filter((argument) => argument.startsWith('-'))
  const files = given.filter((argument) => !argument.startsWith('-'))
  const fixed = [
    '--test',
    '--test-concurrency=2',
    '--test-timeout=120000',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
  ]
  return [...fixed, ...options, ...(files.length > 0 ? files.map((file) => path.resolve(file)) : allTests())]
}

function allTests(): string[] {
  const pattern = '{server,contract,test,bench,scripts}/**/*.test.ts'
  const files = fs.globSync(pattern, { cwd: root, exclude: (name) => name.includes('node_modules') })
  return files.sort()
}
