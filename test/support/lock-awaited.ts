import type { TestDray } from './dray.ts'
import { until } from './until.ts'

/** Waits until a statement in this database is blocked by a lock. */
export const lockAwaited = ({ db }: Pick<TestDray, 'db'>): Promise<void> =>
  until('a statement waits for a lock', async () => {
    const { rowCount } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rowCount ?? 0) > 0
  })
