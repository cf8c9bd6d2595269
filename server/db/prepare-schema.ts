import { sql } from 'kysely'
import type pg from 'pg'
import { OperatorError } from '../lib/operator-error.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { isUpToDate, migrate } from './migrate.ts'
import { grantService, hasGrants } from './service-role.ts'

/**
 * Brings the schema up to date as its owner, and grants the role of `database` what the service needs. Usually the
 * schema is current, and the owner does not connect.
 *
 * @returns the names of the migrations that it ran.
 * @throws OperatorError when the role may not change the schema.
 */
export async function prepareSchema(
  { kysely }: Pick<Database, 'kysely'>,
  ownerConnection: pg.ClientConfig,
): Promise<string[]> {
  if ((await isUpToDate(kysely)) && (await hasGrants(kysely))) return []
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(kysely)
  const owner = openDatabase({
    connection: ownerConnection,
    maxConnections: 2,
    statementTimeoutMs: 0,
    onError: () => {},
  })
  try {
    const migrated = await migrate(owner.kysely)
    await grantService(owner.kysely, rows[0]?.role ?? '')
    return migrated
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error
    throw new OperatorError(
      'The role of this database may not change its schema: set DATABASE_OWNER_URL to the role that owns the tables',
      { cause: error },
    )
  } finally {
    await closeDatabase(owner)
  }
}
