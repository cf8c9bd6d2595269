import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { WorldName } from '../db/worlds.ts'
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
export type HeldWorld = World & { claimId: string }

/** The time on the clock of a world. */
export const timeOf = ({ stoppedAt, agedMs }: Pick<World, 'stoppedAt' | 'agedMs'>): Date =>
  inWorld(stoppedAt, agedMs)

/** An instant of a row, converted to the clock of its world. */
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
 * Creates a world unless it exists. Concurrent requests may exceed the limit by a few.
 *
 * @throws Problem `validation_error` (400) when the key has too many worlds.
 */
export async function enterWorld(kysely: Db, { keyId, name }: WorldName): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    with made as (
      insert into sandbox_world (key_id, name, seed)
      select ${keyId}, ${name}, 'dray'
      where ${name} = '' or (select count(*) from sandbox_world where key_id = ${keyId} and name <> '') < ${maxWorlds}
      on conflict do nothing returning 1)
    select exists (select from made)
      or exists (select from sandbox_world where key_id = ${keyId} and name = ${name}) as exists`.execute(
    kysely,
  )
  if (rows[0]?.exists || name === '') return
  throw new Problem('validation_error', (t) => t.partners.headerNotValid, {
    details: { 'Dray-World': (t) => t.sandbox.tooManyWorlds({ max: maxWorlds }) },
  })
}

type Filtered<Query> = { where: (column: 'key_id' | 'name', is: '=', value: string) => Query }

/** A statement about the row of one world. */
export const ofWorld = <Query extends Filtered<Query>>(query: Query, { keyId, name }: WorldName): Query =>
  query.where('key_id', '=', keyId).where('name', '=', name)

export const worldBusy = new Problem('world_busy', (t) => t.sandbox.busy, { retryAfterSeconds: 1 })
