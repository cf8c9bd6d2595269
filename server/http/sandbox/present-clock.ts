import type { Kysely } from 'kysely'
import type { Clock } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import { type Coming, nextOf } from '../../sandbox/next-of.ts'
import { nextSteps } from '../../sandbox/next-step.ts'
import { inWorld } from '../../sandbox/steps.ts'
import type { World } from '../../sandbox/world.ts'

/**
 * The clock of a world, as it is now.
 *
 * @param since instant of the database up to which the world is settled; by default the present.
 */
export async function presentClock(
  kysely: Kysely<Tables>,
  world: Pick<World, 'keyId' | 'agedMs'>,
  since?: Date,
): Promise<Clock> {
  return {
    now: inWorld(new Date(), world.agedMs).toISOString(),
    ahead_seconds: world.agedMs / 1_000,
    next: presentNext(await nextOf(kysely, { keyId: world.keyId, ...(since && { since }) }), world),
  }
}

export const presentNext = (coming: Coming | null, { agedMs }: Pick<World, 'agedMs'>) =>
  coming && {
    at: inWorld(coming.at, agedMs).toISOString(),
    job_id: coming.jobId,
    ...nextSteps[coming.kind],
  }
