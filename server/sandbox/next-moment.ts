import { type Kysely, sql } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { isPayingSql } from '../jobs/is-alive.ts'
import { kindFor, type NextKind } from './next-step.ts'

/** What falls due next. `inMs` counts from the present, and is negative for what fell due already. */
export type Moment = { at: Date; inMs: number; jobId: string; kind: NextKind }

type Which = { keyId: string; jobId?: string; since?: Date }

/**
 * The earliest instant at which something happens by itself in a world, or to one of its jobs: an act of a story, or what a
 * background task does then. A term that is not listed here is still kept, at the end of the way that the clock moves.
 *
 * @param since instant of the database, by default the present. A clock gives the instant up to which the world is settled, so
 *   that it does not pass what fell due while it was settling.
 */
export async function nextMoment(
  kysely: Kysely<Tables>,
  { keyId, jobId, since }: Which,
): Promise<Moment | null> {
  // An accepted job waits for its carrier. Its hold is renewed until then, so the job would never be without a next event.
  const hasRenewals = jobId ? sql`mine.status = 'posted'` : sql`mine.status in ('posted', 'accepted')`
  const { rows } = await sql<Moment & { status: JobStatus }>`
    with mine as materialized (
      select id, status, hidden_at, expires_at, delivered_at, data_removed_at from job
      where key_id = ${keyId} and mode = 'test' and ${jobId ? sql`id = ${jobId}` : sql`true`}
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
      union all
      select b.until, b.job_id, 'end_block' from money_block b join mine on mine.id = b.job_id
      where b.lifted_at is null and b.until is not null
    )
    select at, extract(epoch from at - now())::float8 * 1000 as "inMs", job_id as "jobId", kind, mine.status
    from moments join mine on mine.id = job_id where at > ${since ?? sql`now()`} order by at, job_id limit 1`.execute(
    kysely,
  )
  const [first] = rows
  if (!first) return null
  const { status, ...moment } = first
  return { ...moment, kind: kindFor(status, moment.kind) }
}
