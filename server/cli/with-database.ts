import { type Config, readConfig } from '../config.ts'
import { connectDatabase } from '../connect-database.ts'
import { closeDatabase, type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { ensureDefaultTariff } from '../pricing/store.ts'

export type CommandContext = Database & { config: Config; dataDir: string | null }

/**
 * Runs a command against the database of this installation: beside a running server on the same `DATA_DIR` or
 * `DATABASE_URL`, or on its own. The schema is brought up to date first, so that a command may be the first thing ever run.
 */
export async function withDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const home = await connectDatabase(config, 'command', () => {})
  const database = openDatabase({
    connection: home.connection,
    maxConnections: 4,
    statementTimeoutMs: 0,
    onError: () => {},
  })
  try {
    await migrate(database.kysely)
    await ensureDefaultTariff(database)
    return await work({ ...database, config, dataDir: home.dataDir })
  } finally {
    await closeDatabase(database)
    await home.stop()
  }
}
