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
export async function ageWorld(
  needs: { pool: pg.Pool },
  { keyId, claimId }: HeldWorld,
  ms: number,
): Promise<boolean> {
  const moveWorld = async (client: pg.PoolClient) => {
    const { rowCount } = await client.query(moved, [keyId, ms, claimId])
    if (rowCount !== 1) throw worldBusy
  }
  return betweenCalls(needs, { keyId, lockWorld: moveWorld }, async (client) => {
    const startedAt = performance.now()
    await client.query(`set local statement_timeout = ${limitMs.statement}`)
    for (const text of agings) {
      if (performance.now() - startedAt > limitMs.all) throw worldBusy
      // PostgreSQL ends the statement first, so that it does not go on without us.
      const aging = { text, values: [keyId, ms], query_timeout: limitMs.statement + 1_000 }
      await client.query(aging)
    }
  })
}

/** A world with tens of thousands of jobs takes longer than the limit of other statements. A call has 20 s. */
const limitMs = { statement: 8_000, all: 10_000 }

const moved =
  'update sandbox_world set aged_ms = aged_ms + $2 where key_id = $1 and claim_id = $3 and lease_until > now()'

/** A round trip takes longer than the update of one table. All tables in one statement keep a core for two milliseconds. */
const tablesOfStatement = 5

const back = `make_interval(secs => $2::float8 / 1000)`

// Rows are locked in the order of the list, as another order could deadlock. PostgreSQL runs the parts of a statement from the last
// to the first, so each group is reversed.
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
