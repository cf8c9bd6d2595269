import type { Kysely } from 'kysely'
import { storyOf } from '#contract/sandbox/stories.ts'
import type { SandboxJob } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import type { JobFacts } from '../../sandbox/job-facts.ts'
import { possibleMoves } from '../../sandbox/moves.ts'
import { nextOf } from '../../sandbox/next-of.ts'
import { inWorld, readSteps, shownStep } from '../../sandbox/steps.ts'
import { presentNext } from './present-clock.ts'

/** A job of the sandbox with its timeline. `next` is what happens to this job by itself. */
export async function presentSandboxJob(
  kysely: Kysely<Tables>,
  job: JobFacts,
  keyId: string,
): Promise<SandboxJob> {
  const steps = await readSteps(kysely, { keyId }, { jobId: job.jobId })
  const next = await nextOf(kysely, { keyId, jobId: job.jobId })
  return {
    job_id: job.jobId,
    external_reference: job.externalReference,
    status: job.status,
    story: job.isOfPerson ? 'by_hand' : storyOf(job.storyPhone),
    created_at: inWorld(job.createdAt, job.agedMs).toISOString(),
    timeline: steps.map(shownStep),
    moves: possibleMoves(job),
    next: presentNext(next, job),
  }
}
