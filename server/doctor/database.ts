import { appliedMigrations } from '../backup/catalogue.ts'
import type { Database } from '../db/database.ts'
import { knownMigrations } from '../db/migrate.ts'
import type { CheckName, Finding, Remedy } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

/** Checks that the database is reachable, its version, encoding and schema, and the difference of the clocks. */
export async function checkDatabase(database: Database): Promise<Check[]> {
  const reachable = await attempt({ name: ['database'], remedy: unreachable }, () => checkServer(database))
  if (reachable.status === 'fail') return [reachable]
  return [
    reachable,
    await attempt({ name: ['schema'], remedy: unreachable }, () => checkSchema(database)),
    await attempt({ name: ['clock'], remedy: unreachable }, () => checkClock(database)),
  ]
}

const unreachable: Remedy = ['startDatabase']

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
  const name: CheckName = ['database']
  const detail: Finding = ['server', version, encoding]
  if (major < 15) return fail(name, detail, ['updateServer'])
  if (encoding !== 'UTF8') return fail(name, detail, ['makeInUtf8'])
  if (major > 18) return warn(name, detail, ['testedServers'])
  return ok(name, detail)
}

async function checkSchema({ pool }: Database): Promise<Check> {
  const client = await pool.connect()
  try {
    return judgeSchema(
      await appliedMigrations(client),
      knownMigrations().map(({ name }) => name),
    )
  } catch (error) {
    // `insufficient_privilege`: the owner has not granted the service its rights yet.
    if ((error as { code?: unknown }).code !== '42501') throw error
    return warn(['schema'], ['noRights'], ['migrate'])
  } finally {
    client.release()
  }
}

export function judgeSchema(applied: string[], known: string[]): Check {
  const name: CheckName = ['schema']
  const unknown = applied.filter((migration) => !known.includes(migration))
  if (unknown.length > 0) return fail(name, ['newerSchema', unknown], ['runNewer'])
  const missing = known.filter((migration) => !applied.includes(migration))
  if (missing.length > 0) return warn(name, ['olderSchema', missing], ['migrate'])
  return ok(name, ['schemaFine'])
}

async function checkClock({ pool }: Database): Promise<Check> {
  const sentAt = Date.now()
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const middle = (sentAt + Date.now()) / 2
  return judgeClock(((rows[0]?.now.getTime() ?? 0) - middle) / 1_000)
}

export function judgeClock(aheadSeconds: number): Check {
  const detail: Finding = [aheadSeconds < 0 ? 'clockBehind' : 'clockAhead', Math.abs(aheadSeconds).toFixed(1)]
  if (Math.abs(aheadSeconds) <= 5) return ok(['clock'], detail)
  return warn(['clock'], detail, ['setClocks'])
}
