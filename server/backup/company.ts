import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { ClientBase } from 'pg'
import { aliveHosts } from '../db/nodes.ts'
import type { Tables } from '../db/tables.ts'
import { BackupError } from './manifest.ts'

type CompanyNeeds = {
  client: ClientBase
  /** On the connection of `client`. */
  trx: Transaction<Tables>
  pool: pg.Pool
  /** Whether other processes reach this database through a pooler. */
  isPooled: boolean
}

/**
 * Refuses a restore while another Dray process is connected: its requests would lose their rows.
 *
 * A pooler keeps its connections with the name of their last client for minutes after that has gone. So behind one,
 * idle connections count only if a node has been seen in the last 15 s. Without one, every connection is of a process
 * that runs, and a row of a killed node is not.
 *
 * @throws {BackupError} when another process is connected.
 */
export async function refuseCompany({ client, trx, pool, isPooled }: CompanyNeeds): Promise<void> {
  const { connections, inUse } = await countConnections(client)
  if (connections <= pool.totalCount) return
  const hosts = await aliveHosts(trx)
  if (isPooled && inUse === 0 && hosts.length === 0) return
  const where = hosts.length > 0 ? hosts.join(', ') : 'on every machine'
  throw new BackupError(`Another Dray is connected to this database: stop it (${where}), then restore`)
}

/**
 * The connections with our name, and how many of the others are in a transaction. PostgreSQL tells the type and the
 * state of another role's backend to superusers only, but to everybody which backends hold the lock of a transaction.
 */
async function countConnections(client: ClientBase): Promise<{ connections: number; inUse: number }> {
  const { rows } = await client.query<{ connections: number; inUse: number }>(
    `select count(*) as connections, count(*) filter (where a.pid <> pg_backend_pid() and exists (
       select from pg_locks l where l.pid = a.pid and l.locktype = 'virtualxid')) as "inUse"
     from pg_stat_activity a where a.datname = current_database() and a.application_name = 'dray'
       and coalesce(a.backend_type, 'client backend') = 'client backend'`,
  )
  return rows[0] ?? { connections: 0, inUse: 0 }
}
