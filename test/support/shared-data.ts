import { closeDatabase, type Database, openDatabase } from '../../server/db/database.ts'
import { startEmbeddedPostgres } from '../../server/db/start-embedded.ts'

/** Opens the embedded database of a running server, like a `dray` command. */
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
