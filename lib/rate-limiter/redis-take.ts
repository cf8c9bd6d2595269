import { type Count, type Decision, decide, type Look, lookAt } from './limiter.ts'
import type { LocalShare } from './local-share.ts'
import type { RedisLink } from './redis-link.ts'
import { LOOK, TAKE } from './redis-scripts.ts'

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

/** Decides by the count in Redis, and by this node's share if Redis does not reply. */
export async function takeShared(needs: Needs, subject: string, limit: number): Promise<Decision> {
  const { share, windowMs } = needs
  const count = await countInRedis(needs, subject, limit).catch(() => null)
  if (!count) return share.take(subject, limit)
  if (count.allowed) share.noteAllowed(subject, count.used)
  else share.noteUsed(subject, count.used)
  return decide(count, count.nowMs, windowMs)
}

/** After an outage, Redis does not know the calls that the nodes allowed on their own, so a call must pass both checks. */
export async function takeBoth(needs: Needs, subject: string, limit: number): Promise<Decision> {
  const { share, windowMs } = needs
  const reservation = share.reserve(subject, limit)
  if ('refused' in reservation) return reservation.refused
  const count = await countInRedis(needs, subject, limit).catch(() => null)
  const left = reservation.settle(count?.allowed ?? false)
  if (!count) return share.take(subject, limit)
  const decision = decide(count, count.nowMs, windowMs)
  return { ...decision, remaining: Math.min(decision.remaining, left) }
}

async function countInRedis(
  { link, names, nodeCount, windowMs }: Needs,
  subject: string,
  limit: number,
): Promise<Count & { nowMs: number }> {
  const step = nodeCount() > 1 ? Math.max(1, Math.floor(limit / 10)) : 0
  const args = [String(limit), String(windowMs), String(step), names.channel, names.node]
  const reply = (await link.run(TAKE, names.callsOf(subject), args)) as [number, number, number, number]
  const [allowed, used, nowMicros, freesMicros] = reply
  return { allowed: allowed === 1, limit, used, nowMs: nowMicros / 1000, freesMs: freesMicros / 1000 }
}

/** Reads the count in Redis, or this node's share if Redis does not reply. */
export async function lookShared(needs: Needs, subject: string, limit: number): Promise<Look> {
  const { link, names, share, windowMs } = needs
  const args = [String(limit), String(windowMs)]
  const reply = await link.run(LOOK, names.callsOf(subject), args).catch(() => null)
  if (!reply) return share.look(subject, limit)
  const [used, freesMicros] = reply as [number, number]
  return lookAt({ limit, used, freesMs: freesMicros / 1000 }, { windowMs, isShared: true })
}
