import type { Faults } from './faults.ts'
import type { Call } from './history.ts'
import type { Plan } from './plan.ts'
import type { OrderRun } from './requests.ts'
import type { World } from './world.ts'

/** A history while it runs. */
export type Run = {
  world: World
  plan: Plan
  calls: Call[]
  faults: Faults
  orders: OrderRun[]
  key: { keyId: string; values: string[] } | null
  breaches: string[]
  nowMs: () => number
  startedAtMs: number
}
