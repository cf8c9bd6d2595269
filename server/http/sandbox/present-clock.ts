import type { Kysely } from 'kysely'
import type { Clock } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import { type Coming, nextOf } from '../../sandbox/next-of.ts'
import { nextSteps } from '../../sandbox/next-step.ts'
import { inWorld } from '../../sandbox/steps.ts'
import { readWorld, type World } from '../../sandbox/world.ts'

/** The clock of the world of a key, as it is now. */
export async function presentClock(kysely: Kysely<Tables>, keyId: string): Promise<Clock> {
  const world = await readWorld(kysely, keyId)
  return {
    now: inWorld(new Date(), world.agedMs).toISOString(),
    ahead_seconds: world.agedMs / 1_000,
    next: presentNext(await nextOf(kysely, { keyId }), world),
  }
}

export const presentNext = (coming: Coming | null, { agedMs }: Pick<World, 'agedMs'>) =>
  coming && {
    at: inWorld(coming.at, agedMs).toISOString(),
    job_id: coming.jobId,
    ...nextSteps[coming.kind],
  }
