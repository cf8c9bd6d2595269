import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/db/embedded/start.ts'
import { urlOf } from './support/postgres-url.ts'

/**
 * `npm test` runs all checks, then all tests. `npm test -- WORD… [options of node --test]` runs only the tests whose path
 * contains a word (`jobs`, `part-4`) or is given. The tests use a temporary PostgreSQL, or the one of TEST_DATABASE_URL.
 */
const root = path.join(import.meta.dirname, '..')
/** If more files than this fail, the cause is not a busy machine. */
const mostRepeated = 6
const template = `dray_template_${randomBytes(4).toString('hex')}`

/** Stops the tests. The cluster is stopped and its folder removed after they have ended. */
const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interrupt.abort(128 + os.constants.signals[name]))
}
const interruptedBy = () => interrupt.signal.reason as number | undefined

// The browser tests use the built web app.
execFileSync(process.execPath, ['scripts/build-web.ts', '--if-stale'], { cwd: root, stdio: 'inherit' })

process.exitCode = isChecked() ? await runAll() : 1

/** Only a whole run starts with the checks: a part is run often while its code is being written. */
function isChecked(): boolean {
  if (process.argv.length > 2) return true
  return spawnSync(process.execPath, ['scripts/check.ts'], { cwd: root, stdio: 'inherit' }).status === 0
}

function runAll(): Promise<number> {
  const { TEST_DATABASE_URL: url } = process.env
  return url ? runOnGiven(url) : runOnEmbedded()
}

async function runOnEmbedded(): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-test-'))
  // As root, PostgreSQL runs as another account, which must be able to enter the folder.
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
    // As root in a private folder, the data is in a system folder.
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

/** Folder for temporary files of the tests, so that files of an interrupted test are removed too. */
function scratchIn(folder: string): string {
  const scratch = path.join(folder, 't')
  fs.mkdirSync(scratch)
  fs.chmodSync(scratch, 0o1777)
  return scratch
}

/** @returns the exit code. */
async function runTests(settings: Record<string, string>): Promise<number> {
  const given = process.argv.slice(2)
  const options = given.filter((argument) => argument.startsWith('-'))
  const words = given.filter((argument) => !argument.startsWith('-'))
  const all = testsOf(words)
  if (words.length > 0 && all.length === 0) {
    console.error(`No test has ${words.join(' or ')} in its path.`)
    return 1
  }
  const light = await runFiles(
    all.filter((file) => !startsProcesses(file)),
    { options, settings, together: 2 },
  )
  const heavy = await runFiles(all.filter(startsProcesses), { options, settings, together: 2 })
  return light || heavy
}

/** `together`: how many files run at the same time. */
type RunOptions = { options: string[]; settings: Record<string, string>; together: number }

/**
 * Retries a few failed files once, one by one, because on a busy machine a process may have started too late. Files that
 * pass only at the retry are listed at the end.
 */
async function runFiles(files: string[], run: RunOptions): Promise<number> {
  if (files.length === 0) return 0
  const first = await runOnce(files, run)
  const mayRepeat = files.length > 1 && first.failed.length > 0 && first.failed.length <= mostRepeated
  if (first.code === 0 || !mayRepeat || interruptedBy()) return first.code
  const unsteady: string[] = []
  for (const file of first.failed) {
    console.log(`\nRetry: ${path.relative(root, file)}`)
    const { code } = await runOnce([file], { ...run, together: 1 })
    if (code !== 0) return code
    unsteady.push(path.relative(root, file))
  }
  console.log(`\nPassed only at the retry: ${unsteady.join(', ')}`)
  return 0
}

async function runOnce(files: string[], { options, settings, together }: RunOptions) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-failed-'))
  const list = path.join(folder, 'files')
  const args = [
    '--test',
    `--test-concurrency=${together}`,
    '--test-timeout=300000',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${path.join(root, 'test/support/failed-files.ts')}`,
    `--test-reporter-destination=${list}`,
    ...options,
    ...files,
  ]
  const code = await runNode(args, settings)
  const failed = fs.existsSync(list) ? fs.readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
  fs.rmSync(folder, { recursive: true, force: true })
  return { code, failed }
}

/** @returns the exit code. */
function runNode(args: string[], settings: Record<string, string>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const env = {
    // Each test file is a process that compiles the same modules; the cache saves half of that.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
    ...process.env,
    ...settings,
    TEST_TEMPLATE_DATABASE: template,
  }
  const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit', signal: interrupt.signal })
  tests.on('error', (error) => {
    if (!interrupt.signal.aborted) console.error(error.message)
  })
  tests.on('close', (code) => resolve(interruptedBy() ?? code ?? 1))
  return promise
}

/** Files that start servers and browsers run after all others, so that a light file does not slow them down. */
function startsProcesses(file: string): boolean {
  return /^test\/(faults|web)\//.test(path.relative(root, file))
}

function testsOf(words: string[]): string[] {
  if (words.length === 0) return allTests()
  const named = words.filter((word) => fs.existsSync(path.resolve(word)) && word.endsWith('.test.ts'))
  const others = words.filter((word) => !named.includes(word))
  const matching = allTests().filter((file) =>
    others.some((word) => path.relative(root, file).includes(word)),
  )
  return [...new Set([...named.map((file) => path.resolve(file)), ...matching])]
}

function allTests(): string[] {
  const pattern = '{server,contract,test,bench,scripts,web}/**/*.test.ts'
  const files = fs.globSync(pattern, { cwd: root, exclude: (name) => name.includes('node_modules') })
  return files.sort().map((file) => path.join(root, file))
}
