import pg from 'pg'
import { until } from './until.ts'

/** `ACCESS EXCLUSIVE` stops every statement on the table, `SHARE ROW EXCLUSIVE` only those that write. */
export type LockMode = 'ACCESS EXCLUSIVE' | 'SHARE ROW EXCLUSIVE'

export type TableLock = AsyncDisposable & {
  /** Until so many statements wait for the table. */
  reached: (statements: number) => Promise<void>
}

/** Stops the product at the statement that needs the table, from a second session: no hook in the product. */
export async function lockTable(url: string, table: string, mode: LockMode): Promise<TableLock> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; lock table ${table} in ${mode} mode`)
  const countWaiting = async () => {
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from pg_locks where not granted and relation = $1::regclass',
      [table],
    )
    return Number(rows[0]?.count)
  }
  return {
    reached: (statements) =>
      until(`${statements} statements wait for ${table}`, async () => (await countWaiting()) >= statements),
    // Closing the session ends its transaction, and the lock with it.
    [Symbol.asyncDispose]: () => client.end(),
  }
}
