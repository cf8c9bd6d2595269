import { type Kysely, type SqlBool, sql } from 'kysely'
import type { ListState } from '#contract/app/customer.ts'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { readUnread } from '../conversation/read-threads.ts'
import type { Side } from '../conversation/threads.ts'
import { isAlive } from '../is-alive.ts'
import { type JobPhoto, readPhotos } from '../read-photos.ts'
import type { JobRow } from '../transition.ts'
import { type ListedTime, readListedTimes } from '../windows/read-time.ts'

export type ListedJob = { job: JobRow; photo: JobPhoto | null; unread: number; time: ListedTime | null }
export type ListedJobs = { jobs: ListedJob[]; next: string | null }

const pageSize = 20

type CustomersPage = { customerId: string; state: ListState | undefined; before: string | undefined }

/**
 * A customer's jobs, the newest first, all or those in a state. `before` is the last id of the previous page; an id of
 * another customer's job returns an empty list.
 */
export const listCustomersJobs = (
  kysely: Kysely<Tables>,
  { customerId, state, before }: CustomersPage,
): Promise<ListedJobs> =>
  list(kysely, {
    side: 'customer',
    mine: sql`job.customer_id = ${customerId}`,
    shown: state ? sql`(job.status = any(${[...statusesOf[state]]}) and ${isAlive})` : isAlive,
    order: 'created_at',
    before,
  })

const statusesOf = {
  draft: ['draft'],
  active: ['posted', 'accepted'],
  done: ['completed', 'cancelled'],
} as const satisfies Record<ListState, readonly JobStatus[]>

/** The jobs a carrier has accepted, the newest first; `active` means not completed or cancelled. */
export const listCarriersJobs = (
  kysely: Kysely<Tables>,
  { carrierId, state, before }: { carrierId: string; state: 'active' | 'done'; before: string | undefined },
): Promise<ListedJobs> => {
  const isDone = state === 'done'
  return list(kysely, {
    side: 'carrier',
    mine: sql`job.carrier_id = ${carrierId}`,
    shown: sql`(job.status in ('completed', 'cancelled')) = ${isDone}`,
    order: 'accepted_at',
    before,
  })
}

type Condition = ReturnType<typeof sql<SqlBool>>
type Page = {
  side: Side
  mine: Condition
  shown: Condition
  order: 'created_at' | 'accepted_at'
  before: string | undefined
}

/** Sorted by time, because a job's id may come from the client; the id only breaks ties. */
async function list(kysely: Kysely<Tables>, { side, mine, shown, order, before }: Page): Promise<ListedJobs> {
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
  const unread = await readUnread(kysely, jobs, side)
  const times = await readListedTimes(kysely, jobs)
  return {
    jobs: jobs.map((job) => ({
      job,
      photo: photos.get(job.id)?.items[0] ?? null,
      unread: unread.get(job.id) ?? 0,
      time: times.get(job.id) ?? null,
    })),
    next: rows.length > pageSize ? (jobs.at(-1)?.id ?? null) : null,
  }
}
