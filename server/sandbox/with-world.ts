import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../db/tables.ts'
import type { WorldName } from '../db/worlds.ts'
import { withinDeadline } from '../lib/deadline.ts'
import { newId } from '../lib/ids.ts'
import { hasRunningEffects } from '../payments/effects/queue.ts'
import { shiftRows } from './shift-rows.ts'
import {
  deleteEmptyWorld,
  enterWorld,
  type HeldWorld,
  hasMoved,
  leaseSeconds,
  ofWorld,
  worldBusy,
} from './world.ts'

type Db = Kysely<Tables>

/** Budget of a request: at most 200 acts, and 20 s from its beginning. It ends early at a shutdown. */
export type Bound = {
  /** Counts one act. @returns false when the budget is used up. */
  take: () => boolean
  isSpent: () => boolean
  signal: AbortSignal
}

/**
 * Runs `work` while no concurrent request and no other node moves the world. Meanwhile the rows of the world have
 * present instants: `now()` is the time of its clock.
 *
 * @throws Problem `world_busy` (409) when the world is not free within some seconds, or this process is moving two
 *   other worlds.
 */
export type WithWorld = <T>(
  which: WorldName,
  work: (world: HeldWorld, bound: Bound) => Promise<T>,
) => Promise<T>

export type WithWorldNeeds = {
  kysely: Db
  pool: pg.Pool
  /** Aborts at a shutdown; a request then ends early. */
  stopSignal: AbortSignal
}

/** A request uses several database connections, which live requests need too. */
const maxWorlds = 2

/** Timeout for the world to be free, and for a place among the two that this process moves. */
const patienceMs = 3_000

/**
 * How long after its beginning a request may start an act or a shift. Clients and idle connections time out after
 * 30 s. The last act or shift may take longer; the lease of the world covers it, because each shift renews the lease.
 */
const maxCallMs = 20_000
const maxActs = 200

/** @param maxMs the time limit of a request; tests use short ones. */
export function createWithWorld({ kysely, pool, stopSignal }: WithWorldNeeds, maxMs = maxCallMs): WithWorld {
  let moving = 0
  return async (which, work) => {
    const untilMs = performance.now() + patienceMs
    const bound = createBound(stopSignal, maxMs)
    return withLease(kysely, which, untilMs, async (world) => {
      for (let pauseMs = 10; moving >= maxWorlds; pauseMs = longer(pauseMs)) {
        if (performance.now() > untilMs) throw worldBusy
        await sleep(pauseMs)
      }
      moving++
      try {
        await shiftRows({ pool }, world, 'to the present')
        if (bound.isSpent()) throw worldBusy
        return await work(world, bound)
      } finally {
        moving--
      }
    })
  }
}

function createBound(stopSignal: AbortSignal, maxMs: number): Bound {
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(maxMs)])
  let acts = 0
  const isSpent = () => acts >= maxActs || signal.aborted
  return { isSpent, signal, take: () => !isSpent() && ++acts > 0 }
}

/**
 * Runs `work` with the lease of a world, without shifting its rows. The lease expires after a crash. A world without a
 * job, whose clock never moved, is deleted afterwards: a refused request has created it.
 *
 * @param untilMs timeout for the lease, as an instant of `performance.now()`. 0: do not wait.
 */
export async function withLease<T>(
  kysely: Db,
  which: WorldName,
  untilMs: number,
  work: (world: HeldWorld) => Promise<T>,
): Promise<T> {
  const world = await claimOrWait(kysely, which, untilMs)
  try {
    await waitForCalls(kysely, which, untilMs)
    return await work(world)
  } finally {
    // A lease that cannot be released expires. A hanging database must not delay the response.
    const released = withinDeadline(release(kysely, world), maxReleaseMs, () => new Error('took too long'))
    await released.catch(() => {})
  }
}

const maxReleaseMs = 1_000

async function claimOrWait(kysely: Db, which: WorldName, untilMs: number): Promise<HeldWorld> {
  for (let pauseMs = 20; ; pauseMs = longer(pauseMs)) {
    const world = await claim(kysely, which)
    if (world) return world
    await enterWorld(kysely, which)
    if (performance.now() > untilMs) throw worldBusy
    await sleep(pauseMs)
  }
}

/**
 * Waits for requests to the processor that a person in the app or a crashed request began: their response may not be
 * stored yet, so it could not be shifted, and it decides the next step.
 */
async function waitForCalls(kysely: Db, which: WorldName, untilMs: number): Promise<void> {
  for (let pauseMs = 20; ; pauseMs = longer(pauseMs)) {
    const { rows } = await sql<{
      isRunning: boolean
    }>`select ${hasRunningEffects(which)} as "isRunning"`.execute(kysely)
    if (!rows[0]?.isRunning) return
    if (performance.now() > untilMs) throw worldBusy
    await sleep(pauseMs)
  }
}

/** Limited, because many requests of a key may wait, and each retry is a query. */
const longer = (pauseMs: number): number => Math.min(2 * pauseMs, 200)

/** @returns null when another call holds the world. */
async function claim(kysely: Db, which: WorldName): Promise<HeldWorld | null> {
  const claimId = newId()
  const row = await ofWorld(kysely.updateTable('sandbox_world'), which)
    .set({
      claim_id: claimId,
      lease_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(sql<boolean>`(lease_until is null or lease_until < now())`)
    .returning(['aged_ms', 'stopped_at', 'created_at', 'seed'])
    .executeTakeFirst()
  if (!row) return null
  const { aged_ms: agedMs, stopped_at: stoppedAt, created_at: createdAt, seed } = row
  return { ...which, claimId, agedMs, stoppedAt, createdAt, seed }
}

/** Stops the clock at the instant up to which everything was done. */
async function release(kysely: Db, world: HeldWorld): Promise<void> {
  const { claimId, stoppedAt, ...which } = world
  if (which.name !== '' && !hasMoved(world)) await deleteEmptyWorld(kysely, world)
  await ofWorld(kysely.updateTable('sandbox_world'), which)
    .set({ claim_id: null, lease_until: null, stopped_at: stoppedAt })
    .where('claim_id', '=', claimId)
    .execute()
}
