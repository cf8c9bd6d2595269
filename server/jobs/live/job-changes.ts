import type pg from 'pg'
import type { JobSize } from '#contract/vocabulary.ts'
import { isInList } from '../../db/kept-plan.ts'

/** A change of a job, with the data to find its subscribers; `id` is null when no event was written for it. */
export type JobChange = {
  id: number | null
  jobId: string
  customerId: string | null
  carrierId: string | null
  /** The carrier that the job was taken from by this change. */
  formerCarrierId: string | null
  /** Whether the job entered the feed, left it, or changed there. */
  inFeed: boolean
  size: JobSize
  lat: number | null
  lon: number | null
}

const columns = `job.id as "jobId", job.customer_id as "customerId", job.carrier_id as "carrierId", job.size,
  job.feed_lat as lat, job.feed_lon as lon`

const ofEvent = `e.id, e.former_carrier_id as "formerCarrierId", job.mode = 'live' and (e.to_status = 'posted' or e.from_status = 'posted') as "inFeed"`

/** The creation of a draft concerns no subscriber yet. */
const isNews = `(e.from_status is not null or e.to_status is distinct from 'draft')`

export async function readEvents(pool: pg.Pool, ids: readonly number[]): Promise<JobChange[]> {
  const { rows } = await pool.query<JobChange>({
    name: 'live-events',
    text: `select ${columns}, ${ofEvent} from job_event e join job on job.id = e.job_id
           where e.id = any($1::bigint[]) order by e.id`,
    values: [ids],
  })
  return rows
}

/** Events with an id above `after`, the oldest first. */
export async function readEventsAfter(
  pool: pg.Pool,
  { after, limit }: { after: number; limit: number },
): Promise<JobChange[]> {
  const { rows } = await pool.query<JobChange>({
    name: 'live-events-after',
    text: `select ${columns}, ${ofEvent} from job_event e join job on job.id = e.job_id
           where e.id > $1 and ${isNews} order by e.id limit $2`,
    values: [after, limit],
  })
  return rows
}

/** Job changes without an event: changes of a payment. */
export async function readJobs(pool: pg.Pool, ids: readonly string[]): Promise<JobChange[]> {
  const { rows } = await pool.query<JobChange>({
    name: 'live-jobs',
    text: `select ${columns}, null::bigint as id, null::uuid as "formerCarrierId", false as "inFeed" from job
           where ${isInList('id', '$1', 'uuid')}`,
    values: [ids],
  })
  return rows
}

export async function newestEvent(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select coalesce(max(id), 0) as id from job_event')
  return rows[0]?.id ?? 0
}
