import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { jobsOfWorld, type WorldName } from '../db/worlds.ts'
import { Problem } from '../lib/problem.ts'

type Db = Kysely<Tables>

/** The jobs of a test key under one name, their people and their clock, which only moves by requests. */
export type World = WorldName & {
  /** How far the instants of its rows are behind its clock. A job created since has another distance. */
  agedMs: number
  /** The real instant at which the clock was stopped. All work due by then is done. */
  stoppedAt: Date
  /** Seed for random decisions: the same seed gives the same people. */
  seed: string
}

/**
 * A world whose lease the caller holds. `claimId` identifies the lease: after its end, no row can be shifted with it.
 * Code that moves the world keeps `agedMs` and `stoppedAt` up to date.
 */
export type HeldWorld = World & { claimId: string; createdAt: Date }

/** Longer than a request may start an act or a shift (`with-world.ts`). */
export const leaseSeconds = 30

/** The time on the clock of a world. */
export const timeOf = ({ stoppedAt, agedMs }: Pick<World, 'stoppedAt' | 'agedMs'>): Date =>
  inWorld(stoppedAt, agedMs)

/** Whether the clock shows another time than at the creation of the world. Dates of JavaScript have no microseconds. */
export const hasMoved = (world: HeldWorld): boolean => timeOf(world).getTime() - world.createdAt.getTime() > 1

/** An instant of a row, on the clock of its world. */
export const inWorld = (at: Date, agedMs: number): Date => new Date(at.getTime() + agedMs)

/** Reads a world; a new one has the real time. A request marks it as used, at most hourly. */
export async function readWorld(kysely: Db, which: WorldName): Promise<World> {
  await ofWorld(kysely.updateTable('sandbox_world'), which)
    .set({ used_at: sql<Date>`now()` })
    .where(sql<boolean>`used_at < now() - interval '1 hour'`)
    .execute()
  const row = await kysely
    .selectFrom('sandbox_world')
    .select(['aged_ms', 'stopped_at', 'seed'])
    .where('key_id', '=', which.keyId)
    .where('name', '=', which.name)
    .executeTakeFirst()
  const { aged_ms: agedMs = 0, stopped_at: stoppedAt = new Date(), seed = '' } = row ?? {}
  return { ...which, agedMs, stoppedAt, seed }
}

/** The names of the worlds of a key, without the default world. */
export async function listWorlds(kysely: Db, keyId: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('sandbox_world')
    .select('name')
    .where('key_id', '=', keyId)
    .where('name', '<>', '')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

const maxWorlds = 100

/**
 * Refuses a name for which a key has no room. Calls at the same time may pass the limit by a few.
 *
 * @throws Problem `validation_error` (400) when the key has too many worlds without this one.
 */
export async function refuseTooMany(kysely: Db, { keyId, name }: WorldName): Promise<void> {
  if (name === '') return
  const { rows } = await sql<{ isFull: boolean }>`
    select count(*) >= ${maxWorlds} and not coalesce(bool_or(name = ${name}), false) as "isFull"
    from sandbox_world where key_id = ${keyId} and name <> ''`.execute(kysely)
  if (!rows[0]?.isFull) return
  throw new Problem('validation_error', (t) => t.partners.headerNotValid, {
    details: { 'Dray-World': (t) => t.sandbox.tooManyWorlds({ max: maxWorlds }) },
  })
}

/**
 * Makes a world if there is none. A create does not call it, because the insert of a job makes the world.
 *
 * @throws Problem as `refuseTooMany`.
 */
export async function enterWorld(kysely: Db, which: WorldName): Promise<void> {
  await refuseTooMany(kysely, which)
  await kysely
    .insertInto('sandbox_world')
    .values({ key_id: which.keyId, name: which.name, seed: 'dray' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes a world that has no job, and whose lease the caller holds. */
export function deleteEmptyWorld(kysely: Db, { claimId, ...which }: HeldWorld): Promise<void> {
  return kysely.transaction().execute(async (trx) => {
    // A job that is being created has the lock of its world, and is seen by the next statement only.
    await ofWorld(trx.selectFrom('sandbox_world'), which).select('name').forUpdate().execute()
    await ofWorld(trx.deleteFrom('sandbox_world'), which)
      .where('claim_id', '=', claimId)
      .where((world) =>
        world.not(world.exists(world.selectFrom('job').select('job.id').where(jobsOfWorld(which)))),
      )
      .execute()
  })
}

type Filtered<Query> = { where: (column: 'key_id' | 'name', is: '=', value: string) => Query }

/** A statement about the row of one world. */
export const ofWorld = <Query extends Filtered<Query>>(query: Query, { keyId, name }: WorldName): Query =>
  query.where('key_id', '=', keyId).where('name', '=', name)

export const worldBusy = new Problem('world_busy', (t) => t.sandbox.busy, { retryAfterSeconds: 1 })
