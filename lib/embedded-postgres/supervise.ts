import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

export type Supervised = {
  stop: () => Promise<void>
  /** Sends PostgreSQL the stop signal without waiting, for a process that is about to exit. */
  abandon: () => void
  onExit: (listener: (reason: string) => void) => void
}

type Needs = {
  launch: (signal: AbortSignal) => Promise<Postmaster>
  log: (event: string, fields?: object) => void
}

/** The delay in ms before each restart within a minute. The length of the list is the limit of restarts per minute. */
const patience = [0, 250, 1_000, 2_000, 4_000]

/**
 * Restarts PostgreSQL when it ends unexpectedly. After too many restarts per minute, gives up and calls the listeners.
 */
export function supervise(first: Postmaster, needs: Needs, delaysMs = patience): Supervised {
  const stopping = new AbortController()
  const listeners: ((reason: string) => void)[] = []
  let current: Postmaster | undefined = first
  const watching = watch()

  async function watch(): Promise<void> {
    const restarts: number[] = []
    let reason = await first.ended
    while (!stopping.signal.aborted) {
      current = undefined
      forgetOld(restarts, Date.now())
      const delayMs = delaysMs[restarts.length]
      if (delayMs === undefined) return giveUp(reason)
      restarts.push(Date.now())
      needs.log('postgres.ended', { reason, restartInMs: delayMs })
      reason = await runAgain(delayMs)
    }
  }

  /** @returns the reason why this run ended or did not start. */
  async function runAgain(delayMs: number): Promise<string> {
    try {
      await sleep(delayMs, undefined, { signal: stopping.signal })
      current = await needs.launch(stopping.signal)
    } catch (error) {
      return (error as Error).message
    }
    needs.log('postgres.restarted', { pid: current.pid })
    if (stopping.signal.aborted) await current.stop()
    return current.ended
  }

  function giveUp(reason: string): void {
    needs.log('postgres.given_up', { reason })
    for (const listener of listeners) listener(reason)
  }

  return {
    onExit: (listener) => void listeners.push(listener),
    abandon: () => current?.send('SIGINT'),
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await watching
    },
  }
}

function forgetOld(restarts: number[], now: number): void {
  while (restarts[0] !== undefined && now - restarts[0] > 60_000) restarts.shift()
}
