import type pg from 'pg'
import { until } from './until.ts'

export type HeldTrigger = AsyncDisposable & {
  /** Waits until so many transactions are stopped in the trigger, by default one. */
  reached: (count?: number) => Promise<void>
}

const lockId = 4_711

/**
 * Stops transactions in a trigger until the end of the block. The dispose waits for those that a killed process left.
 *
 * @param trigger what comes after the name of the trigger, such as `before insert on job for each row`.
 */
export async function holdInTrigger(
  { pool }: { pool: pg.Pool },
  trigger: string,
  kind: 'trigger' | 'constraint trigger' = 'trigger',
): Promise<HeldTrigger> {
  await pool.query(`
    create function hold_here() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(${lockId}); return new; end $$;
    create ${kind} hold_here ${trigger} execute function hold_here()`)
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock($1)', [lockId])
  const isWaiting = async (count: number) => {
    const { rowCount } = await pool.query(
      `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      [lockId],
    )
    return (rowCount ?? 0) >= count
  }
  return {
    reached: (count = 1) => until('a transaction waits in the trigger', () => isWaiting(count)),
    async [Symbol.asyncDispose]() {
      await holder.query('select pg_advisory_unlock($1)', [lockId])
      holder.release()
      await pool.query('drop function hold_here cascade')
    },
  }
}
