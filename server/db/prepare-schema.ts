import { sql } from 'kysely'
import { OperatorError } from '../lib/operator-error.ts'
import { type Connection, closeDatabase, type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { knownMigrations, runsAlone } from './migration-files.ts'
import { examinePooling } from './pooling.ts'
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
  await refusePooler(ownerConnection, found.missing)
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

/**
 * A migration without a transaction needs a session for its limits of time, which a pooler by transaction lends to
 * others. A new database has no rows, for which these limits matter.
 *
 * @throws OperatorError that names the setting.
 */
async function refusePooler(connection: Connection, missing: readonly string[]): Promise<void> {
  const migrations = knownMigrations()
  const isNew = missing.length === migrations.length
  if (isNew || !migrations.some((each) => missing.includes(each.name) && runsAlone(each))) return
  if ((await examinePooling(connection)).mode === 'transaction')
    throw new OperatorError(
      'A migration builds an index beside the service, which a pooler by transaction does not allow: set DATABASE_DIRECT_URL ' +
        '(and DATABASE_OWNER_URL, if there is one) to PostgreSQL itself, not to the pooler',
    )
}
