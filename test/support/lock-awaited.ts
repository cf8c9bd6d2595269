import type { TestDray } from './dray.ts'
import { until } from './until.ts'

/** Waits until this many statements in this database are blocked by locks. */
export const lockAwaited = ({ db }: Pick<TestDray, 'db'>, statements = 1): Promise<void> =>
  until('a statement waits for a lock', async () => {
    const { rowCount } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rowCount ?? 0) >= statements
  })
