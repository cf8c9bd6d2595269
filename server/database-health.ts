import { Client, type ClientConfig } from 'pg'

/** A connection of its own per question: a full pool must not look like a database that is gone. */
export function createHealth(connection: ClientConfig) {
  let stopping = false
  return {
    isStopping: () => stopping,
    announceStop: () => {
      stopping = true
    },
    ping: async () => {
      const client = new Client({
        ...connection,
        connectionTimeoutMillis: 1_000,
        query_timeout: 1_000,
      })
      // One that breaks tells its statement; without a listener of its own it would end the process too.
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('select 1')
      } finally {
        // Not awaited: a PostgreSQL that hangs never says goodbye.
        client.end().catch(() => {})
      }
    },
  }
}
