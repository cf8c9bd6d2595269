import type pg from 'pg'
import { type HeldWorld, worldBusy } from './world.ts'
import { type WorldRows, worldRows } from './world-rows.ts'

/**
 * Moves the clock of a world forward by `ms`: every instant of its rows moves back by as much, in one transaction. Code that
 * reads `now()` finds the rows as they would be after that time, and live rows are not touched. The caller holds the
 * lease of the world (`world.ts`).
 *
 * @throws Problem `world_busy` (409) when the lease has ended; then nothing moves.
 */
export async function ageWorld(
  { pool }: { pool: pg.Pool },
  { keyId, claimId }: HeldWorld,
  ms: number,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Locked first, so that a job that is being created waits and takes the new clock.
    const { rowCount } = await client.query(moved, [keyId, ms, claimId])
    if (rowCount !== 1) throw worldBusy
    for (const rows of worldRows) await client.query(aging(rows), [keyId, ms])
    await client.query('commit')
    client.release()
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}

const moved =
  'update sandbox_world set aged_ms = aged_ms + $2 where key_id = $1 and claim_id = $3 and lease_until > now()'

const back = `make_interval(secs => $2::float8 / 1000)`

function aging({ table, where, columns, leases = [], more }: WorldRows): string {
  const moved = columns.map((column) => `${column} = ${column} - ${back}`)
  const leased = leases.map(
    (column) => `${column} = case when status = 'running' then ${column} else ${column} - ${back} end`,
  )
  return `update ${table} set ${[...moved, ...leased, ...(more ? [more] : [])].join(', ')} where ${where}`
}
