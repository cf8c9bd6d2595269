import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type JobFacts, readFacts } from './job-facts.ts'
import { type Moment, nextMoment } from './next-moment.ts'
import { kindFor } from './next-step.ts'
import { nextAct } from './stories.ts'

export type Coming = Pick<Moment, 'at' | 'jobId' | 'kind'>

/** What happens next in a world, or to one of its jobs, as partners see it: also an act that no task has noted yet. */
export async function nextOf(
  kysely: Kysely<Tables>,
  which: { keyId: string; jobId?: string; since?: Date },
): Promise<Coming | null> {
  const { keyId, jobId } = which
  const moment = await nextMoment(kysely, which)
  const jobs = await readFacts(kysely, jobId ? { keyId, jobId } : { keyId, onlyNew: true })
  const all = [...(moment ? [moment] : []), ...jobs.flatMap(actOf)]
  return all.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

function actOf(job: JobFacts): Coming[] {
  const act = nextAct(job)
  if (!act) return []
  const at = new Date(job.createdAt.getTime() + act.at * 1_000)
  return [{ at, jobId: job.jobId, kind: kindFor(job.status, act.move) }]
}
