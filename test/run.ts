import { execFileSync, spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { testsOfChange } from './runner/changed-files.ts'
import { chooseFiles, shardOf } from './runner/choose-files.ts'
import type { FileResult } from './runner/messages.ts'
import { runFiles } from './runner/pool.ts'
import { withBrowser } from './runner/with-browser.ts'
import { withPostgres } from './runner/with-postgres.ts'

/**
 * `npm test` runs all checks and all tests. `npm test -- WORD… [--name PATTERN]` runs only the tests whose path
 * contains a word (`jobs`, `part-4`) or is given, and whose name matches the pattern. `--changed` runs only tests that
 * import a changed file. `--shard 2/4` runs the second of four parts of the tests, without the checks, for several
 * machines. The tests use a temporary PostgreSQL, or the one of TEST_DATABASE_URL; with `--pooled` Dray reaches it
 * through a PgBouncer by transaction, which must be installed. FC_SEED=random tries other generated inputs than each
 * run does, and FC_TIMES=10 more of them.
 */
const root = path.join(import.meta.dirname, '..')
const { positionals: words, values } = parseArgs({
  options: {
    name: { type: 'string' },
    shard: { type: 'string' },
    changed: { type: 'boolean' },
    pooled: { type: 'boolean' },
  },
  allowPositionals: true,
})
const named = chooseFiles(root, words)
const files = shardOf(values.changed ? testsOfChange(root, named) : named, values.shard ?? '1/1')
const isWhole = words.length === 0 && values.shard === undefined && !values.changed
const fewFiles = 5
const slowestShown = 20
/** A change is tried with the same generated inputs as the one before it, so that alone can make it fail. */
const seed =
  process.env['FC_SEED'] === 'random' ? String(Date.now() % 2 ** 31) : (process.env['FC_SEED'] ?? '1')
const cores = Math.min(os.availableParallelism(), 4)

/** Stops the tests. The cluster is stopped and its folder removed after they have ended. */
const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interrupt.abort(128 + os.constants.signals[name]))
}

if (files.length === 0 && values.changed) {
  console.log('No test imports what has changed.')
} else if (files.length === 0) {
  console.error(`No test has ${words.join(' or ')} in its path.`)
  process.exitCode = 1
} else {
  process.exitCode = (await runAll()) ? 0 : ((interrupt.signal.reason as number | undefined) ?? 1)
}

async function runAll(): Promise<boolean> {
  const startedAt = performance.now()
  if (process.env['FC_SEED']) console.log(`FC_SEED=${seed}`)
  // The browser tests use the built web app, and processes that tests start use the bundle of the server.
  execFileSync(process.execPath, ['scripts/prepare.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' })
  // Only a whole run includes the checks: a part is run often while its code is being written.
  // They come first: beside them, tests with limits of time fail on a slow machine.
  const isChecked = isWhole ? await check() : true
  const results: FileResult[] = []
  const onResult = (result: FileResult) => {
    results.push(result)
    report(result)
  }
  const withParts = (postgres: Record<string, string>) =>
    withBrowser(files, (browser) =>
      runFiles(files, {
        // More than the cores: tests wait for PostgreSQL, for background tasks and for processes.
        workers: Math.min(cores + 1, files.length),
        maxHeavy: cores,
        // A worker that replaces another one imports the same modules.
        env: {
          NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
          FC_SEED: seed,
          ...postgres,
          ...browser,
        },
        namePattern: values.name ?? null,
        signal: interrupt.signal,
        onResult,
      }),
    )
  await withPostgres(withParts, { pooled: values.pooled ?? false })
  summarize(results, (performance.now() - startedAt) / 1_000)
  return isChecked && results.length === files.length && results.every(({ counts }) => counts.failed === 0)
}

function check(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const checks = spawn(process.execPath, ['scripts/check.ts'], { cwd: root, stdio: 'inherit' })
  checks.on('close', (code) => resolve(code === 0))
  interrupt.signal.addEventListener('abort', () => checks.kill())
  return promise
}

/** One line for a file; its tests if one failed, or if only a few files run. */
function report({ file, counts, output, seconds }: FileResult): void {
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : ''
  const mark = counts.failed ? '✖' : '✔'
  if (counts.failed || files.length <= fewFiles) console.log(`\n${output.trimEnd()}`)
  console.log(
    `${mark} ${path.relative(root, file)}: ${counts.tests} tests${skipped}, ${seconds.toFixed(1)} s`,
  )
}

/** Where the time of the run went: a file that takes a minute is worth a look. */
function showSlowest(results: FileResult[]): void {
  console.log(`\nThe ${slowestShown} slowest files:`)
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown)
  for (const { file, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${path.relative(root, file)}`)
}

function summarize(results: FileResult[], seconds: number): void {
  const sum = (name: keyof FileResult['counts']) => results.reduce((all, { counts }) => all + counts[name], 0)
  console.log(
    `\n${sum('tests')} tests in ${results.length} files, ${sum('failed')} failed, ${sum('skipped')} skipped, in ${Math.round(seconds)} s`,
  )
  if (results.length > slowestShown) showSlowest(results)
  for (const { file, counts } of results) if (counts.failed) console.log(`✖ ${path.relative(root, file)}`)
}
