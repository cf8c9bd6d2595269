import { worldBusy } from './world.ts'

/** Runs `work` when it is its turn. The caller holds the lease of the world, so each key has at most one call that waits. @throws Problem `world_busy` (409) when its turn does not come in time. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Less than the lease of a world. */
const patienceMs = 10_000

/**
 * Lets one call of this process at a time move a world; the others wait in their order. A call uses several database
 * connections, which live calls need too: a hundred worlds at once would keep all of them busy.
 */
export function createTurns(): InTurn {
  const waiting: (() => void)[] = []
  let isTaken = false

  async function begin(): Promise<void> {
    if (!isTaken) {
      isTaken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(worldBusy)
      }, patienceMs)
      waiting.push(start)
    })
  }

  /** The turn goes to the call that waits longest. */
  function end(): void {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }

  return async (work) => {
    await begin()
    try {
      return await work()
    } finally {
      end()
    }
  }
}
