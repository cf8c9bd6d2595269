import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

export type Listening = {
  /** Replaces the connection: it may be dead without an error. */
  renew: () => void
  stop: () => Promise<void>
}

export type ListenHandlers = {
  onMessage: (payload: string) => void
  /** Called after every connect; notifications sent before it were missed. */
  onConnected: () => void
  onError: (error: unknown) => void
}

/** Listens for the notifications of migration 0008 on a separate connection, which is reopened until `stop`. */
export function listen(connection: ClientConfig, handlers: ListenHandlers): Listening {
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
      await listenOnce(current, handlers).catch(handlers.onError)
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

/** Resolves when the connection ends. */
async function listenOnce(client: Client, { onMessage, onConnected }: ListenHandlers): Promise<void> {
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
    // Not awaited: a hanging PostgreSQL never closes the connection.
    client.end().catch(() => {})
  }
}
