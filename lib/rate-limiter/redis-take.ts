import { type Count, type Decision, decide, type Look, lookAt, secondAfter, secondOf } from './limiter.ts'
import type { LocalShare } from './local-share.ts'
import type { RedisLink } from './redis-link.ts'
import { FILL, LOOK, TAKE } from './redis-scripts.ts'

/** This node's random id, and the keys and the channel that all nodes share. */
export type RedisNames = {
  node: string
  nodes: string
  channel: string
  callsOf: (subject: string) => string
}

type Needs = {
  link: RedisLink
  share: LocalShare
  names: RedisNames
  nodeCount: () => number
  windowMs: number
}

/** Decides by the count in Redis; on an error or timeout, by this node's share. */
export async function takeShared(needs: Needs, subject: string, limit: number): Promise<Decision> {
  const { share } = needs
  const count = await countInRedis(needs, subject, limit).catch(() => null)
  if (!count) return share.take(subject, limit)
  if (count.allowed) share.noteAllowed(subject, count.used)
  else share.noteUsed(subject, count.used)
  return decidedBy(count, needs)
}

/**
 * After an outage, Redis does not know the calls that the nodes allowed without it, so a call must pass both checks.
 */
export async function takeBoth(needs: Needs, subject: string, limit: number): Promise<Decision> {
  const { share } = needs
  const reservation = share.reserve(subject, limit)
  if ('refused' in reservation) return reservation.refused
  const count = await countInRedis(needs, subject, limit).catch(() => null)
  const left = reservation.settle(count?.allowed ?? false)
  if (!count) return share.take(subject, limit)
  const decision = decidedBy(count, needs)
  return { ...decision, remaining: Math.min(decision.remaining, left) }
}

/** `freesMs` is the time of the call that must leave the window next. Both times are of the clock of Redis. */
type CountInRedis = Count & { nowMs: number; freesMs: number }

const decidedBy = (count: CountInRedis, { windowMs }: Needs) =>
  decide(count, secondAfter(count.freesMs + windowMs), secondOf(count.nowMs))

async function countInRedis(needs: Needs, subject: string, limit: number): Promise<CountInRedis> {
  const { link, names } = needs
  const args = takeArgs(needs, limit)
  const reply = (await link.run(TAKE, names.callsOf(subject), args)) as [number, number, number, number]
  const [allowed, used, nowMicros, freesMicros] = reply
  return { allowed: allowed === 1, limit, used, nowMs: nowMicros / 1000, freesMs: freesMicros / 1000 }
}

function takeArgs({ names, nodeCount, windowMs }: Needs, limit: number): string[] {
  const step = nodeCount() > 1 ? Math.max(1, Math.floor(limit / 10)) : 0
  return [String(limit), String(windowMs), String(step), names.channel, names.node]
}

/** Reads the count in Redis; on an error or timeout, this node's share. */
export async function lookShared(needs: Needs, subject: string, limit: number): Promise<Look> {
  const { link, names, share, windowMs } = needs
  const args = [String(limit), String(windowMs)]
  const reply = await link.run(LOOK, names.callsOf(subject), args).catch(() => null)
  if (!reply) return share.look(subject, limit)
  const [used, freesMicros] = reply as [number, number]
  return lookAt({ limit, used, freesMs: freesMicros / 1000 }, { windowMs, isShared: true })
}

/** Ten round trips fill the largest window. Each takes Redis some milliseconds, in which it serves no other client. */
const maxAtOnce = 10_000

/** Fills the window in Redis; on an error or timeout, this node's share. */
export async function fillShared(
  needs: Needs,
  { subject, limit, remaining }: { subject: string; limit: number; remaining: number },
): Promise<Look> {
  const { link, names, share, windowMs } = needs
  const args = [...takeArgs(needs, limit), String(remaining), String(maxAtOnce)]
  const maxRounds = Math.ceil(limit / maxAtOnce) + 1
  let reply: [number, number] = [0, 0]
  for (let round = 0; round < maxRounds; round++) {
    const answer = await link.run(FILL, names.callsOf(subject), args).catch(() => null)
    if (!answer) return share.fill(subject, limit, remaining)
    reply = answer as [number, number]
    if (reply[0] >= limit - remaining) break
  }
  const [used, freesMicros] = reply
  return lookAt({ limit, used, freesMs: freesMicros / 1000 }, { windowMs, isShared: true })
}
