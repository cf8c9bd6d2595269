import type pg from 'pg'
import type { JobSize } from '#contract/vocabulary.ts'

/** Something that happened to a job, with who may care; `id` is null when no event was written for it. */
export type Happening = {
  id: number | null
  jobId: string
  customerId: string | null
  carrierId: string | null
  /** Whether it came into the feed, left it, or changed there. */
  inFeed: boolean
  size: JobSize
  lat: number | null
  lon: number | null
}

const columns = `job.id as "jobId", job.customer_id as "customerId", job.carrier_id as "carrierId", job.size,
  job.feed_lat as lat, job.feed_lon as lon`

const inFeed = `job.mode = 'live' and (e.to_status = 'posted' or e.from_status = 'posted') as "inFeed"`

/** A draft that is made is nobody's news yet. */
const isNews = `(e.from_status is not null or e.to_status is distinct from 'draft')`

export async function readEvents(pool: pg.Pool, ids: readonly number[]): Promise<Happening[]> {
  const { rows } = await pool.query<Happening>({
    name: 'live-events',
    text: `select e.id, ${columns}, ${inFeed} from job_event e join job on job.id = e.job_id
           where e.id = any($1::bigint[]) order by e.id`,
    values: [ids],
  })
  return rows
}

/** Events after one, oldest first. */
export async function readEventsAfter(
  pool: pg.Pool,
  { after, limit }: { after: number; limit: number },
): Promise<Happening[]> {
  const { rows } = await pool.query<Happening>({
    name: 'live-events-after',
    text: `select e.id, ${columns}, ${inFeed} from job_event e join job on job.id = e.job_id
           where e.id > $1 and ${isNews} order by e.id limit $2`,
    values: [after, limit],
  })
  return rows
}

/** Of a change without an event: its payment's. */
export async function readJobs(pool: pg.Pool, ids: readonly string[]): Promise<Happening[]> {
  const { rows } = await pool.query<Happening>({
    name: 'live-jobs',
    text: `select null::bigint as id, ${columns}, false as "inFeed" from job where id = any($1)`,
    values: [ids],
  })
  return rows
}

export async function newestEvent(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select coalesce(max(id), 0) as id from job_event')
  return rows[0]?.id ?? 0
}
