import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isHeavy } from './choose-files.ts'
import type { FileRequest, FileResult, WorkerResult } from './messages.ts'

export type PoolOptions = {
  workers: number
  /** How many of the workers may run a heavy file at the same time. */
  maxHeavy: number
  env: Record<string, string>
  namePattern: string | null
  /** Ends the workers. */
  signal: AbortSignal
  onResult: (result: FileResult) => void
}

/**
 * Runs the files in `workers` processes; each takes the next file when it has ended the one before. A worker that dies
 * fails its file and is replaced, and so is one that has grown or whose clocks were moved.
 */
export async function runFiles(files: string[], options: PoolOptions): Promise<void> {
  const queue = createQueue(files, options.maxHeavy)
  await Promise.all(Array.from({ length: options.workers }, () => work(queue, options)))
}

type Queue = { take: () => string | null; ended: (file: string) => void }

function createQueue(files: string[], maxHeavy: number): Queue {
  const waiting = [...files]
  let heavy = 0
  return {
    take() {
      const index = waiting.findIndex((file) => heavy < maxHeavy || !isHeavy(file))
      const file = index < 0 ? undefined : waiting.splice(index, 1)[0]
      if (!file) return null
      if (isHeavy(file)) heavy++
      return file
    },
    ended: (file) => void (isHeavy(file) && heavy--),
  }
}

async function work(queue: Queue, options: PoolOptions): Promise<void> {
  let worker: ChildProcess | null = null
  while (!options.signal.aborted) {
    const file = queue.take()
    if (!file) break
    worker ??= launch(options.env)
    const result = await runFile(worker, file, options)
    queue.ended(file)
    options.onResult(result)
    const isAlive = worker.exitCode === null && worker.signalCode === null
    if (isAlive && result.residentMb < maxResidentMb && !movesClocks(file)) continue
    endGroup(worker)
    worker = null
  }
  if (worker) endGroup(worker)
}

/** Ends a worker and the processes that its tests started: an interrupted test leaves no server behind. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGTERM')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Clocks that a test has advanced stay ahead, and later files would see the wrong time. */
const movesClocks = (file: string): boolean => readFileSync(file, 'utf8').includes('still-clock')

function runFile(
  worker: ChildProcess,
  file: string,
  { namePattern, signal }: PoolOptions,
): Promise<FileResult> {
  const { promise, resolve } = Promise.withResolvers<FileResult>()
  const startedAt = performance.now()
  // Measured here, because a test may have moved the clocks of the worker.
  const end = (result: WorkerResult) =>
    resolve({ ...result, seconds: (performance.now() - startedAt) / 1_000 })
  const fail = (why: string) =>
    end({
      file,
      counts: { tests: 0, failed: 1, skipped: 0 },
      output: `${why}\n`,
      residentMb: Number.POSITIVE_INFINITY,
    })
  const onExit = (code: number | null, name: string | null) => fail(`The process ended: ${name ?? code}`)
  const onAbort = () => fail('Interrupted')
  const timer = setTimeout(() => fail(`Not finished after ${longestFileMs / 60_000} minutes`), longestFileMs)
  worker.once('message', (result) => end(result as WorkerResult))
  worker.once('exit', onExit)
  signal.addEventListener('abort', onAbort)
  worker.send({ file, namePattern } satisfies FileRequest)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.removeAllListeners('message').removeListener('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  })
}

/** `detached` makes it the leader of a process group (`endGroup`). */
const launch = (env: Record<string, string>): ChildProcess =>
  fork(path.join(import.meta.dirname, 'worker.ts'), { env: { ...process.env, ...env }, detached: true })

const maxResidentMb = 1_200
const longestFileMs = 600_000
