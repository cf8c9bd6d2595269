import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { readSchemaState, type SchemaState } from '../db/schema-state.ts'
import type { CheckName, Finding, Remedy } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'
import { type ConnectionSettings, checkConnections } from './connections.ts'

/**
 * Checks that the database is reachable, its version, encoding and schema, how Dray is connected, and the difference of
 * the clocks.
 */
export async function checkDatabase(database: Database, settings: ConnectionSettings): Promise<Check[]> {
  const reachable = await attempt({ name: ['database'], remedy: unreachable }, () => checkServer(database))
  if (reachable.status === 'fail') return [reachable]
  const schema = await attempt({ name: ['schema'], remedy: unreachable }, () => checkSchema(database))
  const connections = () =>
    attempt({ name: ['connections'], remedy: unreachable }, () => checkConnections(database, settings))
  return [
    reachable,
    schema,
    // It reads the table of the nodes.
    ...(schema.status === 'ok' ? [await connections()] : []),
    await attempt({ name: ['clock'], remedy: unreachable }, () => checkClock(database)),
  ]
}

const unreachable: Remedy = ['startDatabase']

async function checkServer({ pool }: Database): Promise<Check> {
  const { rows } = await pool.query<Server>(
    `select current_setting('server_version_num')::integer / 10000 as major, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby",
       current_setting('synchronous_standby_names') = '' and exists (select from pg_stat_replication)
         as "isOnlyAsynchronous"`,
  )
  return judgeServer(rows[0] as Server)
}

type Server = {
  major: number
  version: string
  encoding: string
  isStandby: boolean
  /** It has standbys, and a commit waits for none of them. */
  isOnlyAsynchronous: boolean
}

export function judgeServer(server: Server): Check {
  const { major, version, encoding, isStandby, isOnlyAsynchronous } = server
  const name: CheckName = ['database']
  const detail: Finding = ['server', version, encoding]
  if (major < 15) return fail(name, detail, ['updateServer'])
  if (encoding !== 'UTF8') return fail(name, detail, ['makeInUtf8'])
  if (isStandby) return fail(name, ['standby', version], ['namePrimary'])
  if (isOnlyAsynchronous) return warn(name, ['asynchronousStandby', version], ['synchronousStandby'])
  if (major > 18) return warn(name, detail, ['testedServers'])
  return ok(name, detail)
}

async function checkSchema({ kysely }: Database): Promise<Check> {
  const { rows } = await sql<{ lacksRights: boolean | null }>`
    select not has_table_privilege(to_regclass('kysely_migration'), 'select') as "lacksRights"`.execute(
    kysely,
  )
  if (rows[0]?.lacksRights) return warn(['schema'], ['noRights'], ['migrate'])
  return judgeSchema(await readSchemaState(kysely))
}

export function judgeSchema({ state, missing, unknown, release }: SchemaState): Check {
  const name: CheckName = ['schema']
  if (state === 'older') return warn(name, ['olderSchema', missing], ['migrate'])
  if (state === 'newer') return ok(name, ['schemaOfNewer', release?.newest ?? ''])
  if (state === 'current') return ok(name, ['schemaFine'])
  return fail(name, ['newerSchema', unknown], ['runNewer'])
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
