import { Client, type ClientConfig } from 'pg'

/**
 * Asks on a connection of its own: a full pool must not look like a database that is gone. Whoever asks within a fifth of
 * a second gets the same answer, so that asking often costs the database nothing.
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
      // A question is over after 2 s at the latest, so no two are ever under way.
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
  // One that breaks tells its statement; without a listener of its own it would end the process too.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    // Not awaited: a PostgreSQL that hangs never says goodbye.
    client.end().catch(() => {})
  }
}
