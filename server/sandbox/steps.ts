import { type Kysely, sql } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { jobLog } from '../jobs/job-log.ts'
import type { World } from './world.ts'

/** What happened to a job. `at` is the clock of the database; `agedMs` brings it to that of the world. */
export type Step = {
  at: Date
  jobId: string
  actor: string
  what: string
  status: JobStatus | null
  createdAt: Date
  agedMs: number
}

type Which = { jobId?: string; since?: Date }

/** What happened in a world, the oldest first; to one job, or since an instant of the database's clock. */
export async function readSteps(
  kysely: Kysely<Tables>,
  { keyId }: Pick<World, 'keyId'>,
  { jobId, since }: Which,
): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with mine as materialized (
      select id, created_at, aged_ms, link_opened_at from job
      where key_id = ${keyId} and mode = 'test' and ${jobId ? sql`id = ${jobId}` : sql`true`}
    )
    select told.at, mine.id as "jobId", told.actor, told.what, coalesce(told.status, ${statusAt}, 'draft') as status,
      mine.created_at as "createdAt", mine.aged_ms as "agedMs"
    from mine cross join lateral (
      select e.at, 1 as place, e.id, e.actor, case e.reason when 'opened' then 'signed in' else e.reason end as what,
        e.to_status as status
      from ${jobLog} e where e.job_id = mine.id
      union all
      select mine.link_opened_at, 0, 0, 'customer', 'opened the link', 'draft' where mine.link_opened_at is not null
      union all
      select e.settled_at, 2, 0, 'system', ${effectWords}, null
      from payment_effect e join payment p on p.id = e.payment_id
      where p.job_id = mine.id and e.settled_at is not null
      union all
      select coalesce(s.sent_at, s.created_at), 3, 0, 'system', s.kind || ' text ' || s.status, null
      from sms s where s.job_id = mine.id and s.kind = 'draft' and s.status in ('sent', 'failed')
    ) told
    where ${since ? sql`told.at >= ${since}` : sql`true`}
    order by told.at, told.place, told.id`.execute(kysely)
  return rows
}

/** The status that the job had then, for what changes none. */
const statusAt = sql`(
  select e.to_status from ${jobLog} e where e.job_id = mine.id and e.to_status is not null and e.at <= told.at
  order by e.at desc, e.id desc limit 1)`

const effectWords = sql`
  case e.kind when 'authorize' then 'hold' when 'void' then 'release' when 'transfer' then 'payout' else e.kind end
  || case when e.status = 'refused' or (e.kind = 'authorize' and p.status = 'refused') then ' refused' else ' done' end`

/** The instant on the clock of the world, and whole seconds since the creation of the job. */
export const shownStep = ({ at, jobId, actor, what, status, createdAt, agedMs }: Step) => ({
  at: inWorld(at, agedMs).toISOString(),
  after_seconds: Math.max(0, Math.floor((at.getTime() - createdAt.getTime()) / 1_000)),
  job_id: jobId,
  actor,
  what,
  status,
})

/** An instant of a row, on the clock of its world. */
export const inWorld = (at: Date, agedMs: number): Date => new Date(at.getTime() + agedMs)
