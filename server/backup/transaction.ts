import type pg from 'pg'
import type { ClientBase } from 'pg'

/** Runs one transaction on one connection, without a time limit. After an error the connection is closed. */
export async function inTransaction<T>(
  pool: pg.Pool,
  mode: 'repeatable read, read only' | 'read committed',
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(`begin isolation level ${mode}`)
    await client.query(settings)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // A connection interrupted during a COPY accepts no other command. Closing it rolls back.
    client.release(true)
    throw error
  }
}

/** Disables all time limits, also those of newer servers only, and fixes the output format of values. */
const settings = `
  select set_config(name, value, true) from pg_settings join (values
    ('statement_timeout', '0'), ('lock_timeout', '0'), ('transaction_timeout', '0'),
    ('idle_in_transaction_session_timeout', '0'), ('client_encoding', 'UTF8'), ('timezone', 'UTC'),
    ('datestyle', 'ISO, YMD'), ('intervalstyle', 'iso_8601'), ('bytea_output', 'hex'), ('extra_float_digits', '1')
  ) as wanted (wanted_name, value) on lower(name) = wanted_name`
