import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isAlive } from '../is-alive.ts'
import { type JobPhoto, readPhotos } from '../read-photos.ts'
import type { JobRow } from '../transition.ts'

export type ListedJob = { job: JobRow; photo: JobPhoto | null }
export type ListedJobs = { jobs: ListedJob[]; next: string | null }

const pageSize = 20

/**
 * A customer's jobs, the newest first. `before` is the last id of the previous page; an id of another customer's job
 * returns an empty list.
 */
export const listCustomersJobs = (
  kysely: Kysely<Tables>,
  { customerId, before }: { customerId: string; before: string | undefined },
): Promise<ListedJobs> =>
  list(kysely, {
    mine: sql`job.customer_id = ${customerId}`,
    shown: isAlive,
    order: 'created_at',
    before,
  })

/** The jobs a carrier has accepted, the newest first; `active` means not completed or cancelled. */
export const listCarriersJobs = (
  kysely: Kysely<Tables>,
  { carrierId, state, before }: { carrierId: string; state: 'active' | 'done'; before: string | undefined },
): Promise<ListedJobs> => {
  const isDone = state === 'done'
  return list(kysely, {
    mine: sql`job.carrier_id = ${carrierId}`,
    shown: sql`(job.status in ('completed', 'cancelled')) = ${isDone}`,
    order: 'accepted_at',
    before,
  })
}

type Condition = ReturnType<typeof sql<SqlBool>>
type Page = {
  mine: Condition
  shown: Condition
  order: 'created_at' | 'accepted_at'
  before: string | undefined
}

/** Sorted by time, because a job's id may come from the client; the id only breaks ties. */
async function list(kysely: Kysely<Tables>, { mine, shown, order, before }: Page): Promise<ListedJobs> {
  const at = sql.ref(`job.${order}`)
  const rows = await kysely
    .selectFrom('job')
    .selectAll()
    .where(mine)
    .where(shown)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(${at}, job.id) < (select ${at}, job.id from job where job.id = ${before} and ${mine})`,
      ),
    )
    .orderBy(at, 'desc')
    .orderBy('job.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const jobs = rows.slice(0, pageSize)
  const photos = await readPhotos(
    kysely,
    jobs.map(({ id }) => id),
  )
  return {
    jobs: jobs.map((job) => ({ job, photo: photos.get(job.id)?.items[0] ?? null })),
    next: rows.length > pageSize ? (jobs.at(-1)?.id ?? null) : null,
  }
}
