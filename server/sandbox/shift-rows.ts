import type pg from 'pg'
import { isOfWorldSql } from '../db/worlds.ts'
import { type HeldWorld, leaseSeconds, worldBusy } from './world.ts'
import { jobInstants, type Owner, type WorldRows, worldRows } from './world-rows.ts'

/**
 * Shifts every instant of a world's rows, in one transaction, and changes `world` accordingly. Live rows are not
 * touched. The caller holds the lease of the world, which is renewed.
 *
 * @param by milliseconds: the clock moves forward, so the rows move back, and code that reads `now()` sees them as
 *   after that time. `to the present`: the clock stays, and the rows move forward by the real time since it was
 *   stopped.
 * @throws Problem `world_busy` (409) when the lease has ended; then no row moves.
 */
export async function shiftRows(
  { pool }: { pool: pg.Pool },
  world: HeldWorld,
  by: number | 'to the present',
): Promise<void> {
  const client = await pool.connect()
  const startedAt = performance.now()
  const run = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
    if (performance.now() - startedAt > limitMs.all) throw worldBusy
    // PostgreSQL times out the statement first, so it does not continue after our timeout.
    const query = { text, values, query_timeout: limitMs.statement + 1_000 }
    return client.query<Row>(query as pg.QueryConfig)
  }
  try {
    await run(begin)
    const { keyId, name, claimId, agedMs } = world
    const { rows } = await run<Moved>(moveSql, [keyId, name, claimId, by === 'to the present' ? null : by])
    const [moved] = rows
    if (!moved) throw worldBusy
    await run(lockJobs, [keyId, name])
    for (const shift of shifts) await run(shift, [keyId, name, moved.agedMs, moved.agedMs - agedMs])
    await run(shiftJobs, [keyId, name, moved.agedMs])
    await run('commit')
    Object.assign(world, moved)
    client.release()
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}

/** A world with tens of thousands of jobs takes longer than the default statement timeout. A request has 20 s. */
const limitMs = { statement: 8_000, all: 10_000 }

/** The statements find few rows of large tables, also while PostgreSQL has no statistics for a key. */
const begin = `begin; set local statement_timeout = ${limitMs.statement}; set local enable_seqscan = off; set local jit = off`

type Moved = { agedMs: number; stoppedAt: Date }

// Whole milliseconds, so a displayed instant never changes by a millisecond.
const moveSql = `
  with rested as materialized (
    select floor(extract(epoch from now() - stopped_at) * 1000)::float8 as ms from sandbox_world where key_id = $1 and name = $2
  )
  update sandbox_world set used_at = now(), lease_until = now() + make_interval(secs => ${leaseSeconds}),
    aged_ms = aged_ms + coalesce($4::float8, -rested.ms),
    stopped_at = case when $4::float8 is null then stopped_at + make_interval(secs => rested.ms / 1000)
      else date_trunc('milliseconds', now()) end
  from rested where key_id = $1 and name = $2 and claim_id = $3 and lease_until > now()
  returning aged_ms as "agedMs", stopped_at as "stoppedAt"`

const isOfWorld = isOfWorldSql('$1', '$2')

/** First, because every other transaction locks a job before its other rows. */
const lockJobs = `select from job where ${isOfWorld} order by id for no key update`

/**
 * Difference between the job's `aged_ms` and the world's. A job created since the last stop has a smaller `aged_ms`.
 */
const ofJob = `make_interval(secs => (job.aged_ms - $3::float8) / 1000)`

/** People are created by requests that move their world, so they are as far behind as the world. */
const ofPerson = `make_interval(secs => -$4::float8 / 1000)`

const owners: Record<Owner, { from: string; where: string; by: string }> = {
  job: { from: 'job', where: `job.id = t.job_id and ${isOfWorld}`, by: ofJob },
  payment: {
    from: 'payment, job',
    where: `payment.id = t.payment_id and job.id = payment.job_id and ${isOfWorld}`,
    by: ofJob,
  },
  notice: {
    from: 'notice, job',
    where: `notice.id = t.notice_id and job.id = notice.job_id and ${isOfWorld}`,
    by: ofJob,
  },
  ...ofPeople('account_id', 'carrier_id', 'id'),
}

function ofPeople<Column extends 'account_id' | 'carrier_id' | 'id'>(...columns: Column[]) {
  const owner = (column: string) => ({
    from: 'account',
    where: `account.id = t.${column} and account.sandbox_key_id = $1 and coalesce(account.sandbox_world, '') = $2`,
    by: ofPerson,
  })
  return Object.fromEntries(columns.map((column) => [column, owner(column)])) as Record<
    Column,
    ReturnType<typeof owner>
  >
}

/**
 * A round trip takes longer than the update of one table. All tables in one statement use a core for two milliseconds.
 */
const tablesOfStatement = 5

const shifts = inGroupsOf(tablesOfStatement, worldRows).map(
  // PostgreSQL runs the parts of a statement from the last to the first, and rows must be locked in the order of the
  // list.
  (group) =>
    `with ${group
      .toReversed()
      .map((rows) => `shifted_${rows.table} as (${shiftSql(rows)})`)
      .join(', ')} select $1::uuid, $2::text, $3::float8, $4::float8`,
)

/** Last, because a job stores how far its other rows must move. */
const shiftJobs = `
  update job set aged_ms = $3, ${jobInstants.map((column) => `${column} = ${column} + ${ofJob}`).join(', ')}
  where ${isOfWorld}`

function inGroupsOf<T>(size: number, items: readonly T[]): T[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, group) => group * size)
  return starts.map((start) => items.slice(start, start + size))
}

function shiftSql({ table, of, columns, leases = [] }: WorldRows): string {
  const { from, where, by } = owners[of]
  const moved = columns.map((column) => `${column} = t.${column} + ${by}`)
  const leased = leases.map(
    (column) => `${column} = case when t.status = 'running' then t.${column} else t.${column} + ${by} end`,
  )
  return `update ${table} t set ${[...moved, ...leased].join(', ')} from ${from} where ${where}`
}
