import { execFileSync } from 'node:child_process'
import { rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type JudgedRun, judgeRun, show } from '../test/model/judge-run.ts'
import { type PlantedBug, plantedBugs } from '../test/model/planted-bugs.ts'
import { openWorld } from '../test/model/world.ts'
import { insertFault } from '../test/mutants/insert.ts'
import { withPostgres } from '../test/runner/with-postgres.ts'
import { copyProject } from '../test/support/copy-project.ts'

/**
 * `npm run model [-- --runs 200] [--seed 17]`: runs random histories of calls and faults against two nodes, a worker
 * and a PostgreSQL, and judges them (decision 61). `--seed` alone repeats one history, with all its calls; with
 * `--runs` it is the first of so many. `--planted [WORD]`: puts each bug of `test/model/planted-bugs.ts` into a copy of
 * the project, where a history must find it.
 */
const root = path.join(import.meta.dirname, '..')
const { values, positionals: words } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    planted: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const isReplay = values.seed !== undefined && values.runs === undefined
const firstSeed = Number(values.seed ?? (values.planted ? 1 : Date.now() % 1_000_000))
const runs = isReplay ? 1 : Number(values.runs ?? 200)

const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interrupt.abort(128 + os.constants.signals[name]))
}

const isRight = await withPostgres(async (env) => {
  Object.assign(process.env, env)
  return values.planted ? findAll() : judgeThisVersion()
}).catch((error: unknown) => {
  // Node shows neither of the two errors of a SuppressedError.
  console.error(error instanceof SuppressedError ? [error.error, error.suppressed] : error)
  return false
})
if (!isRight) process.exitCode = (interrupt.signal.reason as number | undefined) ?? 1

async function judgeThisVersion(): Promise<boolean> {
  execFileSync(process.execPath, ['scripts/prepare.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' })
  const judged: JudgedRun[] = []
  for await (const run of histories()) {
    judged.push(run)
    console.log(lineOf(run))
    if (run.broken.length > 0 || isReplay) console.log(show(run.evidence))
    for (const what of run.broken) console.log(`BROKEN  ${what}`)
    if (run.broken.length > 0) console.log(`Again: npm run model -- --seed ${run.seed}`)
  }
  console.log(`\n${sumOf(judged)}`)
  return judged.length === runs && judged.every(({ broken }) => broken.length === 0)
}

/** After a broken history the next one begins in another world, as the rows of the broken one may break it too. */
async function* histories(folder: string = root): AsyncGenerator<JudgedRun> {
  let seed = firstSeed
  const isOver = () => seed >= firstSeed + runs || interrupt.signal.aborted
  while (!isOver()) {
    await using world = await openWorld({ folder })
    for (let isRight = true; isRight && !isOver(); seed++) {
      const run = await judgeRun(world, seed)
      isRight = run.broken.length === 0
      yield run
    }
  }
}

function lineOf({ seed, seconds, evidence: { calls, faults } }: JudgedRun): string {
  const kinds = faults.map(({ fault }) => fault.kind).join(', ')
  return `seed ${seed}: ${calls.length} calls, ${unknownIn(calls)} unknown, ${seconds.toFixed(1)} s  ${kinds}`
}

function unknownIn(calls: JudgedRun['evidence']['calls']): number {
  return calls.filter(({ outcome }) => outcome.is === 'unknown').length
}

function sumOf(judged: JudgedRun[]): string {
  const calls = judged.flatMap(({ evidence }) => evidence.calls)
  const share = ((100 * unknownIn(calls)) / Math.max(1, calls.length)).toFixed(1)
  const seconds = judged.reduce((sum, run) => sum + run.seconds, 0)
  const broken = judged.filter((run) => run.broken.length > 0).length
  return `${judged.length} histories, ${broken} broken, ${calls.length} calls, ${share} % unknown, in ${Math.round(seconds)} s`
}

async function findAll(): Promise<boolean> {
  const chosen = plantedBugs.filter(({ name }) => words.every((word) => name.includes(word)))
  if (chosen.length === 0) console.error(`No planted bug has ${words.join(' and ')} in its name.`)
  const copy = await copyProject('model')
  try {
    await symlink(path.join(root, 'web/dist'), path.join(copy, 'web/dist'))
    let found = 0
    for (const bug of chosen) if (!interrupt.signal.aborted && (await find(copy, bug))) found++
    return chosen.length > 0 && found === chosen.length
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** The nodes are started from the copy; the model is that of this checkout. */
async function find(copy: string, bug: PlantedBug): Promise<boolean> {
  const startedAt = performance.now()
  const restore = await insertFault(copy, bug)
  execFileSync(process.execPath, ['scripts/bundle-server.ts'], { cwd: copy, stdio: 'inherit' })
  let tried = 0
  let broken: string[] = []
  for await (const run of histories(copy)) {
    tried++
    broken = run.broken
    if (tried % 50 === 0) console.log(`${tried} histories so far`)
    if (broken.length > 0) break
  }
  await restore()
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(
    `${broken.length > 0 ? 'found    ' : 'NOT FOUND'}  ${tried} histories, ${seconds} s  ${bug.name}`,
  )
  for (const what of broken.slice(0, 3)) console.log(`           ${what.slice(0, 300)}`)
  return broken.length > 0
}
