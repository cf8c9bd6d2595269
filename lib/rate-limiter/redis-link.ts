import { CONNECT_MS, evaluate, inTime, loadRedisClient, type RedisClient } from './redis-client.ts'
import type { Script } from './redis-scripts.ts'

/** The log methods that the link needs; a pino logger has them. No log line contains an address or a secret. */
export type LinkLog = {
  info: (facts: object, message: string) => void
  warn: (facts: object, message: string) => void
}

/**
 * Runs a script on Redis.
 *
 * @throws when Redis returns an error, or at the timeout. The link then counts as down: every other pending call fails
 * at once, and the connection is retried in the background until Redis responds.
 */
export type Run = (script: Script, key: string, args: string[]) => Promise<unknown>

export type RedisLink = {
  isUp: () => boolean
  run: Run
  send: (command: string[]) => Promise<unknown>
  stop: () => void
}

type Needs = {
  url: string
  answerMs: number
  channel: string
  onMessage: (message: string) => void
  /** Runs before `isUp` returns true. */
  onUp: (run: Run) => Promise<void>
  onDown: () => void
  log: LinkLog
}

/**
 * A circuit breaker around one Redis connection. Each attempt uses a new client: if Redis is frozen, the old client
 * would delay all later responses. Resolves after the first attempt, even if that attempt failed.
 */
export async function openRedisLink(needs: Needs): Promise<RedisLink> {
  const newClient = await loadRedisClient(needs.url)
  let up: RedisClient | null = null
  let stopped = false
  const retry = createRetry(() => void connect())
  const warn = (reason: unknown) => needs.log.warn({ reason: nameOf(reason) }, outOfReach)

  const runOn =
    (client: RedisClient): Run =>
    async (script, key, args) => {
      try {
        return await inTime(evaluate(client, script, [key, ...args]), needs.answerMs)
      } catch (error) {
        lose(error, client)
        throw error
      }
    }

  async function connect(): Promise<void> {
    const client = newClient()
    client.on('error', (error) => lose(error, client))
    try {
      await inTime(introduce(client, needs, runOn(client)), CONNECT_MS)
      if (stopped) return client.destroy()
      up = client
      retry.reset()
      needs.log.info({}, 'Redis answers: the rate limit is shared by all nodes')
    } catch (error) {
      client.destroy()
      if (retry.isFirst()) warn(error)
      retry.again()
    }
  }

  function lose(reason: unknown, client: RedisClient): void {
    if (client !== up) return
    up = null
    client.destroy()
    needs.onDown()
    if (!stopped) warn(reason)
    retry.again()
  }

  await connect()
  return {
    isUp: () => up !== null,
    run: (script, key, args) =>
      up ? runOn(up)(script, key, args) : Promise.reject(new Error('Redis is down')),
    send: (command) => (up ? inTime(up.sendCommand(command), needs.answerMs) : Promise.resolve(null)),
    stop: () => {
      stopped = true
      retry.stop()
      up?.destroy()
      up = null
    },
  }
}

const outOfReach = 'Redis is out of reach: each node keeps to its share of the rate limit'

async function introduce(client: RedisClient, { channel, onMessage, onUp }: Needs, run: Run): Promise<void> {
  await client.connect()
  await client.subscribe(channel, onMessage)
  await onUp(run)
}

/** Retries `work` after pauses that double from 50 ms to 1 s. Up to half of each is random, so nodes spread out. */
function createRetry(work: () => void) {
  let tries = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  return {
    isFirst: () => tries === 0,
    again: () => {
      if (stopped) return
      const pauseMs = Math.min(1000, 50 * 2 ** tries++)
      timer = setTimeout(work, pauseMs * (0.5 + Math.random() / 2))
    },
    reset: () => {
      tries = 0
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * Returns only the code or first word (`ECONNREFUSED`, `WRONGPASS`, `TIMEOUT`); the rest may contain hosts and users.
 */
function nameOf(reason: unknown): string {
  if (!(reason instanceof Error)) return 'unknown'
  const { code } = reason as NodeJS.ErrnoException
  return code ?? reason.message.split(' ')[0] ?? reason.name
}
