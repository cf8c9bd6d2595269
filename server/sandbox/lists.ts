import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { jobsOfWorld, type WorldName } from '../db/worlds.ts'
import { isAlive } from '../jobs/is-alive.ts'
import { shownStatus } from '../sms/shown-status.ts'

type Page = { before?: string | undefined; limit: number }

/**
 * Jobs of a world, newest first. `storyPhone` is kept when the personal data of the job is removed; it is null if a
 * real person opened the draft in the app, because the story then stops.
 */
export function listJobs(kysely: Kysely<Tables>, world: WorldName, { before, limit }: Page) {
  const jobs = kysely
    .selectFrom('job')
    .leftJoin('sandbox_story as story', 'story.job_id', 'job.id')
    .leftJoin('account as customer', 'customer.id', 'job.customer_id')
    .select(['job.id as jobId', 'external_reference as externalReference', 'title', 'job.status'])
    .select([
      'aged_ms as agedMs',
      'job.created_at as createdAt',
      sql<string | null>`case when customer.id is null or customer.sandbox_key_id = job.key_id
        then coalesce(story.phone, job.customer_phone) end`.as('storyPhone'),
    ])
    .where(jobsOfWorld(world))
    .where(isAlive)
    .orderBy('job.id', 'desc')
    .limit(limit)
  return (before === undefined ? jobs : jobs.where('job.id', '<', before)).execute()
}

/**
 * The newest texts about the jobs of a world, or about one of them. Excludes codes of real sign-ins, which have no job.
 */
export function listTexts(kysely: Kysely<Tables>, world: WorldName, jobId: string | undefined) {
  return kysely
    .selectFrom('sms')
    .innerJoin('job', 'job.id', 'sms.job_id')
    .select(['sms.job_id as jobId', 'to_phone as to', 'kind', 'body', 'sms.created_at as createdAt'])
    .select([shownStatus.as('status'), 'job.aged_ms as agedMs'])
    .select(sql<string | null>`substring(body from 'https?://[^[:space:]]+')`.as('link'))
    .select(sql<string | null>`case kind when 'code' then substring(body from '[0-9]{6}$') end`.as('code'))
    .where(jobsOfWorld(world))
    .$if(jobId !== undefined, (query) => query.where('job.id', '=', jobId ?? ''))
    .orderBy('sms.created_at', 'desc')
    .orderBy('sms.id', 'desc')
    .limit(100)
    .execute()
}
