import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { assertNoSecrets } from './no-secrets.ts'
import { until } from './until.ts'

const root = path.join(import.meta.dirname, '..', '..')
const program = path.join(root, 'bin', 'dray.mjs')

type Env = Record<string, string>
export type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** `dray start`, `serve` or `work` as a process of its own; killed at the end, and its output searched for secrets. */
export type DrayProcess = AsyncDisposable & {
  pid: number
  url: string
  /** To start the next one on, so that clients need not be told. */
  port: number
  output: { stdout: string; stderr: string }
  ended: Promise<Exit>
  hasEnded: () => boolean
  /** Sends it and does not wait. */
  signal: (name: NodeJS.Signals) => void
  /** SIGKILL, and waits for the end. */
  kill: () => Promise<void>
}

export type Start = {
  role: 'start' | 'serve' | 'work'
  env: Env
  port?: number
  /** The one place where a key may be shown: the first start of an installation. */
  isFirstStart?: boolean
}

/** Starts it and waits until it can take calls. @throws with its output when it ends instead. */
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

/** Starts it and does not wait. */
export async function launchProcess({ role, env, port, isFirstStart = false }: Start): Promise<DrayProcess> {
  const onPort = port ?? (await freePort())
  const url = `http://127.0.0.1:${onPort}`
  const child = spawn(process.execPath, [program, role], {
    cwd: root,
    env: {
      ...surroundings(),
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

/** Runs `dray …` to its end, beside a running server or on its own. */
export async function runCommand(args: string[], env: Env): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...surroundings(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const output = outputOf(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? -1, ...output }
}

/** Nothing of the tests' own settings reaches the product. */
function surroundings(): Env {
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
