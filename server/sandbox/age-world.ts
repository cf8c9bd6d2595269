import type pg from 'pg'
import { betweenCalls, longStatementMs } from './between-calls.ts'
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
): Promise<boolean> => {
  const lockWorld = async (client: pg.PoolClient) => {
    const { rowCount } = await client.query(moved, [keyId, ms, claimId])
    if (rowCount !== 1) throw worldBusy
  }
  return betweenCalls(needs, { keyId, lockWorld }, async (client) => {
    const endsAt = performance.now() + longStatementMs
    for (const text of agings) {
      const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()))
      const aging = { text, values: [keyId, ms], query_timeout: leftMs }
      await client.query(aging)
    }
  })
}

const moved =
  'update sandbox_world set aged_ms = aged_ms + $2 where key_id = $1 and claim_id = $3 and lease_until > now()'

const tablesOfStatement = 5

const back = `make_interval(secs => $2::float8 / 1000)`

// Rows are locked in the order of the list, as another order could deadlock; PostgreSQL runs the parts of a statement from the
// last to the first. Round trips take longer than the updates of a table, and one statement for all would keep a core for
// milliseconds, so that a live call that comes then would wait for it.
const agings = inGroupsOf(tablesOfStatement, worldRows).map(
  (group) =>
    `with ${group
      .toReversed()
      .map((rows) => `aged_${rows.table} as (${ageSql(rows)})`)
      .join(', ')} select`,
)

function inGroupsOf<T>(size: number, items: readonly T[]): T[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, group) => group * size)
  return starts.map((start) => items.slice(start, start + size))
}

function ageSql({ table, where, columns, leases = [], more }: WorldRows): string {
  const moved = columns.map((column) => `${column} = ${column} - ${back}`)
  const leased = leases.map(
    (column) => `${column} = case when status = 'running' then ${column} else ${column} - ${back} end`,
  )
  return `update ${table} set ${[...moved, ...leased, ...(more ? [more] : [])].join(', ')} where ${where}`
}
