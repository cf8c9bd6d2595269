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
        statement_timeout: 1_000,
      })
      try {
        await client.connect()
        await client.query('select 1')
      } finally {
        await client.end().catch(() => {})
      }
    },
  }
}
