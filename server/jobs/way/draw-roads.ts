import { type Kysely, sql } from 'kysely'
import type { Stop } from '../../db/json-columns.ts'
import type { Tables } from '../../db/tables.ts'
import { forEachSettled } from '../../lib/for-each-settled.ts'
import type { Drawn, Router } from '../../routing/router.ts'
import type { Scope } from '../scope.ts'

export type RoadNeeds = { kysely: Kysely<Tables>; router: Pick<Router, 'road'> }

/** Attempts for one road while the router is unavailable; the retries follow after 1, 2, 4 and 8 minutes. */
const maxTries = 5
const batch = 20
const atOnce = 2

type Claimed = { job_id: string; due_at: Date | null; pickup: Stop; dropoff: Stop }

/**
 * Draws the road of each job that was collected since the last time. The claim is the next try: a second node skips the
 * job, and after a crash it is tried again. Without a router that follows roads, there is none.
 */
export async function drawRoads(
  { kysely, router }: RoadNeeds,
  signal: AbortSignal,
  scope: Scope,
): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claim(kysely, scope)
    await forEachSettled(
      claimed,
      signal,
      async (one) => {
        const drawn = (await router.road?.(one.pickup, one.dropoff, signal)) ?? null
        if (drawn?.outcome !== 'unavailable') await settle(kysely, one, drawn)
      },
      atOnce,
    )
    if (claimed.length < batch) return
  }
}

/** Whether a road of one of these jobs is to be drawn now. */
export const hasRoads = (scope: Scope) =>
  sql<boolean>`exists (select from job_road r join job on job.id = r.job_id where r.due_at <= now() and ${scope})`

async function claim(kysely: Kysely<Tables>, scope: Scope): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with picked as (
      select r.job_id, job.pickup, job.dropoff from job_road r join job on job.id = r.job_id
      where r.due_at <= now() and ${scope} order by r.due_at limit ${batch} for no key update of r skip locked
    )
    update job_road r set tries = r.tries + 1,
      due_at = case when r.tries + 1 < ${maxTries}
        then date_trunc('milliseconds', clock_timestamp()) + make_interval(mins => 1 << r.tries) end
    from picked where r.job_id = picked.job_id
    returning r.job_id, r.due_at, picked.pickup, picked.dropoff`.execute(kysely)
  return rows
}

/**
 * Stores the road and tells both sides of the job. Changes nothing if the way has ended, or a pin was moved meanwhile.
 */
async function settle(
  kysely: Kysely<Tables>,
  { job_id, due_at }: Claimed,
  drawn: Exclude<Drawn, { outcome: 'unavailable' }> | null,
): Promise<void> {
  const line = drawn?.outcome === 'drawn' ? drawn.line : null
  await sql`
    with drawn as (
      update job_road set line = ${line}, due_at = null
      where job_id = ${job_id} and due_at is not distinct from ${due_at}::timestamptz returning job_id, line
    )
    select pg_notify('dray_live', 'job:' || job_id) from drawn where line is not null`.execute(kysely)
}
