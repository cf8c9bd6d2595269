import { randomFrom } from '../support/mutated.ts'
import type { Loss, NodeName } from './acts.ts'

/** `waitMs`: pause after the start of the round. `repeats`: without a response, the caller tries again. */
export type PlannedCall<A> = { act: A; node: NodeName; loss: Loss | null; waitMs: number; repeats: boolean }

/** The random choices of one history. */
export type Dice = {
  below: (limit: number) => number
  /** True in so many of 100 cases. */
  chance: (percent: number) => boolean
  pick: <T>(choices: readonly [T, ...T[]]) => T
  /** Chooses the node of a call, and whether it is lost. */
  call: <A>(act: A) => PlannedCall<A>
}

/** How many carriers act in a history. */
export const carriers = 3

export function diceFrom(seed: number): Dice {
  const below = randomFrom(seed)
  const chance = (percent: number) => below(100) < percent
  const pick = <T>(choices: readonly [T, ...T[]]) => choices[below(choices.length)] ?? choices[0]
  const lossPercent = pick([0, 10, 25])
  return {
    below,
    chance,
    pick,
    call: (act) => ({
      act,
      node: pick(['left', 'right']),
      loss: chance(lossPercent) ? pick(['request', 'answer', 'late']) : null,
      waitMs: pick([0, 0, 0, 1, 5, 20]),
      repeats: chance(70),
    }),
  }
}
