import { type Kysely, type Selectable, sql } from 'kysely'
import { maxProposals } from '#contract/app/time.ts'
import type { Tables } from '../../db/tables.ts'
import { zoneOf } from '../../lib/place-zone.ts'
import type { JobRow } from '../transition.ts'

export type WishRow = Selectable<Tables['job_wish']>
export type WindowRow = Selectable<Tables['job_window']>
export type Side = WindowRow['proposed_by']

/** The time of the collection of a job, as one side sees it. */
export type JobTime = {
  timeZone: string
  wishes: WishRow[]
  agreed: WindowRow | null
  /** Only while the other side can still agree. */
  proposed: WindowRow | null
  mayPropose: boolean
  proposalsLeft: number
}

/** Most windows of a job with one carrier: no agreement lets two people go on without end. */
export const maxWindows = 20

export async function readTime(kysely: Kysely<Tables>, job: JobRow, side: Side): Promise<JobTime> {
  const [wishes, windows] = await Promise.all([readWishes(kysely, job.id), readWindows(kysely, job)])
  const isOpen = mayAgree(job)
  const proposalsLeft = isOpen ? leftOf(windows, side) : 0
  return {
    timeZone: zoneOf(job.pickup),
    wishes,
    agreed: windows.find(({ status }) => status === 'agreed') ?? null,
    proposed: (isOpen && windows.find(({ status }) => status === 'proposed')) || null,
    mayPropose: proposalsLeft > 0,
    proposalsLeft,
  }
}

/** A row of `job_wish` is not over. */
const isWishAheadSql = 'job_wish.ends_at > now()'

/**
 * The wishes of a row of `job` allow a day; a job without a wish allows every day. A scalar sub-select, as in
 * `isHeldSql`.
 *
 * @param day SQL: a parameter.
 */
export const suitsDaySql = (day: string) => `coalesce((
  select bool_or(job_wish.day = ${day}) from job_wish where job_wish.job_id = job.id and ${isWishAheadSql}), true)`

/** Whether its two sides can still agree on a time. */
export const mayAgree = ({ status, collected_at }: Pick<JobRow, 'status' | 'collected_at'>): boolean =>
  status === 'accepted' && collected_at === null

export const readWishes = (kysely: Kysely<Tables>, jobId: string): Promise<WishRow[]> =>
  kysely.selectFrom('job_wish').selectAll().where('job_id', '=', jobId).orderBy('position').execute()

/** The wishes of these jobs that can still be kept. */
export const readWishesAhead = (kysely: Kysely<Tables>, jobIds: readonly string[]): Promise<WishRow[]> =>
  kysely
    .selectFrom('job_wish')
    .selectAll()
    .where(sql<boolean>`job_id = any(${jobIds}::uuid[]) and ${sql.raw(isWishAheadSql)}`)
    .orderBy('position')
    .execute()

/**
 * The windows since the present carrier has the job, whom staff may have moved it back to. The caller must hold the
 * job's lock to act on them.
 */
export const readWindows = (
  kysely: Kysely<Tables>,
  { id, carrier_id, accepted_at }: Pick<JobRow, 'id' | 'carrier_id' | 'accepted_at'>,
): Promise<WindowRow[]> =>
  kysely
    .selectFrom('job_window')
    .selectAll()
    .where('job_id', '=', id)
    .where(sql<boolean>`carrier_id = ${carrier_id}::uuid and created_at >= ${accepted_at}::timestamptz`)
    .where('status', '<>', 'ended')
    .orderBy('created_at')
    .execute()

/** How many proposals a side has left until the next agreement. */
export function leftOf(windows: readonly WindowRow[], side: Side): number {
  const since = windows.find(({ status }) => status === 'agreed')?.agreed_at ?? null
  const own = windows.filter(
    ({ proposed_by, created_at, status }) =>
      proposed_by === side && status !== 'agreed' && (since === null || created_at >= since),
  )
  return Math.max(0, Math.min(maxProposals - own.length, maxWindows - windows.length))
}

/** The time of the collection in a list of jobs. */
export type ListedTime = {
  timeZone: string
  agreed: { starts_at: Date; ends_at: Date } | null
  /** The first wish that is not over, until a carrier accepts. */
  wish: WishRow | null
  /** A carrier has accepted, a time was wished or is proposed, and none is agreed. */
  isDiscussed: boolean
}

/** The times of a page of jobs, by job: of those that are not collected and have not ended. */
export async function readListedTimes(
  kysely: Kysely<Tables>,
  jobs: readonly JobRow[],
): Promise<Map<string, ListedTime>> {
  const waiting = jobs.filter(isBeforeCollection)
  const ids = waiting.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const [wishes, proposed] = await Promise.all([readWishesAhead(kysely, ids), readProposed(kysely, ids)])
  return new Map(
    waiting.map((job) => {
      const { id, pickup, status, window_starts_at: starts_at, window_ends_at: ends_at } = job
      const wish = wishes.find(({ job_id }) => job_id === id) ?? null
      const agreed = starts_at && ends_at ? { starts_at, ends_at } : null
      const isAccepted = status === 'accepted'
      const isDiscussed = isAccepted && !agreed && (wish !== null || proposed.has(id))
      return [id, { timeZone: zoneOf(pickup), agreed, wish: isAccepted ? null : wish, isDiscussed }]
    }),
  )
}

const isBeforeCollection = ({ status, collected_at }: JobRow): boolean =>
  status !== 'completed' && status !== 'cancelled' && collected_at === null

async function readProposed(kysely: Kysely<Tables>, jobIds: readonly string[]): Promise<Set<string>> {
  const rows = await kysely
    .selectFrom('job_window')
    .select('job_id')
    .where('job_id', 'in', jobIds)
    .where('status', '=', 'proposed')
    .execute()
  return new Set(rows.map(({ job_id }) => job_id))
}
