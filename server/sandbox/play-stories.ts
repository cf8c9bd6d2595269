import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { type Budget, createBudget } from './budget.ts'
import { type JobFacts, readFacts } from './job-facts.ts'
import { type MoveNeeds, makeMove } from './make-move.ts'
import { possibleMoves } from './moves.ts'
import { type NextAct, nextAct } from './stories.ts'
import { type World, withWorld } from './world.ts'

/**
 * Makes every act of the stories of a world that is due. When none is left, or the budget is spent, notes when each story goes
 * on, so callers call it until then. The caller holds the lease of the world.
 *
 * @returns the number of acts, at most as many as the budget has.
 */
export async function playStories(needs: MoveNeeds, world: World, budget: Budget): Promise<number> {
  const read = () => readFacts(needs.kysely, { keyId: world.keyId, onlyStories: true })
  const jobs = await read()
  const due = jobs
    .map((job) => ({ job, act: nextAct(job) }))
    .filter(
      (told): told is { job: JobFacts; act: NextAct } => told.act !== null && told.act.at <= told.job.age,
    )
    .sort((a, b) => endOf(a) - endOf(b))
  let played = 0
  for (const { job, act } of due) {
    if (!budget.take()) break
    await play(needs, world, { job, act })
    played++
  }
  if (played === 0) await noteNext(needs.kysely, jobs)
  else if (budget.isSpent()) await noteNext(needs.kysely, await read())
  return played
}

const endOf = ({ job, act }: { job: JobFacts; act: NextAct }): number => act.at - job.age

/** A job that changed in between is looked at again. */
async function play(
  needs: MoveNeeds,
  world: World,
  { job, act }: { job: JobFacts; act: NextAct },
): Promise<void> {
  if (!possibleMoves(job).includes(act.move)) return
  try {
    await makeMove(needs, world, job, { move: act.move, card: act.card })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

async function noteNext(kysely: Kysely<Tables>, jobs: JobFacts[]): Promise<void> {
  const notes = jobs.map((job) => {
    const act = nextAct(job)
    return {
      job_id: job.jobId,
      is_over: isOver(job),
      act: act?.move ?? null,
      at: act?.at ?? null,
      wait: job.isPaying ? soonSeconds : laterSeconds,
    }
  })
  await sql`
    with noted as (
      select job.id, noted.is_over, noted.act, now() + make_interval(secs => noted.wait) as look_at,
        job.created_at + make_interval(secs => noted.at) as act_at
      from json_to_recordset(${JSON.stringify(notes)}::json)
        as noted (job_id uuid, is_over boolean, act text, at float8, wait float8)
      join job on job.id = noted.job_id
    )
    update sandbox_story story set next_act = noted.act,
      next_at = case when noted.is_over then null else coalesce(noted.act_at, noted.look_at) end
    from noted where story.job_id = noted.id and (noted.is_over or story.next_act is distinct from noted.act
      or case when noted.act_at is null then story.next_at not between now() and noted.look_at
        else story.next_at <> noted.act_at end)`.execute(kysely)
}

const soonSeconds = 2
const laterSeconds = 60

const isOver = (job: JobFacts): boolean =>
  job.isOfPerson ||
  job.isDataRemoved ||
  job.status === 'cancelled' ||
  (job.status === 'completed' && job.isRatedByCustomer && job.isRatedByCarrier)

/** How long the task stays in one world, so that the others have their turn. */
const mostMs = 2_000

/**
 * Plays the stories of all worlds in real time, but not those of keys that do not work any more. A world that a call moves
 * right now is left to that call.
 */
export async function playDueStories(needs: MoveNeeds, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ keyId: string }>`
    select distinct story.key_id as "keyId" from sandbox_story story
      join api_key key on key.id = story.key_id join partner on partner.id = key.partner_id
    where story.next_at <= now() and key.revoked_at is null and partner.suspended_at is null
    limit 100`.execute(needs.kysely)
  const play = async (world: World) => {
    const budget = createBudget({ mostMs, signal })
    while ((await playStories(needs, world, budget)) > 0 && !budget.isSpent());
  }
  for (const { keyId } of rows) {
    if (signal.aborted) return
    await withWorld(needs.kysely, keyId, play, { patienceMs: 0, isUse: false }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}
