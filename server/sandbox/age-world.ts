import type pg from 'pg'
import { betweenCalls } from './between-calls.ts'
import { type HeldWorld, worldBusy } from './world.ts'
import { type WorldRows, worldRows } from './world-rows.ts'

/**
 * Moves the clock of a world forward by `ms`: every instant of its rows moves back by as much, in one transaction. Code that
 * reads `now()` finds the rows as they would be after that time, and live rows are not touched. The caller holds the
 * lease of the world (`world.ts`).
 *
 * @returns false while a call to the processor is in progress: it may have answered with the end of a hold that is in no
 *   row of ours yet, so it could not be moved. Then nothing moves.
 * @throws Problem `world_busy` (409) when the lease has ended; then nothing moves.
 */
export const ageWorld = (
  needs: { pool: pg.Pool },
  { keyId, claimId }: HeldWorld,
  ms: number,
): Promise<boolean> =>
  betweenCalls(needs, keyId, async (client) => {
    const { rowCount } = await client.query(moved, [keyId, ms, claimId])
    if (rowCount !== 1) throw worldBusy
    await client.query(`set local statement_timeout = ${mostMs}`)
    const aging = { text: ageRows, values: [keyId, ms], query_timeout: mostMs + 1_000 }
    await client.query(aging)
  })

/** A world with tens of thousands of jobs takes longer than the limit of other statements. A call has 20 s. */
const mostMs = 15_000

const moved =
  'update sandbox_world set aged_ms = aged_ms + $2 where key_id = $1 and claim_id = $3 and lease_until > now()'

const back = `make_interval(secs => $2::float8 / 1000)`

// One statement for all tables, because a clock stops often and each round trip takes longer than its update. PostgreSQL runs the
// parts from the last to the first, so that rows are locked in the order of the list. Another order could deadlock; a test holds it.
const ageRows = `with ${worldRows
  .toReversed()
  .map((rows) => `aged_${rows.table} as (${ageSql(rows)})`)
  .join(', ')} select`

function ageSql({ table, where, columns, leases = [], more }: WorldRows): string {
  const moved = columns.map((column) => `${column} = ${column} - ${back}`)
  const leased = leases.map(
    (column) => `${column} = case when status = 'running' then ${column} else ${column} - ${back} end`,
  )
  return `update ${table} set ${[...moved, ...leased, ...(more ? [more] : [])].join(', ')} where ${where}`
}
