import { sql } from 'kysely'
import { OperatorError } from '../lib/operator-error.ts'
import { type Connection, closeDatabase, type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { readSchemaState, refuseSchema } from './schema-state.ts'
import { grantService, hasGrants } from './service-role.ts'

/**
 * Brings the schema up to date as its owner, and grants the role of `database` what the service needs. Usually the
 * schema is current, or that of a newer version on which this one may run, and the owner does not connect.
 *
 * @returns the names of the migrations that it ran.
 * @throws OperatorError when the role may not change the schema, this version may not run on it, or `migrates` is false
 *   and there are migrations to run.
 */
export async function prepareSchema(
  { kysely }: Pick<Database, 'kysely'>,
  { ownerConnection, migrates }: { ownerConnection: Connection; migrates: boolean },
): Promise<string[]> {
  const found = await readSchemaState(kysely)
  refuseSchema(found)
  const isOlder = found.state === 'older'
  if (!isOlder && (await hasGrants(kysely))) return []
  if (isOlder && !migrates)
    throw new OperatorError(
      `${found.missing.length} migrations are to run, and MIGRATE is off: run \`dray migrate\` first`,
    )
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
