import { Client } from 'pg'
import { atDatabase, type Connection, type Database } from '../db/database.ts'
import { aliveConnections } from '../db/nodes.ts'
import { examinePooling } from '../db/pooling.ts'
import type { Finding } from '../texts/coded.ts'
import { type Check, fail, ok, warn } from './check.ts'

export type ConnectionSettings = {
  connection: Connection
  /** Whether there is a connection past a pooler. */
  hasDirect: boolean
}

/**
 * Checks a pooler between Dray and PostgreSQL, and the number of connections. How many a pooler may open is in its own
 * settings, which it shows to its administrators only; so behind one, those that are open now count.
 */
export async function checkConnections(
  { kysely, pool }: Database,
  { connection, hasDirect }: ConnectionSettings,
): Promise<Check> {
  const { mode, keepsPrepared, leaked } = await examinePooling(connection)
  const { nodes, connections } = await aliveConnections(kysely)
  const { open, available } = await countConnections(pool)
  if (mode === 'none') return judgeConnections(connections, available)
  const pooler = await poolerName(connection)
  if (leaked.length > 0) return warn(['connections'], ['settingsLeaked', pooler, leaked], ['ownPool'])
  if (!keepsPrepared && !connection.unprepared)
    return fail(['connections'], ['pooledUnprepared', pooler], ['sendUnprepared'])
  if (mode === 'transaction' && !hasDirect)
    return warn(['connections'], ['pooledWithoutDirect', pooler], ['setDirectUrl'])
  return judgePooled(pooler, mode, { open, available, direct: hasDirect ? nodes * directOfNode : 0 })
}

/** What a node opens past the pooler at most: one listens for live events, one is for long checks. */
const directOfNode = 2

type Counted = { open: number; available: number; direct: number }

/** `open` may have some of the direct ones already. */
export function judgePooled(pooler: string, mode: string, { open, available, direct }: Counted): Check {
  const detail: Finding = ['pooledConnections', pooler, mode, open, available, direct]
  if (open + direct > available) return warn(['connections'], detail, ['lowerPoolSize'])
  return ok(['connections'], detail)
}

/** The connections of all clients to all databases of the server, and how many it allows. */
async function countConnections(pool: Database['pool']): Promise<Omit<Counted, 'direct'>> {
  const { rows } = await pool.query<Omit<Counted, 'direct'>>(
    `select (select count(*) from pg_stat_activity
        where datid is not null and coalesce(backend_type, 'client backend') = 'client backend') as open,
       current_setting('max_connections')::integer
         - current_setting('superuser_reserved_connections')::integer as available`,
  )
  return rows[0] ?? { open: 0, available: 0 }
}

export function judgeConnections(wanted: number, available: number): Check {
  if (wanted > available)
    return warn(['connections'], ['tooManyConnections', wanted, available], ['raiseConnections'])
  return ok(['connections'], ['connections', wanted, available])
}

/** PgBouncer has a database of its name, which tells its version or that we may not ask. Others are not named. */
async function poolerName(connection: Connection): Promise<string> {
  const client = new Client({ ...atDatabase(connection, 'pgbouncer'), query_timeout: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>('SHOW VERSION')
    return rows[0]?.version ?? 'PgBouncer'
  } catch (error) {
    return (error as { code?: string }).code === '08P01' ? 'PgBouncer' : 'a pooler'
  } finally {
    await client.end().catch(() => {})
  }
}
