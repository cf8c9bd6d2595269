import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

export type Listening = {
  /** Drops the connection for a new one: a line may be dead and not know it. */
  renew: () => void
  stop: () => Promise<void>
}

export type Ears = {
  onMessage: (payload: string) => void
  /** Each time anew; what was told meanwhile was missed. */
  onConnected: () => void
  onError: (error: unknown) => void
}

/** Hears what migration 0008 notifies, on a connection of its own which is opened again for as long as it takes. */
export function listen(connection: ClientConfig, ears: Ears): Listening {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: Client | null = null
  const loop = async () => {
    while (!signal.aborted) {
      current = new Client({
        ...connection,
        keepAlive: true,
        connectionTimeoutMillis: 2_000,
        application_name: 'dray',
      })
      await listenOnce(current, ears).catch(ears.onError)
      await sleep(1_000, undefined, { signal }).catch(() => {})
    }
  }
  const running = loop()
  const hangUp = () => void current?.end().catch(() => {})
  return {
    renew: hangUp,
    async stop() {
      stopping.abort()
      hangUp()
      await running
    },
  }
}

/** Until the connection ends. */
async function listenOnce(client: Client, { onMessage, onConnected }: Ears): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  client.on('error', () => end())
  client.on('end', () => end())
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  try {
    await client.connect()
    await client.query('listen dray_live')
    onConnected()
    await ended
  } finally {
    // Not awaited: a PostgreSQL that hangs never says goodbye.
    client.end().catch(() => {})
  }
}
