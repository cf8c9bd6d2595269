import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { assertNoSecrets } from './no-secrets.ts'
import { until } from './until.ts'

const root = path.join(import.meta.dirname, '..', '..')
const programOf = (folder: string) => path.join(folder, 'bin', 'dray.mjs')

type Env = Record<string, string>
export type Exit = { code: number | null; signal: NodeJS.Signals | null }

/**
 * `dray start`, `serve` or `work` as a child process. On dispose it is killed and its output is searched for secrets.
 */
export type DrayProcess = AsyncDisposable & {
  pid: number
  url: string
  /** Can be reused for the next process, so clients keep their URL. */
  port: number
  output: { stdout: string; stderr: string }
  ended: Promise<Exit>
  hasEnded: () => boolean
  /** Sends the signal and does not wait. */
  signal: (name: NodeJS.Signals) => void
  /** Sends SIGKILL and waits for the end. */
  kill: () => Promise<void>
}

export type Start = {
  role: 'start' | 'serve' | 'work'
  env: Env
  port?: number
  /** True for the first start of an installation, the only process that may print a key. */
  isFirstStart?: boolean
  /** The Node that starts it, with arguments; this one by default. */
  node?: readonly [string, ...string[]]
  /** The folder of the release that is started; this checkout by default. */
  folder?: string
}

/** Starts a process and waits until it is ready. @throws Error with its output if it ends before. */
export async function startProcess(how: Start): Promise<DrayProcess> {
  const dray = await launchProcess(how)
  try {
    await until(`dray ${how.role} is ready`, () => dray.hasEnded() || answersReady(dray.url))
    if (dray.hasEnded()) throw new Error('it ended during its start')
    return dray
  } catch (error) {
    await dray.kill()
    throw new Error(`${String(error)}\n${dray.output.stdout}\n${dray.output.stderr}`, { cause: error })
  }
}

/** Starts a process and does not wait. */
export async function launchProcess({
  role,
  env,
  port,
  isFirstStart = false,
  folder = root,
  ...how
}: Start): Promise<DrayProcess> {
  const onPort = port ?? (await freePort())
  const url = `http://127.0.0.1:${onPort}`
  const [node, ...args] = how.node ?? [process.execPath]
  const child = spawn(node, [...args, programOf(folder), role], {
    cwd: folder,
    env: {
      ...cleanEnv(),
      ...(role === 'work' ? { WORK_PORT: String(onPort) } : { PORT: String(onPort), BASE_URL: url }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = outputOf(child)
  const ended: Promise<Exit> = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    pid: child.pid as number,
    url,
    port: onPort,
    output,
    ended,
    hasEnded,
    signal: (name) => void child.kill(name),
    kill,
    async [Symbol.asyncDispose]() {
      await kill()
      assertNoSecrets(output, { isFirstStart })
    },
  }
}

export type Ran = { code: number; stdout: string; stderr: string }

/** Runs a `dray …` command and waits for its end. */
export async function runCommand(args: string[], env: Env): Promise<Ran> {
  const child = spawn(process.execPath, [programOf(root), ...args], {
    cwd: root,
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const output = outputOf(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? -1, ...output }
}

/** The environment without the tests' own settings. */
function cleanEnv(): Env {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }) }
}

function outputOf(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  return output
}

const answersReady = async (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )
