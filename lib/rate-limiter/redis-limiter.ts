import { createHash, randomUUID } from 'node:crypto'
import { type Limiter, WINDOW_MS } from './limiter.ts'
import { createLocalShare, type LocalShare } from './local-share.ts'
import { createNodeCount, type NodeCount } from './node-count.ts'
import { type LinkLog, openRedisLink, type Run } from './redis-link.ts'
import { BEAT } from './redis-scripts.ts'
import { fillShared, lookShared, type RedisNames, takeBoth, takeShared } from './redis-take.ts'
import { createSteadyClock } from './steady-clock.ts'

export type RedisSettings = {
  url: string
  /** Begins every key in Redis. Nodes with the same prefix share their limits. */
  keyPrefix: string
  /** `liveNodes` is the node count to assume until Redis returns the real one. */
  fallback?: { liveNodes?: number }
  log: LinkLog
  windowMs?: number
  /** Timeout of a response in milliseconds; it counts as an error. */
  answerMs?: number
}

/**
 * An exact limiter over all nodes while Redis (6 or newer) is up: one script, one round trip, the clock of Redis. While
 * Redis is down, each node limits calls to its share (`local-share.ts`), `degraded()` is true, and the connection is
 * retried. After an outage, a call must pass both checks for 1.25 windows.
 *
 * @throws Error if `url` is not a valid URL. Never because Redis is unavailable.
 */
export async function connectRedisLimiter(
  settings: RedisSettings,
): Promise<Limiter & { degraded: () => boolean }> {
  const { url, fallback = {}, log, windowMs = WINDOW_MS, answerMs = 200 } = settings
  // Do not use the URL parser's error: it would contain the password.
  if (!URL.canParse(url)) throw new Error('The URL of Redis is not valid')
  const names = namesWith(settings.keyPrefix)
  const clock = createSteadyClock()
  const nodes = createNodeCount(fallback.liveNodes ?? 1)
  const share = createLocalShare({ windowMs, clock, nodes: nodes.count })
  let wasDown = false
  let exactFromMs = Number.NEGATIVE_INFINITY
  const isExact = () => clock.nowMs() >= exactFromMs

  const beatMs = Math.ceil(windowMs / 12)
  const beat = async (run: Run) =>
    nodes.note(Number(await run(BEAT, names.nodes, [names.node, String(beatMs), names.channel])))

  const link = await openRedisLink({
    ...{ url, answerMs, channel: names.channel, log },
    onMessage: readNotices(names, { nodes, share, isExact }),
    onUp: async (run) => {
      await beat(run)
      if (wasDown) exactFromMs = clock.nowMs() + windowMs * 1.25
    },
    onDown: () => void (wasDown = true),
  })
  // Ignore errors here: the link detects them itself.
  const beating = setInterval(() => {
    if (link.isUp()) beat(link.run).catch(() => {})
  }, beatMs)

  const needs = { link, share, names, nodeCount: nodes.count, windowMs }
  return {
    take: (subject, limit) => {
      const id = withoutAddress(subject)
      if (!link.isUp()) return share.take(id, limit)
      return isExact() ? takeShared(needs, id, limit) : takeBoth(needs, id, limit)
    },
    look: (subject, limit) => {
      const id = withoutAddress(subject)
      return link.isUp() ? lookShared(needs, id, limit) : share.look(id, limit)
    },
    fill: async (subject, limit, remaining) => {
      const id = withoutAddress(subject)
      if (!link.isUp()) return share.fill(id, limit, remaining)
      // After an outage a call must pass the check of this node too, so its window is filled as well.
      if (!isExact()) share.fill(id, limit, remaining)
      const look = await fillShared(needs, { subject: id, limit, remaining })
      if (look.isShared && isExact()) share.noteUsed(id, look.used)
      return look
    },
    degraded: () => !link.isUp(),
    stop: async () => {
      clearInterval(beating)
      await link.send(['ZREM', names.nodes, names.node]).catch(() => {})
      link.stop()
    },
  }
}

const namesWith = (prefix: string): RedisNames => ({
  node: randomUUID(),
  nodes: `${prefix}nodes`,
  channel: `${prefix}notices`,
  callsOf: (subject) => prefix + subject,
})

type Noted = { nodes: NodeCount; share: LocalShare; isExact: () => boolean }

/** Notices of other nodes: how many nodes there are, and how many calls a subject has made (`redis-scripts.ts`). */
function readNotices(names: RedisNames, { nodes, share, isExact }: Noted): (message: string) => void {
  const prefix = names.callsOf('')
  return (message) => {
    const [kind, from, figure, key] = message.split(' ') as [string, string, string, string?]
    if (from === names.node) return
    if (kind === 'nodes') nodes.note(Number(figure))
    if (kind === 'used' && key && isExact()) share.noteUsed(key.slice(prefix.length), Number(figure))
  }
}

/** Hashes client addresses, so Redis and its backups do not contain any. */
function withoutAddress(subject: string): string {
  if (!subject.startsWith('ip:')) return subject
  return `ip:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`
}
