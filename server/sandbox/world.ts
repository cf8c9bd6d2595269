import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { withinDeadline } from '../lib/deadline.ts'
import { newId } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'

type Db = Kysely<Tables>

/** The jobs of a test key, their people and their clock. */
export type World = {
  keyId: string
  /** How far its clock is ahead of the real one. */
  agedMs: number
  /** Decides what chance would decide: the same seed gives the same people. */
  seed: string
}

/**
 * A world whose lease the caller holds, since the instant `claimedAt` of the database. `claimId` names the lease: after
 * its end, the clock cannot be moved with it.
 */
export type HeldWorld = World & { claimId: string; claimedAt: Date }

/** Reads the world of a test key; the first call makes it, and a call an hour counts as use. */
export async function readWorld(kysely: Db, keyId: string): Promise<World> {
  await makeWorld(kysely, keyId)
  await kysely
    .updateTable('sandbox_world')
    .set({ used_at: sql<Date>`now()` })
    .where('key_id', '=', keyId)
    .where(sql<boolean>`used_at < now() - interval '1 hour'`)
    .execute()
  return findWorld(kysely, keyId)
}

/** @returns false when there is one already. */
async function makeWorld(kysely: Db, keyId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('sandbox_world')
    .values({ key_id: keyId, seed: 'dray' })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The world of a test key, which exists. */
async function findWorld(kysely: Db, keyId: string): Promise<World> {
  const { aged_ms, seed } = await kysely
    .selectFrom('sandbox_world')
    .select(['aged_ms', 'seed'])
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow()
  return { keyId, agedMs: aged_ms, seed }
}

/**
 * Runs `work` while no other call and no other node moves the world. Waits for another call as long as a call may take.
 * The lease ends by itself when a node dies. `isUse`: the call counts as use of the world (`forget-worlds.ts`).
 *
 * @throws Problem `world_busy` (409).
 */
export async function withWorld<T>(
  kysely: Db,
  keyId: string,
  work: (world: HeldWorld) => Promise<T>,
  { patienceMs = 20_000, isUse = true }: { patienceMs?: number; isUse?: boolean } = {},
): Promise<T> {
  const claimId = newId()
  const world = await claimOrWait(kysely, { keyId, claimId, isUse }, patienceMs)
  try {
    const result = await work(world)
    await release(kysely, keyId, claimId)
    return result
  } catch (error) {
    // Report the original error; a lease that cannot be released expires. A hanging database must not delay the error.
    const released = release(kysely, keyId, claimId)
    await withinDeadline(released, maxReleaseMs, () => new Error('the release took too long')).catch(() => {})
    throw error
  }
}

const maxReleaseMs = 1_000

async function claimOrWait(kysely: Db, wanted: Claim, patienceMs: number): Promise<HeldWorld> {
  const startedAt = performance.now()
  for (let pauseMs = 20; ; pauseMs = longer(pauseMs)) {
    const world = await claim(kysely, wanted)
    if (world) return world
    if (await makeWorld(kysely, wanted.keyId)) continue
    if (performance.now() - startedAt > patienceMs) throw worldBusy
    await sleep(pauseMs)
  }
}

/** Many calls of a key may wait, and each try is a query. */
const longer = (pauseMs: number): number => Math.min(2 * pauseMs, 200)

/** Longer than a call holds a world. */
const leaseSeconds = 30

type Claim = { keyId: string; claimId: string; isUse: boolean }

/** @returns null when another call holds the world, or when there is none yet. */
async function claim(kysely: Db, { keyId, claimId, isUse }: Claim): Promise<HeldWorld | null> {
  const row = await kysely
    .updateTable('sandbox_world')
    .set({
      claim_id: claimId,
      lease_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      ...(isUse && { used_at: sql<Date>`now()` }),
    })
    .where('key_id', '=', keyId)
    .where(sql<boolean>`(lease_until is null or lease_until < now())`)
    .returning(['aged_ms', 'seed', sql<Date>`now()`.as('claimed_at')])
    .executeTakeFirst()
  return row ? { keyId, claimId, claimedAt: row.claimed_at, agedMs: row.aged_ms, seed: row.seed } : null
}

async function release(kysely: Db, keyId: string, claimId: string): Promise<void> {
  await kysely
    .updateTable('sandbox_world')
    .set({ claim_id: null, lease_until: null })
    .where('key_id', '=', keyId)
    .where('claim_id', '=', claimId)
    .execute()
}

export const worldBusy = new Problem('world_busy', (t) => t.sandbox.busy, { retryAfterSeconds: 1 })
