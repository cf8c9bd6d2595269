import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Runs `work` on one connection that holds the lock of this name. The lock ends with the connection, so it is free
 * after a crash.
 *
 * @returns false if another connection holds the lock.
 */
export const withAdvisoryLock = (
  kysely: Kysely<Tables>,
  name: string,
  work: (connection: Kysely<Tables>) => Promise<boolean>,
): Promise<boolean> =>
  kysely.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`.execute(connection)
    if (!rows[0]?.taken) return false
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection)
    }
  })
