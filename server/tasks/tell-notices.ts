import type pg from 'pg'
import { jobSizes } from '#contract/vocabulary.ts'

const batch = 200

/** So many carriers hear of one job, the nearest first; the others see it in their feed. */
const mostNearby = 200

/** Notices that waited longer, while no tasks ran, are old news: told in the app, and in no push. */
const freshFor = '1 day'

/**
 * Makes pushes of notices, once: one statement takes a notice, writes a push for each device of its account that is
 * signed in, and for a job that was published a notice to each carrier nearby who could take it.
 */
export async function tellNotices({ pool }: { pool: pg.Pool }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await pool.query<{ taken: number }>(tellSql, [batch, mostNearby])
    if ((rows[0]?.taken ?? 0) < batch) return
  }
}

const sizes = `array[${jobSizes.map((size) => `'${size}'`).join(', ')}]`

/** Great-circle kilometres from a carrier's base to a job's rounded position. */
const away = `2 * 6371.0088 * asin(least(1, sqrt(
  sin(radians(job.feed_lat - c.base_lat) / 2) ^ 2
  + cos(radians(c.base_lat)) * cos(radians(job.feed_lat)) * sin(radians(job.feed_lon - c.base_lon) / 2) ^ 2)))`

const tellSql = `
  with due as (
    select id, account_id, kind, job_id, created_at > now() - interval '${freshFor}' as is_fresh from notice
    where told_at is null order by id limit $1 for update skip locked
  ), told as (
    update notice set told_at = now() from due where notice.id = due.id
  ), pushed as (
    insert into push (id, subscription_id, notice_id)
    select gen_random_uuid(), s.id, due.id
    from due join push_subscription s on s.account_id = due.account_id
    join session on session.id = s.session_id join account on account.id = due.account_id
    where due.is_fresh and session.ended_at is null and session.expires_at > now() and account.suspended_at is null
    on conflict do nothing
  ), nearby as (
    insert into notice (account_id, kind, job_id)
    select near.account_id, 'job_nearby', job.id
    from due join job on job.id = due.job_id
    cross join lateral (
      select c.account_id from carrier c join account a on a.id = c.account_id
      where c.status = 'approved' and a.suspended_at is null and c.account_id is distinct from job.customer_id
        and array_position(${sizes}, job.size) <= array_position(${sizes}, c.vehicle_size) and ${away} <= c.radius_km
      order by exists (select from push_subscription s where s.account_id = c.account_id) desc, ${away}, c.account_id
      limit $2) near
    where due.kind = 'job_posted' and due.is_fresh and job.status = 'posted' and job.mode = 'live'
      and job.hidden_at is null and job.feed_lat is not null
    on conflict do nothing
  )
  select count(*) as taken from due`
