import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isAlive } from '../jobs/is-alive.ts'

type Page = { keyId: string; before?: string | undefined; limit: number }

/**
 * Jobs of a test key, the newest first. `storyPhone` is kept when the personal data of the job is removed; it is null where a
 * real person opened the draft in the app, as no story goes on there.
 */
export function listJobs(kysely: Kysely<Tables>, { keyId, before, limit }: Page) {
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
    .where('job.key_id', '=', keyId)
    .where('job.mode', '=', 'test')
    .where(isAlive)
    .orderBy('job.id', 'desc')
    .limit(limit)
  return (before === undefined ? jobs : jobs.where('job.id', '<', before)).execute()
}
