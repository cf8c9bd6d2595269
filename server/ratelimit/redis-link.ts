import type { Script } from './redis-scripts.ts'

/** The log methods that the link needs; the server's logger fits. Nothing logged contains an address or a secret. */
export type LinkLog = {
  info: (facts: object, message: string) => void
  warn: (facts: object, message: string) => void
}

/**
 * Runs a script on Redis.
 *
 * @throws when Redis returns an error or does not reply in time. The link then counts as down: every other pending call
 * fails at once, and the connection is retried in the background until Redis replies.
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
 * would delay all later replies. Resolves after the first attempt, even if that attempt failed.
 */
export async function openRedisLink(needs: Needs): Promise<RedisLink> {
  // Imported lazily, so that a node without Redis does not load the package.
  const { createClient } = await import('@redis/client')
  const newClient = () =>
    createClient({
      url: needs.url,
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      socket: { reconnectStrategy: false, connectTimeout: TRY_MS },
      // The client's command timeout ends once the command is written; `inTime` covers the reply too.
      commandOptions: { timeout: 0 },
    })
  type Client = ReturnType<typeof newClient>

  let up: Client | null = null
  let stopped = false
  let tries = 0
  let retry: NodeJS.Timeout | undefined

  const runOn =
    (client: Client): Run =>
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
      await inTime(introduce(client), TRY_MS)
      if (stopped) return client.destroy()
      up = client
      tries = 0
      needs.log.info({}, 'Redis answers: the rate limit is shared by all nodes')
    } catch (error) {
      client.destroy()
      if (tries === 0) warn(error)
      again()
    }
  }

  async function introduce(client: Client): Promise<void> {
    await client.connect()
    await client.subscribe(needs.channel, needs.onMessage)
    await needs.onUp(runOn(client))
  }

  function again(): void {
    if (stopped) return
    const waitMs = Math.min(1000, 50 * 2 ** tries++)
    retry = setTimeout(() => void connect(), waitMs * (0.5 + Math.random() / 2))
  }

  function lose(reason: unknown, client: Client): void {
    if (client !== up) return
    up = null
    client.destroy()
    needs.onDown()
    if (!stopped) warn(reason)
    again()
  }

  const warn = (reason: unknown) =>
    needs.log.warn(
      { reason: nameOf(reason) },
      'Redis is out of reach: each node keeps to its share of the rate limit',
    )

  await connect()
  return {
    isUp: () => up !== null,
    run: (script, key, args) =>
      up ? runOn(up)(script, key, args) : Promise.reject(new Error('Redis is down')),
    send: (command) => (up ? inTime(up.sendCommand(command), needs.answerMs) : Promise.resolve(null)),
    stop: () => {
      stopped = true
      clearTimeout(retry)
      up?.destroy()
      up = null
    },
  }
}

const TRY_MS = 1000

async function evaluate(
  client: { sendCommand: (command: string[]) => Promise<unknown> },
  script: Script,
  keyAndArgs: string[],
): Promise<unknown> {
  try {
    return await client.sendCommand(['EVALSHA', script.sha, '1', ...keyAndArgs])
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.sendCommand(['EVAL', script.source, '1', ...keyAndArgs])
  }
}

/**
 * Rejects after `ms`. In a busy process the timer can fire before a reply that has already arrived is read, so the
 * event loop reads once more before the timeout counts.
 */
function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error('TIMEOUT'))
    const timer = setTimeout(() => setImmediate(() => setImmediate(late)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Returns only the code or first word (`ECONNREFUSED`, `WRONGPASS`, `TIMEOUT`); the rest may contain hosts and users.
 */
function nameOf(reason: unknown): string {
  if (!(reason instanceof Error)) return 'unknown'
  const { code } = reason as NodeJS.ErrnoException
  return code ?? reason.message.split(' ')[0] ?? reason.name
}
