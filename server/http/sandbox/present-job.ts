import type { Kysely } from 'kysely'
import { storyOf } from '#contract/sandbox/stories.ts'
import type { SandboxJob } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import type { JobFacts } from '../../sandbox/job-facts.ts'
import { possibleMoves } from '../../sandbox/moves.ts'
import { inWorld, readSteps, shownStep } from '../../sandbox/steps.ts'
import { nextAct } from '../../sandbox/stories.ts'

/** A job of the sandbox with its timeline. `next` is what its own story does. */
export async function presentSandboxJob(
  kysely: Kysely<Tables>,
  job: JobFacts,
  keyId: string,
): Promise<SandboxJob> {
  const steps = await readSteps(kysely, { keyId }, { jobId: job.jobId })
  const act = nextAct(job)
  const after = (seconds: number) => inWorld(new Date(job.createdAt.getTime() + seconds * 1_000), job.agedMs)
  return {
    job_id: job.jobId,
    external_reference: job.externalReference,
    status: job.status,
    story: storyOf(job.storyPhone),
    created_at: inWorld(job.createdAt, job.agedMs).toISOString(),
    timeline: steps.map(shownStep),
    moves: possibleMoves(job),
    next: act && { at: after(act.at).toISOString(), job_id: job.jobId, what: `the ${act.move}` },
  }
}
