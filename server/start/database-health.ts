import { Client, type ClientConfig } from 'pg'

/**
 * Checks the database on a separate connection, so a full pool does not look like an unavailable database. A standby is
 * not available: it refuses every write. The result is cached for 200 ms, so frequent checks do not load the database.
 */
export function createHealth(connection: ClientConfig) {
  let stopping = false
  let last: { askedAt: number; answer: Promise<void> } | null = null
  return {
    isStopping: () => stopping,
    announceStop: () => {
      stopping = true
    },
    ping: (): Promise<void> => {
      // A check takes at most 2 s, so two checks never run concurrently.
      if (!last || performance.now() - last.askedAt > 2_500) {
        const asked = { askedAt: performance.now(), answer: askOnce(connection) }
        last = asked
        const keepForAMoment = () => {
          asked.askedAt = performance.now() - 2_300
        }
        asked.answer.then(keepForAMoment, keepForAMoment)
      }
      return last.answer
    },
  }
}

async function askOnce(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 1_000, query_timeout: 1_000 })
  // If the connection fails, its query gets the error. Without a listener, the error event would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ reads: boolean }>('select pg_is_in_recovery() as reads')
    if (rows[0]?.reads) throw new Error('the database is a standby')
  } finally {
    // Not awaited: if PostgreSQL hangs, the connection does not close.
    client.end().catch(() => {})
  }
}
