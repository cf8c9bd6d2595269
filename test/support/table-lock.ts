import pg from 'pg'
import { until } from './until.ts'

/**
 * `ACCESS EXCLUSIVE` blocks every statement on the table, `SHARE ROW EXCLUSIVE` only writes, `ACCESS SHARE` (a long
 * read) only changes of the table.
 */
export type LockMode = 'ACCESS EXCLUSIVE' | 'SHARE ROW EXCLUSIVE' | 'ACCESS SHARE'

export type TableLock = AsyncDisposable & {
  /** Waits until so many statements are blocked. */
  reached: (statements: number) => Promise<void>
}

/** Locks a table from another session, which stops Dray at its next statement on that table, without a hook in Dray. */
export async function lockTable(url: string, table: string, mode: LockMode): Promise<TableLock> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; lock table ${table} in ${mode} mode`)
  const countWaiting = async () => {
    const { rows } = await client.query<{ count: string }>(
      // Tests of other databases run beside this one, and their copies of the table have the same number.
      `select count(*) from pg_locks where not granted and relation = $1::regclass
         and database = (select oid from pg_database where datname = current_database())`,
      [table],
    )
    return Number(rows[0]?.count)
  }
  return {
    reached: (statements) =>
      until(`${statements} statements wait for ${table}`, async () => (await countWaiting()) >= statements),
    // Closing the session rolls back its transaction, which releases the lock.
    [Symbol.asyncDispose]: () => client.end(),
  }
}
