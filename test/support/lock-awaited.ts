import type { TestDray } from './dray.ts'
import { until } from './until.ts'

/** Until a statement of this database waits for a lock that a test holds. */
export const lockAwaited = ({ db }: Pick<TestDray, 'db'>): Promise<void> =>
  until('a statement waits for a lock', async () => {
    const { rowCount } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rowCount ?? 0) > 0
  })
