import { type Kysely, sql } from 'kysely'
import type { Move } from '#contract/sandbox/moves.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { type Budget, createBudget } from './budget.ts'
import { type JobFacts, readFacts } from './job-facts.ts'
import { type MoveNeeds, makeMove } from './make-move.ts'
import { isDue, type NextAct, nextAct } from './stories.ts'
import { type World, withWorld } from './world.ts'

/**
 * `isLeft`: acts are due that the budget or the turn of the call does not allow now. `jobs`: the stories, if no act was due; an act
 * changes its job, also one that is refused.
 */
export type Played = { acts: number; isLeft: boolean; jobs: JobFacts[] | null }

/**
 * Makes every act of the stories of a world that is due, as far as the budget goes. Callers call it until none is left, and then
 * `noteStories`. The caller holds the lease of the world.
 */
export async function playStories(needs: MoveNeeds, world: World, budget: Budget): Promise<Played> {
  const jobs = await readStories(needs.kysely, world)
  const due = jobs
    .flatMap((job) => {
      const act = nextAct(job)
      return act && isDue(job, act) ? [{ job, act }] : []
    })
    .sort((a, b) => endOf(a) - endOf(b))
  let acts = 0
  for (const { job, act } of due) {
    if (!budget.take()) return { acts, isLeft: true, jobs: null }
    if (await play(needs, world, { job, act })) acts++
  }
  return { acts, isLeft: false, jobs: due.length > 0 ? null : jobs }
}

/** Notes when each story of a world goes on. `jobs`: its stories, if nothing was done since they were read. */
export const noteStories = async (
  kysely: Kysely<Tables>,
  world: World,
  jobs: JobFacts[] | null,
): Promise<void> => noteNext(kysely, jobs ?? (await readStories(kysely, world)))

const readStories = (kysely: Kysely<Tables>, { keyId }: World) =>
  readFacts(kysely, { keyId, onlyStories: true })

const endOf = ({ job, act }: { job: JobFacts; act: NextAct }): number => act.at - job.age

/** @returns false when the job changed in between; then it is looked at again. */
async function play(
  needs: MoveNeeds,
  world: World,
  { job, act }: { job: JobFacts; act: NextAct },
): Promise<boolean> {
  try {
    await makeMove(needs, world, job, { move: act.move, card: act.card })
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

/** `at`: whole seconds of an act, or when to look again; null when the story is over. */
type Note = { job_id: string; act: Move | null; at: number | null }

function noteOf(job: JobFacts): Note {
  const act = isOver(job) ? null : nextAct(job)
  const at = act ? act.at : job.age + waitOf(job)
  return { job_id: job.jobId, act: act?.move ?? null, at: isOver(job) ? null : at }
}

/** Whether what is noted still holds. Without an act, the story only has to be looked at in time. */
function isNoted(job: JobFacts): boolean {
  const { act, at } = noteOf(job)
  if (act !== job.notedAct || at === null || job.notedAt === null) return false
  return act ? job.notedAt === at : job.notedAt > job.age && job.notedAt <= at
}

const waitOf = (job: JobFacts): number => (job.isPaying ? soonSeconds : laterSeconds)

const soonSeconds = 2
const laterSeconds = 60

const isOver = (job: JobFacts): boolean =>
  job.isOfPerson ||
  job.isDataRemoved ||
  job.status === 'cancelled' ||
  (job.status === 'completed' && job.isRatedByCustomer && job.isRatedByCarrier)

/** How long the task stays in one world, so that the others have their turn. */
const maxMs = 2_000

/**
 * Plays the stories of all worlds in real time, but not those of keys that do not work any more. A world that a call moves
 * right now is left to that call.
 */
export async function playDueStories(needs: MoveNeeds, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ keyId: string }>`
    select distinct story.key_id as "keyId" from sandbox_story story
      join api_key key on key.id = story.key_id join partner on partner.id = key.partner_id
    where story.next_at <= now() and key.revoked_at is null and partner.suspended_at is null
      and not exists (select from sandbox_world held where held.key_id = story.key_id and held.lease_until > now())
    limit 100`.execute(needs.kysely)
  const play = async (world: World) => {
    const budget = createBudget({ maxMs, signal })
    let played: Played
    do played = await playStories(needs, world, budget)
    while (played.acts > 0 && !budget.isSpent())
    await noteStories(needs.kysely, world, played.jobs)
  }
  for (const { keyId } of rows) {
    if (signal.aborted) return
    await withWorld(needs.kysely, keyId, play, { patienceMs: 0, isUse: false }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}
