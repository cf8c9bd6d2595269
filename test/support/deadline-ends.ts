import assert from 'node:assert/strict'
import test from 'node:test'
import type { Deal } from './deals.ts'
import type { TestDray } from './dray.ts'

export const hour = 3_600
export const day = 24 * hour

export type Deadline = {
  name: string
  deal: () => Promise<Deal>
  /** Lets the deadline be over for so many seconds; a negative number for the time before it. */
  end: (deal: Deal, seconds: number) => Promise<unknown>
  ask: (deal: Deal, seconds: number) => Promise<unknown>
  before: unknown
  from: unknown
}

/** A term in seconds since an instant of the job. */
export const since =
  ({ db }: TestDray, column: string, term: number): Deadline['end'] =>
  ({ job_id }, seconds) =>
    db.pool.query(`update job set ${column} = now() - make_interval(secs => $2) where id = $1`, [
      job_id,
      term + seconds,
    ])

/** Tests each deadline a minute before its end, and at its end. */
export function testBothEnds(deadlines: readonly Deadline[]): void {
  for (const { name, deal, end, ask, before, from } of deadlines)
    test(`${name}: at both ends`, async () => {
      for (const [seconds, expected] of [
        [-60, before],
        [0, from],
      ] as const) {
        const one = await deal()
        await end(one, seconds)
        assert.deepEqual(await ask(one, seconds), expected, `${seconds} s`)
      }
    })
}
