import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { type JobFacts, readFacts } from '../../sandbox/job-facts.ts'
import type { World } from '../../sandbox/world.ts'

/** @throws Problem `not_found` also for jobs of other keys and worlds. */
export async function findJob(kysely: Kysely<Tables>, world: World, jobId: string): Promise<JobFacts> {
  const [job] = await readFacts(kysely, world, { jobId: jobId.toLowerCase() })
  if (!job) throw unknownJob
  return job
}

/** Also the response to a malformed id. */
export const unknownJob = new Problem('not_found', (t) => t.sandbox.noJob)
