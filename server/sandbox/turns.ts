import { worldBusy } from './world.ts'

/** The turn of a call, which others may want. */
export type Turn = {
  /** Another call waits, and this turn has lasted as long as one may. */
  isUsedUp: () => boolean
  /**
   * Lets the calls that wait go first, if the turn is used up, and waits until this call has a turn again.
   *
   * @returns false when no turn came within `maxMs`. The call must then end.
   */
  pass: (maxMs: number) => Promise<boolean>
}

/**
 * Runs `work` when it is its turn. The caller holds the lease of the world, so each key has at most one call that waits.
 *
 * @throws Problem `world_busy` (409) when its turn does not come within `maxMs`.
 */
export type InTurn = <T>(work: (turn: Turn) => Promise<T>, maxMs: number) => Promise<T>

/** How long a call may keep its turn while others wait. It pauses beside live calls, so there a turn has less work in it. */
const turnMs = { quiet: 2_000, besideLive: 500 }

/** Each starts a call that waits. */
type Queue = (() => void)[]

/**
 * Lets one call of this process at a time move a world; the others wait in their order. A call uses several database
 * connections, which live calls need too: a hundred worlds at once would keep all of them busy. Calls that had no turn yet go first, so
 * a long call makes nobody wait longer than a short one.
 *
 * @param isLiveBusy whether live calls are being made. Turns are then shorter, so that every call of many has its first one in time.
 */
export function createTurns(isLiveBusy: () => boolean): InTurn {
  const queues: { first: Queue; again: Queue } = { first: [], again: [] }
  let isTaken = false

  /** Takes the turn that is free, or waits for one. */
  async function take(queue: Queue, maxMs: number): Promise<boolean> {
    if (isTaken) return waitIn(queue, maxMs)
    isTaken = true
    return true
  }

  const limitMs = () => (isLiveBusy() ? turnMs.besideLive : turnMs.quiet)

  const isWanted = () => queues.first.length + queues.again.length > 0

  /** The turn goes to the call that waits longest. */
  function giveTurn(): void {
    const next = queues.first.shift() ?? queues.again.shift()
    if (next) next()
    else isTaken = false
  }

  return async (work, maxMs) => {
    if (!(await take(queues.first, maxMs))) throw worldBusy
    let isHeld = true
    let since = performance.now()
    const isUsedUp = () => isWanted() && performance.now() - since > limitMs()
    try {
      return await work({
        isUsedUp,
        async pass(maxMs) {
          if (!isUsedUp()) return true
          giveTurn()
          isHeld = await take(queues.again, maxMs)
          since = performance.now()
          return isHeld
        },
      })
    } finally {
      if (isHeld) giveTurn()
    }
  }
}

/** @returns false when the turn did not come in time; the call has then left the queue. */
const waitIn = (queue: Queue, maxMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const start = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(start), 1)
      resolve(false)
    }, maxMs)
    queue.push(start)
  })
