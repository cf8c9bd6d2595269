import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { waitForTurnSql } from '../db/lock-order.ts'
import type { Tables } from '../db/tables.ts'
import { isOfWorldSql, type WorldName } from '../db/worlds.ts'
import { forEachSettled } from '../lib/for-each-settled.ts'
import { Problem } from '../lib/problem.ts'
import { withLease } from './with-world.ts'
import { type HeldWorld, worldBusy } from './world.ts'
import { type DeletedRows, jobs, people } from './world-deletions.ts'

type Needs = { kysely: Kysely<Tables>; pool: pg.Pool }

/** How long a call waits until the world is free, and how long it deletes then: clients give up after 30 s. */
const limitMs = { patience: 3_000, deletion: 20_000 }

/** Each keeps a database connection, which live calls need too. */
const maxDeletions = 2

/**
 * Deletes a world: its jobs with all that belongs to them, its people and its clock. The rows are not shifted, so a
 * world that is too large to be moved can be deleted.
 *
 * @throws Problem `world_busy` (409) when the world is not free within some seconds, two others are being deleted in
 *   this process, or the world is too large for one call. The next call goes on where this one stopped.
 */
export type DeleteWorld = (which: WorldName) => Promise<void>

export function createDeleteWorld({
  stopSignal,
  ...needs
}: Needs & { stopSignal: AbortSignal }): DeleteWorld {
  let running = 0
  return async (which) => {
    const untilMs = performance.now() + limitMs.patience
    while (running >= maxDeletions) {
      if (performance.now() > untilMs) throw worldBusy
      await sleep(50)
    }
    running++
    try {
      await withLease(needs.kysely, which, untilMs, (world) => deleteWhole(needs, world, stopSignal))
    } finally {
      running--
    }
  }
}

async function deleteWhole(
  needs: Pick<Needs, 'pool'>,
  world: HeldWorld,
  stopSignal: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(limitMs.deletion)])
  // Jobs may be created between two batches.
  do {
    await deleteRows(needs, world, { signal })
    if (signal.aborted) throw worldBusy
  } while (!(await deleteIfEmpty(needs, world)))
}

/**
 * Deletes the jobs and people of a world, the oldest first, in batches: a transaction each. A large world takes several
 * calls or runs. Play money leaves the books with both of its sides, so they still agree. Photos lose their job, and
 * the collector deletes them.
 *
 * @param before only jobs and people whose id is lower: ids begin with the real time of their creation. Absent: all.
 */
export async function deleteRows(
  { pool }: Pick<Needs, 'pool'>,
  world: HeldWorld,
  { signal, before = lastId }: { signal: AbortSignal; before?: string },
): Promise<void> {
  for (const rows of [jobs, people])
    for (let deleted = batch; deleted === batch && !signal.aborted; )
      deleted = await inTurn({ pool }, world, (client) => deleteBatch(client, world, { rows, before }))
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** So few that each statement ends long before the limit of its time. */
const batch = 200

type Batch = { rows: DeletedRows; before: string }

async function deleteBatch(
  client: pg.PoolClient,
  { keyId, name }: WorldName,
  { rows: { lockFirst, find, findPayments, ofPayments, deletions }, before }: Batch,
): Promise<number> {
  const idsOf = async (text: string, values: unknown[]) =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id)
  if (lockFirst) await client.query(lockFirst, [keyId, name, before, batch])
  const ids = await idsOf(find, [keyId, name, before, batch])
  if (ids.length === 0) return 0
  const payments = await idsOf(findPayments, [ids])
  for (const deletion of ofPayments) await client.query(deletion, [payments])
  for (const deletion of deletions) await client.query(deletion, [ids])
  return ids.length
}

/** Runs `work` in a transaction in which no job is created in the world, and takes the lease for another 30 s. */
async function inTurn<T>(
  { pool }: Pick<Needs, 'pool'>,
  { keyId, name, claimId }: HeldWorld,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // A page that is being issued has its movement locked, and would wait for the job that is locked here.
    await client.query(waitForTurnSql)
    if ((await client.query(renewLease, [keyId, name, claimId])).rowCount !== 1) throw worldBusy
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true)
    throw error
  }
}

/** A job that is created waits for the lock on its world. */
const renewLease = `update sandbox_world set lease_until = now() + interval '30 seconds'
  where key_id = $1 and name = $2 and claim_id = $3 and lease_until > now()`

/** Deletes the clock of a world without jobs and people. @returns false when it has some. */
function deleteIfEmpty(needs: Pick<Needs, 'pool'>, world: HeldWorld, unusedDays = 0): Promise<boolean> {
  return inTurn(needs, world, async (client) => {
    const { rowCount } = await client.query(
      `delete from sandbox_world world where key_id = $1 and name = $2 and used_at <= now() - make_interval(days => $3)
         and not exists (select from job where ${isOfWorldSql('$1', '$2')})
         and not exists (select from account where sandbox_key_id = $1 and coalesce(sandbox_world, '') = $2)`,
      [world.keyId, world.name, unusedDays],
    )
    return rowCount === 1
  })
}

/**
 * Deletes the jobs that were created so many days ago, in real time, and the worlds without a job that no call has used
 * for as long. A job of the sandbox has no other end of its data, as its world may stay still for ever. One world that
 * cannot be deleted does not keep the others; one that a call holds is left to the next run.
 */
export async function forgetWorlds(needs: Needs, signal: AbortSignal, keptDays: number): Promise<void> {
  const { rows } = await sql<WorldName & { before: string }>`
    with old as (
      select (lpad(to_hex((extract(epoch from now() - make_interval(days => ${keptDays})) * 1000)::bigint), 12, '0')
        || '00000000000000000000')::uuid as id
    )
    select world.key_id as "keyId", world.name, old.id as before from sandbox_world world cross join old
      left join lateral (select job.id from job where job.key_id = world.key_id and job.mode = 'test'
        and coalesce(job.sandbox_world, '') = world.name order by job.id limit 1) job on true
      left join lateral (select account.id from account where account.sandbox_key_id = world.key_id
        and coalesce(account.sandbox_world, '') = world.name order by account.id limit 1) person on true
    where least(job.id, person.id) < old.id
      or (job.id is null and world.used_at <= now() - make_interval(days => ${keptDays}))
    order by least(job.id, person.id) nulls last`.execute(needs.kysely)
  await forEachSettled(rows, signal, async ({ before, ...which }) => {
    const forget = async (world: HeldWorld) => {
      await deleteRows(needs, world, { signal, before })
      await deleteIfEmpty(needs, world, keptDays)
    }
    await withLease(needs.kysely, which, 0, forget).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  })
}
