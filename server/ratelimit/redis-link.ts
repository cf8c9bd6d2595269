import type { Script } from './redis-scripts.ts'

/** The two lines a log needs here; the server's logger fits. Nothing that is logged names an address or a secret. */
export type LinkLog = {
  info: (facts: object, message: string) => void
  warn: (facts: object, message: string) => void
}

/**
 * Runs a script on Redis. @throws when there is no answer in time, or an error for an answer. The link is down from then
 * on: every other call in flight fails at once, and Redis is probed in the background until it answers again.
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
  /** Runs before the link counts as up. */
  onUp: (run: Run) => Promise<void>
  onDown: () => void
  log: LinkLog
}

/**
 * One connection, or none: a breaker. Each try is a new client, because the frozen Redis of the old one would hold back
 * every later answer. Returns after the first try, whether it succeeded or not.
 */
export async function openRedisLink(needs: Needs): Promise<RedisLink> {
  // Loaded here, so that a node without Redis never pays for it.
  const { createClient } = await import('@redis/client')
  const newClient = () =>
    createClient({
      url: needs.url,
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      socket: { reconnectStrategy: false, connectTimeout: TRY_MS },
      // The client's own command timeout ends once the command is written; ours ends with the answer.
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

/** A busy process finds its timer due before it has read an answer long arrived; so look once more after reading. */
function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error('TIMEOUT'))
    const timer = setTimeout(() => setImmediate(() => setImmediate(late)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The code or first word (`ECONNREFUSED`, `WRONGPASS`, `TIMEOUT`): the rest may name hosts and users. */
function nameOf(reason: unknown): string {
  if (!(reason instanceof Error)) return 'unknown'
  const { code } = reason as NodeJS.ErrnoException
  return code ?? reason.message.split(' ')[0] ?? reason.name
}
