import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { printProfile, profileFile } from './profile/save-profile.ts'
import type { Bench } from './support/bench.ts'
import { cpuMicrosOf, residentBytesOf } from './support/cpu.ts'
import { median } from './support/median.ts'
import type { Result } from './support/result.ts'
import { untilReady } from './support/server-process.ts'
import { operatingFlags, profilingFlags } from './support/servers.ts'

const root = path.join(import.meta.dirname, '..')
const program = path.join(root, 'bin/dray.mjs')

type Env = Record<string, string>
type Ready = { seconds: number; cpuSeconds: number; idleBytes: number }

/**
 * From the command to the first 200 of `/health/ready`: `serve` on a database that runs, `start` with data of an
 * earlier start; and what a command of the CLI takes, beside Node with an empty program, which tells how fast the
 * machine is. CPU seconds of the Node process.
 */
export async function run({ db, options }: Bench): Promise<Result[]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dray-bench-'))
  const onDatabase = { DATABASE_URL: db.url }
  const withOwnDatabase = { DATABASE_URL: '', DATA_DIR: dataDir }
  try {
    await startOnce('serve', onDatabase)
    if (options.profile) return await profileStart(onDatabase)
    await startOnce('start', withOwnDatabase)
    const serves: Ready[] = []
    const starts: Ready[] = []
    const commands: Ran[] = []
    const bare: Ran[] = []
    for (let round = 0; round < options.rounds; round++) {
      serves.push(await startOnce('serve', onDatabase))
      starts.push(await startOnce('start', withOwnDatabase))
      commands.push(await runNode([program, 'tariff', 'show'], onDatabase))
      bare.push(await runNode(['--eval', ''], {}))
    }
    const idle = serves.map(({ idleBytes }) => idleBytes / 2 ** 20)
    return [
      seconds('serve until ready, s', { goal: '<= 0.4', times: serves }),
      seconds('start again until ready, s', { goal: '<= 0.7', times: starts }),
      cpu('serve until ready, CPU s', { goal: '', times: serves }),
      cpu('start again until ready, CPU s', { goal: '', times: starts }),
      cpu('a command of the CLI (tariff show), CPU s', { goal: '<= 0.25', times: commands }),
      seconds('a command of the CLI (tariff show), s', { goal: '', times: commands }),
      cpu('Node with an empty program, CPU s', { goal: '', times: bare }),
      seconds('Node with an empty program, s', { goal: '', times: bare }),
      {
        name: 'resident memory of serve, idle, MiB',
        value: median(idle),
        goal: '<= 110',
        detail: all(idle, 0),
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Told<T> = { goal: string; times: T[] }

const seconds = (name: string, told: Told<{ seconds: number }>): Result =>
  line(
    name,
    told.goal,
    told.times.map((time) => time.seconds),
  )

const cpu = (name: string, told: Told<{ cpuSeconds: number }>): Result =>
  line(
    name,
    told.goal,
    told.times.map((time) => time.cpuSeconds),
  )

const line = (name: string, goal: string, values: number[]): Result => ({
  name,
  value: median(values),
  goal,
  detail: all(values, 2),
})

const all = (values: number[], digits: number): string =>
  values.map((value) => value.toFixed(digits)).join(', ')

async function startOnce(role: 'serve' | 'start', env: Env): Promise<Ready> {
  const begunAt = performance.now()
  const { child, url } = await launch(program, {
    args: [role],
    flags: operatingFlags(),
    env,
  })
  await untilReady(child, `${url}/health/ready`)
  const took = (performance.now() - begunAt) / 1_000
  const cpuSeconds = cpuMicrosOf(child.pid ?? 0) / 1e6
  await sleep(2_000)
  const idleBytes = residentBytesOf(child.pid ?? 0)
  await stopChild(child)
  return { seconds: took, cpuSeconds, idleBytes }
}

/** A start from the sources, of which the profile shows real names. It also counts what the bundle saves. */
async function profileStart(env: Env): Promise<Result[]> {
  const main = path.join(root, 'server/cli/main.ts')
  const flags = [...operatingFlags(), ...profilingFlags()]
  const { child, url } = await launch(main, {
    args: ['serve'],
    flags,
    env: { ...env, BENCH_PROFILE_START: '1' },
  })
  await untilReady(child, `${url}/health/ready`)
  const file = profileFile('start')
  const answered = once(child, 'message')
  child.send({ profile: 'stop', file })
  await answered
  await stopChild(child)
  printProfile('serve until ready', { file, count: 1 })
  return []
}

type Launch = { args: string[]; flags: string[]; env: Env }

async function launch(
  file: string,
  { args, flags, env }: Launch,
): Promise<{ child: ChildProcess; url: string }> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = fork(file, args, {
    execArgv: flags,
    env: { ...process.env, NODE_ENV: 'production', ...env, PORT: port, BASE_URL: url },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return { child, url }
}

async function stopChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}

type Ran = { seconds: number; cpuSeconds: number }

/** The CPU time of Node and of what it has started, as the kernel adds it to this process at its end. */
async function runNode(args: string[], env: Env): Promise<Ran> {
  const meter = path.join(import.meta.dirname, 'support', 'meter-command.mjs')
  const child = fork(meter, args, {
    execArgv: [],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ cpuSeconds, code, seconds: took }] = (await once(child, 'message')) as [Ran & { code: number }]
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}`)
  return { seconds: took, cpuSeconds }
}
