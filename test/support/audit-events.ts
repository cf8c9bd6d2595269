import { recordAudit } from '../../server/db/audit.ts'
import { closeDatabase, type Database, openDatabase } from '../../server/db/database.ts'
import { createDatabase, type TestDatabase } from './database.ts'

const actor = { type: 'cli', name: 'operator' } as const

export const recordEvent = ({ kysely }: Pick<Database, 'kysely'>, id = 'x') =>
  kysely
    .transaction()
    .execute((trx) => recordAudit(trx, { actor, act: 'key.update', targets: [{ type: 'key', id }] }))

export async function withEvents(count: number): Promise<TestDatabase> {
  const db = await createDatabase()
  for (let i = 0; i < count; i += 1) await recordEvent(db, `key ${i}`)
  return db
}

/** The database as Dray opens it. */
export function asService(db: TestDatabase): Database & AsyncDisposable {
  const connection = { connectionString: db.serviceUrl }
  const database = openDatabase({ connection, maxConnections: 10, onError: () => {} })
  return { ...database, [Symbol.asyncDispose]: () => closeDatabase(database) }
}
