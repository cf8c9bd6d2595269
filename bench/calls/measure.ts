import { setTimeout as sleep } from 'node:timers/promises'
import type { Generator } from '../load/generator.ts'
import type { Outcome, Pace } from '../load/load.ts'
import { databaseMicros } from '../support/cpu.ts'
import { median } from '../support/median.ts'
import type { ServerProcess } from '../support/server-process.ts'
import type { Tally } from './tally.ts'

/** One load of one server. `name` is that of the prepared load. */
export type Side = { name: string; server: ServerProcess }
export type Figure = Record<'perSecond' | 'p50Ms' | 'p99Ms' | 'nodeMicros' | 'databaseMicros', number>
export type MeasureNeeds = { generator: Generator; postmaster: number; tally: Tally }

/** Work after the responses, such as a batch of the request log, belongs to the load that caused it. */
const settleMs = 300

/**
 * Runs two loads alternately (A B A B), so other work of the machine affects both. The first pair of rounds warms up
 * and is not counted.
 *
 * @returns for each side the median over the rounds.
 */
export async function interleaved(
  needs: MeasureNeeds,
  sides: [Side, Side],
  { rounds, ...pace }: Pace & { rounds: number },
): Promise<[Figure, Figure]> {
  const seen: [Figure[], Figure[]] = [[], []]
  for (let round = 0; round <= rounds; round++)
    for (const [index, side] of sides.entries()) {
      const figure = await measure(needs, side, pace)
      if (round > 0) seen[index]?.push(figure)
    }
  return [medians(seen[0]), medians(seen[1])]
}

async function measure(
  { generator, postmaster, tally }: MeasureNeeds,
  side: Side,
  pace: Pace,
): Promise<Figure> {
  const read = () => ({ node: side.server.cpuMicros(), database: databaseMicros(postmaster) })
  await sleep(settleMs)
  const before = read()
  const outcome = await generator.run(side.name, pace)
  await sleep(settleMs)
  const after = read()
  tally.add(side.name, outcome)
  return figureOf(outcome, { node: after.node - before.node, database: after.database - before.database })
}

const figureOf = (
  { answered, seconds, p50Ms, p99Ms }: Outcome,
  cpu: { node: number; database: number },
): Figure => ({
  perSecond: answered / seconds,
  p50Ms,
  p99Ms,
  nodeMicros: cpu.node / answered,
  databaseMicros: cpu.database / answered,
})

function medians(figures: Figure[]): Figure {
  const of = (name: keyof Figure) => median(figures.map((figure) => figure[name]))
  return {
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    nodeMicros: of('nodeMicros'),
    databaseMicros: of('databaseMicros'),
  }
}
