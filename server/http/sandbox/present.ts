import type { Kysely } from 'kysely'
import { storyOf } from '#contract/sandbox/stories.ts'
import type { Clock, SandboxJob } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import { type Coming, readComing } from '../../sandbox/coming.ts'
import { comingSteps } from '../../sandbox/coming-steps.ts'
import type { JobFacts } from '../../sandbox/job-facts.ts'
import { possibleMoves } from '../../sandbox/moves.ts'
import { readSteps, shownStep } from '../../sandbox/steps.ts'
import { inWorld, timeOf, type World } from '../../sandbox/world.ts'

/** The clock of a world. */
export async function presentClock(kysely: Kysely<Tables>, world: World): Promise<Omit<Clock, 'worlds'>> {
  const now = timeOf(world)
  return {
    world: world.name || null,
    now: now.toISOString(),
    ahead_seconds: (now.getTime() - Date.now()) / 1_000,
    next: presentComing(await readComing(kysely, world)),
  }
}

/** A job of the sandbox with its timeline. `next` is the next automatic step of this job. */
export async function presentSandboxJob(
  kysely: Kysely<Tables>,
  world: World,
  job: JobFacts,
): Promise<SandboxJob> {
  const steps = await readSteps(kysely, world, { jobId: job.jobId })
  return {
    job_id: job.jobId,
    world: world.name || null,
    external_reference: job.externalReference,
    status: job.status,
    story: job.isOfPerson ? 'by_hand' : storyOf(job.storyPhone),
    created_at: inWorld(job.createdAt, job.agedMs).toISOString(),
    timeline: steps.map(shownStep),
    moves: possibleMoves(job),
    next: presentComing(await readComing(kysely, world, job.jobId)),
  }
}

const presentComing = (coming: Coming | null) =>
  coming && { at: coming.at.toISOString(), job_id: coming.jobId, ...comingSteps[coming.kind] }
