import { createHash, randomUUID } from 'node:crypto'
import { type Count, type Decision, decide, type Limiter, WINDOW_MS } from './limiter.ts'
import { createLocalShare } from './local-share.ts'
import { createNodeCount } from './node-count.ts'
import { type LinkLog, openRedisLink, type Run } from './redis-link.ts'
import { BEAT, TAKE } from './redis-scripts.ts'
import { createSteadyClock } from './steady-clock.ts'

/**
 * An exact limiter over all nodes while Redis (6 or newer) is up: one script, one round trip, the clock of Redis. While
 * Redis is down, each node limits calls to its share (`local-share.ts`), `degraded()` is true, and the connection is
 * retried. After an outage, a call must pass both checks for 1.25 windows, because Redis does not know the calls that
 * the nodes allowed on their own.
 *
 * `fallback.liveNodes` is the node count to assume until Redis returns the real one. A reply that takes longer than
 * `answerMs` counts as an error.
 *
 * @throws Error if `url` is not a valid URL. Never because Redis is unavailable.
 */
export async function connectRedisLimiter(
  settings: Settings,
): Promise<Limiter & { degraded: () => boolean }> {
  const { url, fallback = {}, log, windowMs = WINDOW_MS, answerMs = 200 } = settings
  // Do not use the URL parser's error: it would contain the password.
  if (!URL.canParse(url)) throw new Error('REDIS_URL is not an address of a Redis')
  const node = randomUUID()
  const clock = createSteadyClock()
  const nodes = createNodeCount(fallback.liveNodes ?? 1)
  const share = createLocalShare({ windowMs, clock, nodes: nodes.count })
  const beatMs = Math.ceil(windowMs / 12)
  let wasDown = false
  let exactFromMs = Number.NEGATIVE_INFINITY

  const settling = () => clock.nowMs() < exactFromMs
  const beat = async (run: Run) => nodes.note(Number(await run(BEAT, NODES, [node, String(beatMs), CHANNEL])))

  const link = await openRedisLink({
    url,
    answerMs,
    channel: CHANNEL,
    log,
    onMessage: (message) => {
      const [kind, from, figure, key] = message.split(' ') as [string, string, string, string?]
      if (from === node) return
      if (kind === 'nodes') nodes.note(Number(figure))
      if (kind === 'used' && key && !settling()) share.noteUsed(key.slice(PREFIX.length), Number(figure))
    },
    onUp: async (run) => {
      await beat(run)
      if (wasDown) exactFromMs = clock.nowMs() + windowMs * 1.25
    },
    onDown: () => {
      wasDown = true
    },
  })
  // Ignore errors here: the link detects them itself.
  const beating = setInterval(() => {
    if (link.isUp()) beat(link.run).catch(() => {})
  }, beatMs)

  async function ask(id: string, limit: number): Promise<Count & { nowMs: number }> {
    const step = nodes.count() > 1 ? Math.max(1, Math.floor(limit / 10)) : 0
    const args = [String(limit), String(windowMs), String(step), CHANNEL, node]
    const reply = (await link.run(TAKE, PREFIX + id, args)) as [number, number, number, number]
    const [allowed, used, nowMicros, freesMicros] = reply
    return { allowed: allowed === 1, limit, used, nowMs: nowMicros / 1000, freesMs: freesMicros / 1000 }
  }

  async function takeShared(id: string, limit: number): Promise<Decision> {
    const count = await ask(id, limit).catch(() => null)
    if (!count) return share.take(id, limit)
    if (count.allowed) share.noteAllowed(id, count.used)
    else share.noteUsed(id, count.used)
    return decide(count, count.nowMs, windowMs)
  }

  async function takeBoth(id: string, limit: number): Promise<Decision> {
    const place = share.reserve(id, limit)
    if ('refused' in place) return place.refused
    const count = await ask(id, limit).catch(() => null)
    const left = place.settle(count?.allowed ?? false)
    if (!count) return share.take(id, limit)
    const decision = decide(count, count.nowMs, windowMs)
    return { ...decision, remaining: Math.min(decision.remaining, left) }
  }

  return {
    take: (subject, limit) => {
      const id = withoutAddress(subject)
      if (!link.isUp()) return share.take(id, limit)
      return settling() ? takeBoth(id, limit) : takeShared(id, limit)
    },
    degraded: () => !link.isUp(),
    stop: async () => {
      clearInterval(beating)
      await link.send(['ZREM', NODES, node]).catch(() => {})
      link.stop()
    },
  }
}

type Settings = {
  url: string
  fallback?: { liveNodes?: number }
  log: LinkLog
  windowMs?: number
  answerMs?: number
}

const PREFIX = 'dray:rate:'
const NODES = 'dray:rate:nodes'
const CHANNEL = 'dray:rate:notices'

/** Hashes client addresses, so that Redis and its backups contain none. */
function withoutAddress(subject: string): string {
  if (!subject.startsWith('ip:')) return subject
  return `ip:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`
}
