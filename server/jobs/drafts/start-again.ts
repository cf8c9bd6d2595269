import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { discardPhotos } from '../../photos/discard.ts'
import type { PhotoStorage } from '../../photos/storage/storage.ts'
import { copyPhotos } from '../../photos/upload.ts'
import { findSuccessorId } from '../chain.ts'
import { findCustomersJob } from '../find-job.ts'
import type { TripFees } from '../job.ts'
import { readPhotos } from '../read-photos.ts'
import { wrongState } from '../refusals.ts'
import { sameTrip } from '../same-trip.ts'
import { refuseTooManyDrafts } from './draft-limit.ts'
import { insertAppDraft } from './insert-app-draft.ts'
import { idTaken, notStarted } from './start-in-app.ts'

export type AgainNeeds = {
  kysely: Kysely<Tables>
  pool: pg.Pool
  photos: { storage: PhotoStorage }
  lifetimeSeconds: number
  collectHours: number
  tripFees: TripFees
}

export type AgainInput = {
  /** The cancelled job. */
  jobId: string
  customerId: string
  /** Id of the new draft, chosen by the client. */
  newJobId: string
}

/**
 * Creates a new draft from a cancelled job, with its price, photos and notes, in the same mode (live or test). It
 * belongs to the customer and to no partner. A repeated request finds the same draft. Refused for a job that goes on as
 * its successor (decision 65).
 *
 * @throws Problem `not_found` (404), `wrong_state` (409), `rate_limit_exceeded` (429).
 */
export async function startAgain(needs: AgainNeeds, input: AgainInput): Promise<void> {
  const { jobId, customerId, newJobId } = input
  const { kysely, pool } = needs
  const job = await findCustomersJob(kysely, { jobId, customerId })
  if (job.status !== 'cancelled') throw wrongState(job)
  if (await isStarted(kysely, input)) return
  if (await findSuccessorId(kysely, jobId)) throw goesOn
  const { customer_phone: customerPhone } = job
  if (customerPhone === null) throw dataRemoved
  await refuseTooManyDrafts(kysely, customerId)
  const photos = (await readPhotos(kysely, [jobId])).get(jobId)?.items ?? []
  const copies = await copyPhotos({ pool, storage: needs.photos.storage }, { accountId: customerId, photos })
  const names = copies.map(({ name }) => name)
  const outcome = await insertAppDraft(kysely, {
    ...sameTrip(job),
    customerPhone,
    id: newJobId,
    customerId,
    photoNames: names,
    lifetimeSeconds: needs.lifetimeSeconds,
    collectHours: needs.collectHours,
    tripFeeCents: needs.tripFees[job.size],
    reason: reasonOf(jobId),
  })
  if (outcome === 'written') return
  // The insert failed, so delete the copies now instead of keeping them for a day. The collector deletes the rest.
  await discardPhotos({ pool, storage: needs.photos.storage }, names).catch(() => {})
  if (await isStarted(kysely, input)) return
  throw notStarted[outcome]
}

const goesOn = new Problem('wrong_state', (t) => t.jobs.goesOn)

const dataRemoved = new Problem('wrong_state', (t) => t.jobs.dataDeleted)

const reasonOf = (jobId: string): string => `again after ${jobId}`

/** Whether an earlier request made the draft. @throws Problem when the id belongs to any other job. */
async function isStarted(
  kysely: Kysely<Tables>,
  { jobId, customerId, newJobId }: AgainInput,
): Promise<boolean> {
  const row = await kysely
    .selectFrom('job')
    .leftJoin('job_event', (join) =>
      join.onRef('job_event.job_id', '=', 'job.id').on('job_event.reason', '=', reasonOf(jobId)),
    )
    .select(['job.customer_id', 'job_event.id as event_id'])
    .where('job.id', '=', newJobId)
    .executeTakeFirst()
  if (!row) return false
  if (row.customer_id !== customerId || row.event_id === null) throw idTaken
  return true
}
