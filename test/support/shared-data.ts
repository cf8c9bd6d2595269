import { closeDatabase, type Database, openDatabase } from '../../server/db/database.ts'
import { startEmbeddedPostgres } from '../../server/db/embedded/start.ts'

/** The database inside a running server's data folder, as a `dray` command beside it sees it. */
export async function shareData(dataDir: string): Promise<Database & AsyncDisposable> {
  const postgres = await startEmbeddedPostgres({ dataDir, owner: 'command', log: () => {} })
  const { connection } = postgres
  const database = openDatabase({ connection, maxConnections: 3, onError: () => {} })
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await closeDatabase(database)
      await postgres.stop()
    },
  }
}
