import { type Kysely, sql } from 'kysely'
import { stories } from '#contract/sandbox/stories.ts'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { jobsOfWorld } from '../db/worlds.ts'
import { collectBySql, isUncollectedSql } from '../jobs/collection.ts'
import { isPayingSql } from '../jobs/is-alive.ts'
import { kindFor, type NextKind } from './coming-steps.ts'
import { type JobFacts, readFacts } from './job-facts.ts'
import { nextAct } from './stories.ts'
import { inWorld, timeOf, type World } from './world.ts'

/** The next due step: `at` is on the clock of the world, `inMs` counts from it. */
export type Coming = { at: Date; inMs: number; jobId: string; kind: NextKind }

/** The jobs among which the next event is looked for. */
export type Among =
  | { jobId: string }
  /** This job, unless it is moved by hand. */
  | { storyOf: string }
  /** Every job that has a story, so not those that are moved by hand. */
  | 'stories'
  | 'all'

/**
 * The earliest automatic step of a world, or of one of its jobs: an act of a story, or the work of a task. A term that
 * is not listed here is still applied, at the end of the clock's move.
 */
export async function findComing(
  kysely: Kysely<Tables>,
  world: World,
  among: Among = 'all',
): Promise<Coming | null> {
  // An accepted job waits for its carrier. Its hold is renewed until then, which would be an endless series of steps.
  const hasRenewals =
    among === 'all' ? sql`mine.status in ('posted', 'accepted')` : sql`mine.status = 'posted'`
  const { rows } = await sql<Omit<Coming, 'inMs'> & { status: JobStatus }>`
    with mine as materialized (
      select job.id, status, hidden_at, expires_at, delivered_at, data_removed_at, aged_ms,
        case when ${sql.raw(isUncollectedSql)} and window_ends_at is not null and collect_overdue_told_at is null
          then ${sql.raw(collectBySql)} end as collect_by
      from job where ${jobsOfWorld(world)} and ${isAmong(among)}
    ), moments as (
      select story.next_at as at, story.job_id, story.next_act as kind
      from sandbox_story story join mine on mine.id = story.job_id
      where story.next_act is not null and mine.data_removed_at is null
      union all
      select job.expires_at, job.id, 'end_draft' from mine job where job.status = 'draft' and not ${sql.raw(isPayingSql)}
      union all
      select hidden_at + interval '24 hours', id, 'end_hidden' from mine
      where status = 'posted' and hidden_at is not null
      union all
      select s.due_at, s.job_id, 'text' from sms s join mine on mine.id = s.job_id
      where s.status = 'due'
      union all
      select e.due_at, p.job_id,
        case when e.kind = 'authorize' and p.status <> 'authorizing' then 'end_question' else e.kind end
      from payment_effect e join payment p on p.id = e.payment_id
        join mine on mine.id = p.job_id
      where e.status = 'due' and e.due_at < 'infinity' and p.status <> 'action_required'
      union all
      select p.abandon_at, p.job_id, 'end_confirmation' from payment p join mine on mine.id = p.job_id
      where p.status = 'action_required' and p.abandon_at is not null
      union all
      select p.hold_expires_at - interval '1 day', p.job_id, 'renew' from payment p
        join mine on mine.id = p.job_id
      where p.status = 'held' and ${hasRenewals} and mine.delivered_at is null and mine.hidden_at is null
      union all
      select p.hold_expires_at, p.job_id, 'end_hold' from payment p join mine on mine.id = p.job_id
      where p.status = 'held' and mine.status = 'posted' and mine.hidden_at is null
      union all
      select p.created_at + interval '12 hours', p.job_id, 'renew_again' from payment p
        join mine on mine.id = p.job_id
      where p.purpose = 'renewal' and p.status = 'refused' and not exists (
          select from payment later where later.job_id = p.job_id and later.created_at > p.created_at)
        and ${hasRenewals} and mine.hidden_at is null and mine.delivered_at is null
      union all ${endsOfTerms}
    )
    select at + make_interval(secs => mine.aged_ms / 1000) as at, job_id as "jobId", kind, mine.status
    from moments join mine on mine.id = job_id
    where at + make_interval(secs => mine.aged_ms / 1000) > ${timeOf(world)} order by 1, job_id limit 1`.execute(
    kysely,
  )
  const [first] = rows
  if (!first) return null
  const { status, at, jobId, kind } = first
  return { at, jobId, kind: kindFor(status, kind), inMs: at.getTime() - timeOf(world).getTime() }
}

/** The ends of the terms of people: blocked money, reports of carriers, the collection. */
const endsOfTerms = sql`
  select b.until, b.job_id, 'end_block' from money_block b join mine on mine.id = b.job_id
  where b.lifted_at is null and b.until is not null
  union all
  select r.due_at, r.job_id, 'end_report' from trip_report r join mine on mine.id = r.job_id
  where r.due_at is not null
  union all
  select collect_by, id, 'deadline' from mine where collect_by is not null
  union all
  select r.due_at, r.job_id, 'remind' from window_reminder r join mine on mine.id = r.job_id
  where mine.collect_by is not null`

function isAmong(among: Among) {
  if (among === 'all') return sql`true`
  if (among !== 'stories' && 'jobId' in among) return sql`id = ${among.jobId}`
  const isMeant = among === 'stories' ? sql`true` : sql`id = ${among.storyOf}`
  return sql`${isMeant} and exists (select from sandbox_story story where story.job_id = job.id and story.phone = any(${playedPhones}::text[]))`
}

const playedPhones = stories.filter(({ ends }) => ends !== 'as_you_leave_it').map(({ phone }) => phone)

/** The next step for partners: also an act of a job that has not been moved yet. */
export async function readComing(
  kysely: Kysely<Tables>,
  world: World,
  jobId?: string,
): Promise<Coming | null> {
  const coming = await findComing(kysely, world, jobId ? { jobId } : 'all')
  const jobs = await readFacts(kysely, world, jobId ? { jobId } : { onlyNew: true })
  const all = [...(coming ? [coming] : []), ...jobs.flatMap(actOf)]
  return all.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

function actOf(job: JobFacts): Coming[] {
  const act = nextAct(job)
  if (!act) return []
  const at = inWorld(new Date(job.createdAt.getTime() + act.at * 1_000), job.agedMs)
  return [{ at, jobId: job.jobId, kind: kindFor(job.status, act.move), inMs: (act.at - job.age) * 1_000 }]
}
