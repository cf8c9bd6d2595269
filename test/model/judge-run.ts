import type { Evidence } from './history.ts'
import { judge } from './judge.ts'
import { planHistory } from './plan.ts'
import { runHistory } from './run-history.ts'
import type { World } from './world.ts'

export { show } from './show.ts'

export type JudgedRun = { seed: number; seconds: number; evidence: Evidence; broken: string[] }

/** Runs the history of a seed and judges it. */
export async function judgeRun(world: World, seed: number): Promise<JudgedRun> {
  const startedAt = performance.now()
  const evidence = await runHistory(world, planHistory(seed))
  const broken = judge(evidence)
  return { seed, seconds: (performance.now() - startedAt) / 1_000, evidence, broken }
}
