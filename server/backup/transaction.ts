import type pg from 'pg'
import type { ClientBase } from 'pg'

/** One transaction on one connection, however long it takes. A connection that a fault left in the middle is closed. */
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
    // Cut in the middle of a COPY it understands nothing else; closing it rolls back.
    client.release(true)
    throw error
  }
}

/** Time limits off, those too that only newer servers have; and one way of writing values, whatever the server prefers. */
const settings = `
  select set_config(name, value, true) from pg_settings join (values
    ('statement_timeout', '0'), ('lock_timeout', '0'), ('transaction_timeout', '0'),
    ('idle_in_transaction_session_timeout', '0'), ('client_encoding', 'UTF8'), ('timezone', 'UTC'),
    ('datestyle', 'ISO, YMD'), ('intervalstyle', 'iso_8601'), ('bytea_output', 'hex'), ('extra_float_digits', '1')
  ) as wanted (wanted_name, value) on lower(name) = wanted_name`
