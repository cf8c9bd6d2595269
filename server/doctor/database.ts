import { appliedMigrations } from '../backup/catalogue.ts'
import type { Database } from '../db/database.ts'
import { knownMigrations } from '../db/known-migrations.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

/** Checks that the database is reachable, its version, encoding and schema, and the difference of the clocks. */
export async function checkDatabase(database: Database): Promise<Check[]> {
  const reachable = await attempt({ name: 'database', remedy: unreachable }, () => checkServer(database))
  if (reachable.status === 'fail') return [reachable]
  return [
    reachable,
    await attempt({ name: 'schema', remedy: unreachable }, () => checkSchema(database)),
    await attempt({ name: 'clock', remedy: unreachable }, () => checkClock(database)),
  ]
}

const unreachable = 'Start PostgreSQL, and see that DATABASE_URL names it with the right user and password'

async function checkServer({ pool }: Database): Promise<Check> {
  const { rows } = await pool.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding`,
  )
  const { number = 0, version = '?', encoding = '?' } = rows[0] ?? {}
  return judgeServer({ major: Math.floor(number / 10_000), version, encoding })
}

export function judgeServer(server: { major: number; version: string; encoding: string }): Check {
  const { major, version, encoding } = server
  const name = 'database'
  const detail = `PostgreSQL ${version}, ${encoding}`
  if (major < 15) return fail(name, detail, 'Dray needs PostgreSQL 15 to 18: update the server')
  if (encoding !== 'UTF8')
    return fail(name, detail, "Make the database again with: create database … encoding 'UTF8'")
  if (major > 18) return warn(name, detail, 'Dray is tested with PostgreSQL 15 to 18')
  return ok(name, detail)
}

async function checkSchema({ pool }: Database): Promise<Check> {
  const client = await pool.connect()
  try {
    return judgeSchema(
      await appliedMigrations(client),
      knownMigrations().map(({ name }) => name),
    )
  } finally {
    client.release()
  }
}

export function judgeSchema(applied: string[], known: string[]): Check {
  const name = 'schema'
  const unknown = applied.filter((migration) => !known.includes(migration))
  if (unknown.length > 0) {
    return fail(
      name,
      `changed by a newer Dray (${unknown.join(', ')})`,
      'Run that version, or restore a backup made before it',
    )
  }
  const missing = known.filter((migration) => !applied.includes(migration))
  if (missing.length > 0) {
    return warn(
      name,
      `${missing.length} migrations to run (${missing.join(', ')})`,
      'Run `dray migrate`; the next start does it too',
    )
  }
  return ok(name, 'up to date')
}

async function checkClock({ pool }: Database): Promise<Check> {
  const sentAt = Date.now()
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const middle = (sentAt + Date.now()) / 2
  return judgeClock(((rows[0]?.now.getTime() ?? 0) - middle) / 1_000)
}

export function judgeClock(aheadSeconds: number): Check {
  const detail = `the database is ${Math.abs(aheadSeconds).toFixed(1)} s ${aheadSeconds < 0 ? 'behind' : 'ahead'}`
  if (Math.abs(aheadSeconds) <= 5) return ok('clock', detail)
  return warn(
    'clock',
    detail,
    'Set both machines by the same time server: limits and expiry go by these clocks',
  )
}
