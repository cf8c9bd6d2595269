import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMicrosOf, residentBytesOf } from './cpu.ts'

export type ServerProcess = AsyncDisposable & {
  url: string
  pid: number
  cpuMicros: () => number
  residentBytes: () => number
  /** For servers with `bench/profile/preload.ts`. */
  startProfile: () => Promise<void>
  stopProfile: (file: string) => Promise<void>
}

export type Program = {
  file: string
  args?: string[]
  flags?: string[]
  env: Record<string, string>
  cwd?: string
}

/** Runs a server in a separate process, so its CPU time excludes everything else. Its log goes to `BENCH_LOG`. */
export async function startProgram(
  { file, args = [], flags = [], env, cwd }: Program,
  urlOf: (child: ChildProcess) => Promise<string>,
): Promise<ServerProcess> {
  const log = openSync(process.env.BENCH_LOG ?? '/dev/null', 'a')
  const child = fork(file, args, {
    execArgv: flags,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', log, 'ipc'],
    ...(cwd && { cwd }),
  })
  closeSync(log)
  const pid = child.pid ?? 0
  const ask = async (order: { profile: string; file?: string }) => {
    const answered = once(child, 'message')
    child.send(order)
    await answered
  }
  return {
    url: await urlOf(child),
    pid,
    cpuMicros: () => cpuMicrosOf(pid),
    residentBytes: () => residentBytesOf(pid),
    startProfile: () => ask({ profile: 'start' }),
    stopProfile: (into) => ask({ profile: 'stop', file: into }),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

/** The URL of a server that sends its port to the parent process. */
export async function sentUrl(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a server ended with ${code}`)))
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }]
  return `http://127.0.0.1:${port}`
}

/** Waits for the first 200 response of a server at the path. */
export async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the start ended with ${child.exitCode}`)
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await sleep(10)
  }
}

/** Lets the server stop its own processes. One that does not end is killed. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const killing = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(killing)
}
