import type { TestCardBehaviour } from '#contract/app/test-cards.ts'
import type { Fault, JobAct, KeyAct } from './acts.ts'
import { type Dice, diceFrom, type PlannedCall } from './dice.ts'
import { planRounds } from './plan-rounds.ts'

/** Everything that a seed decides: what is asked, where, together with what, and what breaks. */
export type Plan = {
  seed: number
  orders: PlannedOrder[]
  /** The key whose limit is watched; null without one in this history. */
  key: PlannedKey | null
  faults: PlannedFault[]
}

export type PlannedOrder = {
  title: string
  size: 'S' | 'M' | 'L' | 'XL'
  hasPhoto: boolean
  hasIdempotencyKey: boolean
  hasReference: boolean
  /** The cards of the attempts to pay. */
  cards: TestCardBehaviour[]
  /** How often the provider of SMS loses its first responses about the text. */
  lostTexts: number
  /** Each round begins when the one before has ended; the calls of a round are concurrent. */
  rounds: PlannedCall<JobAct>[][]
}

export type PlannedKey = { limit: number; rounds: PlannedCall<KeyAct>[][] }

/** The fault comes `waitMs` after so many calls of the history have begun. */
export type PlannedFault = { afterCalls: number; waitMs: number; fault: Fault }

/** @returns the same plan for the same seed. */
export function planHistory(seed: number): Plan {
  const dice = diceFrom(seed)
  const orders = Array.from({ length: 2 + dice.below(2) }, (_, number) => planOrder(dice, number))
  return {
    seed,
    orders,
    key: dice.chance(40) ? planKey(dice) : null,
    faults: planFaults(dice),
  }
}

function planOrder(dice: Dice, number: number): PlannedOrder {
  const { chance, pick } = dice
  const order = {
    title: `Sofa ${number}`,
    size: pick(['S', 'M', 'L', 'XL'] as const),
    hasPhoto: chance(15),
    hasIdempotencyKey: chance(60),
    hasReference: chance(40),
    cards: [firstCard(dice), 'success'] as TestCardBehaviour[],
    lostTexts: chance(15) ? 1 + dice.below(2) : 0,
  }
  const isRepeatable = order.hasIdempotencyKey || order.hasReference
  // A carrier who gives back three jobs is suspended, which would end the history of all others.
  return { ...order, rounds: planRounds(dice, { isRepeatable, mayGiveBack: number < 2 }) }
}

function firstCard({ below }: Dice): TestCardBehaviour {
  const percent = below(100)
  if (percent < 55) return 'success'
  if (percent < 80) return 'outcome_unknown'
  return percent < 90 ? 'answers_late' : 'declined'
}

/** More calls than the limit at once, a change, more calls, and sometimes the end of a value, under steady calls. */
function planKey(dice: Dice): PlannedKey {
  const { below, chance, pick, call } = dice
  const limit = 4 + below(6)
  const use = (value: number) => call<KeyAct>({ do: 'use', value })
  const burst = (value: number) => Array.from({ length: limit + 2 + below(4) }, () => use(value))
  const rounds = [burst(0)]
  if (chance(50)) rounds.push([call<KeyAct>({ do: 'limit', limit: pick([limit - 2, limit + 3]) }), use(0)])
  const end = pick(['none', 'regenerate', 'revoke'] as const)
  // At once, and when the change of the limit must be in force.
  const waitMs = pick([0, 2_100])
  if (end === 'none') return { limit, rounds: [...rounds, burst(0).map((each) => ({ ...each, waitMs }))] }
  rounds.push([call<KeyAct>({ do: 'limit', limit: 1_000 })], [call<KeyAct>({ do: end }), use(0), use(0)])
  const newest = end === 'regenerate' ? 1 : 0
  const both = (waitMs: number) => [newest, 0].map((value) => ({ ...use(value), waitMs, loss: null }))
  // Nodes keep what they know of a value for up to two seconds, and ask again while it is used.
  if (chance(50)) for (let turn = 0; turn < 12; turn++) rounds.push(both(250))
  else rounds.push([...both(2_500), ...both(2_500)])
  return { limit, rounds }
}

function planFaults(dice: Dice): PlannedFault[] {
  const { below, chance } = dice
  const count = chance(30) ? 0 : 1 + below(3)
  // The creates, with their claims on idempotency keys, are the first calls.
  const afterCalls = () => 1 + below(chance(30) ? 6 : 45)
  const faults = Array.from({ length: count }, () => ({
    afterCalls: afterCalls(),
    waitMs: below(80),
    fault: planFault(dice),
  }))
  return faults.sort((a, b) => a.afterCalls - b.afterCalls)
}

function planFault({ below, pick }: Dice): Fault {
  const node = pick(['left', 'right', 'worker'] as const)
  const kind = pick(['kill', 'kill', 'freeze', 'cut database', 'cut database', 'sleep', 'sleep'] as const)
  if (kind === 'kill') return { kind, node }
  if (kind === 'freeze') return { kind, node, forMs: 100 + below(1_500) }
  return kind === 'sleep' ? { kind, node: pick([node, node, 'all']), forMs: 100 + below(900) } : { kind }
}
