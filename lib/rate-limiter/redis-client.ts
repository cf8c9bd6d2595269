import type { Script } from './redis-scripts.ts'

export const CONNECT_MS = 1000

/** Loads the package of the client, which a process without Redis does not need. Each client connects once. */
export async function loadRedisClient(url: string) {
  const { createClient } = await import('@redis/client')
  return () =>
    createClient({
      url,
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
      // The client's command timeout ends once the command is written; `inTime` covers the response too.
      commandOptions: { timeout: 0 },
    })
}

export type RedisClient = ReturnType<Awaited<ReturnType<typeof loadRedisClient>>>

/** Runs a script by its hash, and sends its source if Redis does not know it. */
export async function evaluate(client: RedisClient, script: Script, keyAndArgs: string[]): Promise<unknown> {
  try {
    return await client.sendCommand(['EVALSHA', script.sha, '1', ...keyAndArgs])
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.sendCommand(['EVAL', script.source, '1', ...keyAndArgs])
  }
}

/**
 * Rejects after `ms`. In a busy process the timer can fire before a response that has already arrived is read, so the
 * event loop reads once more before the timeout counts.
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error('TIMEOUT'))
    const timer = setTimeout(() => setImmediate(() => setImmediate(late)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
