import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import type { ClientBase } from 'pg'
import type { Tables } from '../db/tables.ts'

type Mode = { isolationLevel: 'repeatable read' | 'read committed'; accessMode: 'read only' | 'read write' }

export const readSnapshot: Mode = { isolationLevel: 'repeatable read', accessMode: 'read only' }
export const readWrite: Mode = { isolationLevel: 'read committed', accessMode: 'read write' }

/**
 * Runs one transaction on one connection, without a time limit. After an error the connection is closed. `client` and
 * `trx` are the same connection: `COPY` needs the first, the rest of the server takes the second.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  { isolationLevel, accessMode }: Mode,
  work: (client: ClientBase, trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    const begin = kyselyOn(client).startTransaction().setIsolationLevel(isolationLevel)
    const trx = await begin.setAccessMode(accessMode).execute()
    await client.query(settings)
    const result = await work(client, trx)
    await trx.commit().execute()
    client.release()
    return result
  } catch (error) {
    // A connection interrupted during a COPY accepts no other command. Closing it rolls back.
    client.release(true)
    throw error
  }
}

/** Kysely returns the connection after the transaction; here the caller does. */
function kyselyOn(client: ClientBase): Kysely<Tables> {
  const lent = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve() }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}

/** Disables all timeouts, also those of newer servers, and sets the output format of values. */
const settings = `
  select set_config(name, value, true) from pg_settings join (values
    ('statement_timeout', '0'), ('lock_timeout', '0'), ('transaction_timeout', '0'),
    ('idle_in_transaction_session_timeout', '0'), ('client_encoding', 'UTF8'), ('timezone', 'UTC'),
    ('datestyle', 'ISO, YMD'), ('intervalstyle', 'iso_8601'), ('bytea_output', 'hex'), ('extra_float_digits', '1')
  ) as wanted (wanted_name, value) on lower(name) = wanted_name`
