import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, runAs } from './account.ts'
import { type App, EmbeddedPostgresError } from './app.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { stillRuns } from './process-info.ts'
import { spawnFault } from './run-program.ts'
import { followLog, type ServerLog } from './server-log.ts'

/** A running PostgreSQL: a child process, or an orphan that we adopted. */
export type Postmaster = {
  pid: number
  /** Resolves with the reason, if known, when the process has ended. Never rejects. */
  ended: Promise<string>
  send: (signal: NodeJS.Signals) => void
  /** Fast shutdown with 10 s to complete, then immediate shutdown (5 s), then SIGKILL. */
  stop: () => Promise<void>
}

export type Launch = {
  app: App
  program: string
  args: string[]
  cluster: string
  account: Account | undefined
  onTrouble: (line: string) => void
}

/**
 * Starts PostgreSQL and waits until it accepts connections, for as long as crash recovery takes.
 *
 * @throws EmbeddedPostgresError with the last lines of its log. If the signal aborts, stops PostgreSQL and throws the
 * abort reason.
 */
export async function launchPostmaster(launch: Launch, signal: AbortSignal | undefined): Promise<Postmaster> {
  let ready = false
  // A separate process group, so Ctrl-C reaches only our process, which stops PostgreSQL after draining the requests.
  const child = spawn(launch.program, launch.args, {
    ...runAs(launch.account),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log = followLog(child.stderr, (line) => ready && launch.onTrouble(line))
  const ended = endOf(child, log, launch.app)
  const send = (name: NodeJS.Signals) => void child.kill(name)
  const postmaster = { pid: child.pid ?? 0, ended, send, stop: () => stopProcess(send, ended) }
  let reason: string | undefined
  void ended.then((text) => (reason = text))
  while (!isReady(launch.cluster, child.pid)) {
    if (reason !== undefined) throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reason}`)
    if (signal?.aborted) {
      await postmaster.stop()
      signal.throwIfAborted()
    }
    await sleep(5)
  }
  // Errors before this point are part of the thrown error.
  ready = true
  return postmaster
}

/** The file may belong to a dead postmaster, so its pid must be our child's. */
function isReady(cluster: string, pid: number | undefined): boolean {
  const file = readPostmasterFile(cluster)
  return file !== null && file.pid === pid && file.ready
}

/**
 * Adopts the orphaned PostgreSQL of a server that was killed. It is not our child process, so its end is detected by
 * polling. The polling keeps our process alive, as a child process would.
 */
export function adoptPostmaster({ pid, startedAt }: { pid: number; startedAt: string }): Postmaster {
  const ended = endOfAdopted(pid, startedAt)
  const send = (name: NodeJS.Signals) => void (stillRuns(pid, startedAt) && process.kill(pid, name))
  return { pid, ended, send, stop: () => stopProcess(send, ended) }
}

function endOf(child: ChildProcess, log: ServerLog, app: App): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  child.on('error', (error) => resolve(spawnFault(error, app).message))
  // Not `close`: a backend that lives slightly longer than the postmaster keeps the log open.
  child.on('exit', (code, signal) => {
    const how = signal ? `it was ended by ${signal}` : `it ended with code ${code}`
    setTimeout(() => resolve(`${how}\n${log.lastLines()}`.trim()), 20)
  })
  return promise
}

async function endOfAdopted(pid: number, startedAt: string): Promise<string> {
  while (stillRuns(pid, startedAt)) await sleep(100)
  return 'it ended'
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one (recovery at the next start). */
async function stopProcess(send: (signal: NodeJS.Signals) => void, ended: Promise<unknown>): Promise<void> {
  const steps = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, ms] of steps) {
    send(signal)
    if (await settles(ended, ms)) return
  }
}

async function settles(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const inTime = await Promise.race([promise.then(() => true), late])
  timer.abort()
  return inTime
}
