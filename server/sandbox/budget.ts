/** How much a call or a task may do in a world before it ends early. */
export type Budget = {
  /** Counts one act. False when no more may be made; the rest is done by the next call. */
  take: () => boolean
  isSpent: () => boolean
}

const mostMs = 2_000
const mostActs = 200

export function createBudget(signal?: AbortSignal): Budget {
  const endsAt = performance.now() + mostMs
  let acts = 0
  const isSpent = () => acts >= mostActs || performance.now() > endsAt || signal?.aborted === true
  return {
    isSpent,
    take() {
      if (isSpent()) return false
      acts++
      return true
    },
  }
}
