import type pg from 'pg'
import type { ClientBase } from 'pg'
import { listTables } from './catalogue.ts'
import { BackupError } from './manifest.ts'

/**
 * Refuses a restore while another Dray process is connected: its requests would lose their rows.
 *
 * @throws {BackupError} when another process is connected.
 */
export async function refuseCompany(client: ClientBase, pool: pg.Pool): Promise<void> {
  const { rows } = await client.query<{ connections: number }>(
    // PostgreSQL tells the type of another role's backend to superusers only.
    `select count(*) as connections from pg_stat_activity
     where datname = current_database() and application_name = 'dray'
       and coalesce(backend_type, 'client backend') = 'client backend'`,
  )
  if ((rows[0]?.connections ?? 0) <= pool.totalCount) return
  throw new BackupError(
    'Another Dray is connected to this database: stop it (on every machine), then restore',
  )
}

/**
 * Refuses to replace existing data without `force`. Locks the two tables, so that nothing changes between this check
 * and the restore.
 *
 * @throws {BackupError} when the database is not empty, or has tables that are not Dray's.
 */
export async function refuseOccupied(client: ClientBase, { force }: { force: boolean }): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => name)
  if (names.length === 0) return
  if (!names.includes('partner') || !names.includes('job')) {
    throw new BackupError('The database holds tables of something else: give Dray a separate database')
  }
  await client.query('lock table partner, job in access exclusive mode')
  const { rows } = await client.query<{ occupied: boolean }>(
    'select exists (select from partner) or exists (select from job) as occupied',
  )
  if (!rows[0]?.occupied || force) return
  throw new BackupError(
    'The database is not empty: restore into an empty one, or replace everything in this one with --force',
  )
}
