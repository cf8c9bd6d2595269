import type { Config } from '../config/read-config.ts'
import { attempt, type Check, ok } from './check.ts'

/** Returns no checks without `REDIS_URL`: a single node does not need Redis. */
export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Check[]> {
  if (!redisUrl) return []
  return [await attempt({ name: ['redis'], remedy: ['startRedis'] }, () => ping(redisUrl))]
}

async function ping(url: string): Promise<Check> {
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { reconnectStrategy: false, connectTimeout: 3_000 },
  })
  // `connect` rejects with the error too; without a listener the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return ok(['redis'], ['redisAnswers', await client.ping()])
  } finally {
    client.destroy()
  }
}
