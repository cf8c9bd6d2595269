import { type Kysely, sql } from 'kysely'
import type { Move } from '#contract/sandbox/moves.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { type ActNeeds, act as makeAct } from './act.ts'
import { type JobFacts, readFacts } from './job-facts.ts'
import { isDue, type NextAct, nextAct } from './stories.ts'
import type { Bound } from './with-world.ts'
import type { World } from './world.ts'

/**
 * `isLeft`: due acts remain, over the budget of the call. `jobs`: the stories, if no act was due; an act changes its
 * job, also a refused one.
 */
export type Played = { acts: number; isLeft: boolean; jobs: JobFacts[] | null }

/**
 * Runs every due act of the stories of a world, within the budget. Callers repeat it until no act is left, and then
 * call `noteStories`. The caller holds the lease of the world.
 */
export async function playStories(needs: ActNeeds, world: World, bound: Bound): Promise<Played> {
  const jobs = await readStories(needs.kysely, world)
  const due = jobs
    .flatMap((job) => {
      const act = nextAct(job)
      return act && isDue(job, act) ? [{ job, act }] : []
    })
    .sort((a, b) => endOf(a) - endOf(b))
  let acts = 0
  for (const { job, act } of due) {
    if (!bound.take()) return { acts, isLeft: true, jobs: null }
    if (await play(needs, world, { job, act })) acts++
  }
  return { acts, isLeft: false, jobs: due.length > 0 ? null : jobs }
}

/** Stores when each story of a world continues. `jobs`: its stories, if no act has run since the query. */
export const noteStories = async (
  kysely: Kysely<Tables>,
  world: World,
  jobs: JobFacts[] | null,
): Promise<void> => noteNext(kysely, jobs ?? (await readStories(kysely, world)))

const readStories = (kysely: Kysely<Tables>, world: World) => readFacts(kysely, world, { onlyStories: true })

const endOf = ({ job, act }: { job: JobFacts; act: NextAct }): number => act.at - job.age

/** @returns false when the job changed meanwhile; then it is queried again. */
async function play(
  needs: ActNeeds,
  world: World,
  { job, act }: { job: JobFacts; act: NextAct },
): Promise<boolean> {
  try {
    await makeAct(needs, world, job, act)
    return true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return false
  }
}

async function noteNext(kysely: Kysely<Tables>, jobs: JobFacts[]): Promise<void> {
  const notes = jobs.flatMap((job) => (isNoted(job) ? [] : [noteOf(job)]))
  if (notes.length === 0) return
  await sql`
    with noted as (
      select * from json_to_recordset(${JSON.stringify(notes)}::json) as (job_id uuid, act text, at float8)
    )
    update sandbox_story story set next_act = noted.act, next_at = job.created_at + make_interval(secs => noted.at)
    from noted join job on job.id = noted.job_id where story.job_id = noted.job_id`.execute(kysely)
}

/**
 * `at`: seconds since the creation of the job; null when the story is over. Without an act, any number means that it
 * continues.
 */
type Note = { job_id: string; act: Move | null; at: number | null }

function noteOf(job: JobFacts): Note {
  const act = isOver(job) ? null : nextAct(job)
  return { job_id: job.jobId, act: act?.move ?? null, at: isOver(job) ? null : (act?.at ?? 0) }
}

/** Whether the stored progress is still valid. */
function isNoted(job: JobFacts): boolean {
  const { act, at } = noteOf(job)
  return act === job.notedAct && (act ? at === job.notedAt : at !== null)
}

const isOver = (job: JobFacts): boolean =>
  job.isOfPerson ||
  job.isDataRemoved ||
  job.status === 'cancelled' ||
  (job.status === 'completed' && job.isRatedByCustomer && job.isRatedByCarrier && nextAct(job) === null)
