import { sql } from 'kysely'

/**
 * The events of jobs, as a table to select from: the rows of `job_event`, and the creation of partners' jobs, which is
 * read from the job itself, so a create inserts no row for it (decision 43). Drafts of earlier versions have that row.
 * Sorted by `id`, a creation is the first.
 */
export const jobLogSql = `(
  select id, job_id, at, actor, actor_id, from_status, to_status, reason from job_event
  union all
  select 0, job.id, job.created_at, 'partner', job.key_id, null, 'draft', 'created' from job
  where job.origin = 'partner' and not exists (
    select from job_event e
    where e.job_id = job.id and e.actor = 'partner' and e.from_status is null and e.to_status = 'draft'))`

export const jobLog = sql.raw(jobLogSql)
