import { execFile, execFileSync } from 'node:child_process'
import { readFile, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { mutants } from '../test/mutants/index.ts'
import { insertFault } from '../test/mutants/insert.ts'
import type { Mutant } from '../test/mutants/mutant.ts'
import { chooseFiles } from '../test/runner/choose-files.ts'
import type { FileResult } from '../test/runner/messages.ts'
import { runFiles } from '../test/runner/pool.ts'
import { withPostgres } from '../test/runner/with-postgres.ts'
import { copyProject } from '../test/support/copy-project.ts'

/**
 * `npm run mutants [-- WORD…]`: puts each fault of `test/mutants/` into a copy of the project and runs the tests that
 * must fail with it. Fails if none does: then the tests do not hold that promise. Words choose mutants by their name or
 * file. Before, the compiler reads all faults, and the tests must pass without them: so a test that fails has seen the
 * fault.
 */
const root = path.join(import.meta.dirname, '..')
const { positionals: words } = parseArgs({ allowPositionals: true })
const chosen = mutants.filter(
  ({ name, file }) => words.length === 0 || words.some((word) => name.includes(word) || file.includes(word)),
)
const cores = Math.min(os.availableParallelism(), 4)

const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interrupt.abort(128 + os.constants.signals[name]))
}

const faults = chosen.length === 0 ? [`No mutant has ${words.join(' or ')} in its name.`] : await outdated()
for (const fault of faults) console.error(fault)
const isSeen = faults.length === 0 && (await tryAll())
if (!isSeen) process.exitCode = (interrupt.signal.reason as number | undefined) ?? 1

/** Where the list no longer fits the code. */
async function outdated(): Promise<string[]> {
  const found = await Promise.all(
    chosen.map(async ({ name, file, from, tests }) => {
      const parts = (await readFile(path.join(root, file), 'utf8')).split(from).length
      const missing = tests.filter((word) => chooseFiles(root, [word]).length === 0)
      return [
        ...(parts === 2 ? [] : [`${name}: ${file} has ${parts - 1} places with: ${from}`]),
        ...missing.map((word) => `${name}: no test has ${word} in its path`),
      ]
    }),
  )
  return found.flat()
}

async function tryAll(): Promise<boolean> {
  const startedAt = performance.now()
  // Tests of pages read the built web app.
  execFileSync(process.execPath, ['scripts/prepare.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' })
  const copies = await Promise.all(Array.from({ length: Math.min(cores, chosen.length) }, openCopy))
  try {
    const [first = ''] = copies
    const unseen = await withPostgres(async (postgres) => {
      if (!(await compiles(first)) || !(await passes(first, postgres))) return null
      return tryEach(copies, postgres)
    })
    if (!unseen || interrupt.signal.aborted) return false
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.log(`\n${chosen.length} mutants, ${chosen.length - unseen.length} seen, in ${seconds} s`)
    for (const { name, promise } of unseen) console.log(`NOT SEEN  ${name} (${promise})`)
    return unseen.length === 0
  } finally {
    await Promise.all(copies.map((copy) => rm(copy, { recursive: true, force: true })))
  }
}

async function openCopy(): Promise<string> {
  const copy = await copyProject('mutants')
  for (const built of ['server/dist', 'web/dist'])
    await symlink(path.join(root, built), path.join(copy, built))
  return copy
}

/** Whether the compiler accepts all faults together: a fault that it refuses needs no test. */
async function compiles(copy: string): Promise<boolean> {
  const undo: (() => Promise<void>)[] = []
  for (const mutant of chosen) undo.unshift(await insertFault(copy, mutant))
  const program = path.join(root, 'node_modules/.bin/tsc')
  const options = { cwd: copy, env: { GOGC: '400', ...process.env }, signal: interrupt.signal }
  const accepted = await promisify(execFile)(program, ['--noEmit', '--pretty', 'false'], options).then(
    () => true,
    ({ stdout }: { stdout?: string }) => {
      if (!interrupt.signal.aborted) console.error(`The compiler refuses mutants:\n${stdout}`)
      return false
    },
  )
  for (const restore of undo) await restore()
  return accepted
}

async function passes(copy: string, env: Record<string, string>): Promise<boolean> {
  const files = chooseFiles(
    copy,
    chosen.flatMap(({ tests }) => tests),
  )
  const results = await runTests(copy, files, { env, workers: cores + 1 })
  if (interrupt.signal.aborted) return false
  const failed = results.filter(({ counts }) => counts.failed > 0)
  for (const { file, output } of failed) console.error(`${output}\nfails without a mutant: ${file}`)
  if (failed.length === 0) console.log(`${sum(results, 'tests')} tests pass without a mutant`)
  return failed.length === 0
}

/** @returns the mutants that no test has seen. */
async function tryEach(copies: string[], env: Record<string, string>): Promise<Mutant[]> {
  const waiting = [...chosen]
  const unseen: Mutant[] = []
  const work = async (copy: string) => {
    for (let mutant = waiting.shift(); mutant && !interrupt.signal.aborted; mutant = waiting.shift()) {
      if (!(await tryOne(copy, mutant, env))) unseen.push(mutant)
    }
  }
  await Promise.all(copies.map(work))
  return unseen
}

async function tryOne(copy: string, mutant: Mutant, env: Record<string, string>): Promise<boolean> {
  const startedAt = performance.now()
  const restore = await insertFault(copy, mutant)
  const results = await runTests(copy, chooseFiles(copy, [...mutant.tests]), { env, workers: 1 })
  await restore()
  // A file without tests did not run, which proves nothing.
  const ran = results.filter(({ counts }) => counts.tests > 0)
  const [red, all] = [sum(ran, 'failed'), sum(ran, 'tests')]
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  if (!interrupt.signal.aborted)
    console.log(`${red > 0 ? 'seen    ' : 'NOT SEEN'}  ${red}/${all} tests red, ${seconds} s  ${mutant.name}`)
  return red > 0
}

type Running = { env: Record<string, string>; workers: number }

async function runTests(copy: string, files: string[], { env, workers }: Running): Promise<FileResult[]> {
  const results: FileResult[] = []
  await runFiles(files, {
    workers: Math.min(workers, files.length),
    maxHeavy: cores,
    env: { NODE_COMPILE_CACHE: path.join(copy, '.compile-cache'), ...env },
    namePattern: null,
    signal: interrupt.signal,
    onResult: (result) => results.push(result),
  })
  return results
}

function sum(results: FileResult[], name: 'tests' | 'failed'): number {
  return results.reduce((all, { counts }) => all + counts[name], 0)
}
