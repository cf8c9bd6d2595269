import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export type ServerProcess = {
  /** Waits for a start or restart that is running. @returns false if the server has ended with an error. */
  ready: () => Promise<boolean>
  /** Stops the server and starts it again; a later call during the restart leads to one more. */
  restart: () => void
  stop: () => Promise<void>
}

/** Runs `server.ts` as a child process. After an error, it is started again at the next `restart`. */
export function startServerProcess(
  env: NodeJS.ProcessEnv,
  onRestarted: (started: boolean, ms: number) => void,
): ServerProcess {
  let child = launch(env)
  let started = begin(child)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const startAgain = async (before: Promise<boolean>) => {
    const from = performance.now()
    await before
    if (isStopped) return false
    const former = child
    child = launch(env)
    await end(former)
    const isUp = await begin(child)
    onRestarted(isUp, performance.now() - from)
    return isUp
  }
  return {
    ready: () => started,
    restart() {
      clearTimeout(timer)
      // An editor may write several files at once.
      timer = setTimeout(() => {
        started = startAgain(started)
      }, 50)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await end(child)
      await started
    },
  }
}

const launch = (env: NodeJS.ProcessEnv): ChildProcess =>
  fork(path.join(import.meta.dirname, 'server.ts'), { env })

/** Tells the process, which has loaded its code, that port and tasks are free. @returns whether it has started. */
function begin(child: ChildProcess): Promise<boolean> {
  if (hasEnded(child)) return Promise.resolve(false)
  child.send('begin', () => {})
  return Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)])
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
