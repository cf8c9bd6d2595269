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
 * Makes every act of the stories of a world that is due, and notes when each story goes on. The caller holds the lease of the world.
 *
 * @returns the number of acts, at most as many as the budget has.
 */
export async function playStories(needs: MoveNeeds, world: World, budget: Budget): Promise<number> {
  const jobs = await readFacts(needs.kysely, { keyId: world.keyId, onlyStories: true })
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
  const after = played === 0 ? jobs : await readFacts(needs.kysely, { keyId: world.keyId, onlyStories: true })
  await noteNext(needs.kysely, after)
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
      seconds: act ? act.at - job.age : job.isPaying ? soonSeconds : laterSeconds,
    }
  })
  await sql`
    with noted as (
      select * from json_to_recordset(${JSON.stringify(notes)}::json)
        as (job_id uuid, is_over boolean, act text, seconds float8)
    )
    update sandbox_story story set next_act = noted.act,
      next_at = case when noted.is_over then null else now() + make_interval(secs => noted.seconds) end
    from noted where story.job_id = noted.job_id`.execute(kysely)
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
  const play = (world: World) => playStories(needs, world, createBudget({ mostMs, signal }))
  for (const { keyId } of rows) {
    if (signal.aborted) return
    await withWorld(needs.kysely, keyId, play, { patienceMs: 0, isUse: false }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}
