import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Child = AsyncDisposable & {
  url: string
  /** Sends one order and waits until it is done. */
  ask: () => Promise<void>
  /** CPU time in milliseconds: of the process, and of the processes that it has started. */
  cpuMs: () => { own: number; children: number }
}

/** Starts a program of this folder, which sends its port once it is ready. */
export async function startChild(
  file: string,
  env: Record<string, string>,
  flags: string[] = [],
): Promise<Child> {
  const log = openSync(path.join(env['DATA_DIR'] ?? tmpdir(), `${file}.log`), 'a')
  const child = fork(path.join(import.meta.dirname, file), {
    execArgv: flags,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', log, 'ipc'],
  })
  closeSync(log)
  const { port } = await nextMessage<{ port: number }>(child, file)
  const pid = child.pid ?? 0
  return {
    url: `http://127.0.0.1:${port}`,
    async ask() {
      const done = nextMessage(child, file)
      child.send('go')
      await done
    },
    cpuMs: () => ({
      own: cpuMsOf(pid),
      children: childrenOf(pid).reduce((sum, one) => sum + cpuMsOf(one), 0),
    }),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function nextMessage<T>(child: ChildProcess, file: string): Promise<T> {
  const waiting = new AbortController()
  const ended = once(child, 'exit', waiting).then(() => {
    throw new Error(`${file} ended`)
  })
  ended.catch(() => {})
  try {
    const [message] = (await Promise.race([once(child, 'message', waiting), ended])) as [T]
    return message
  } finally {
    waiting.abort()
  }
}

/** User and system time from the kernel, which counts in ticks of 10 ms. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
