import type { Kysely } from 'kysely'
import type { Clock } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import { type Moment, nextMoment } from '../../sandbox/next-moment.ts'
import { inWorld } from '../../sandbox/steps.ts'
import { readWorld, type World } from '../../sandbox/world.ts'

/** The clock of the world of a key, as it is now. */
export async function presentClock(kysely: Kysely<Tables>, keyId: string): Promise<Clock> {
  const world = await readWorld(kysely, keyId)
  return {
    now: inWorld(new Date(), world.agedMs).toISOString(),
    ahead_seconds: world.agedMs / 1_000,
    next: presentMoment(await nextMoment(kysely, keyId), world),
  }
}

export const presentMoment = (moment: Moment | null, { agedMs }: World) =>
  moment && { at: inWorld(moment.at, agedMs).toISOString(), job_id: moment.jobId, what: moment.what }
