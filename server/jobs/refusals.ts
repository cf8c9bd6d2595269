import { Problem } from '../lib/problem.ts'
import type { Text } from '../texts/index.ts'
import type { JobRow } from './transition.ts'

type Happened = Pick<JobRow, 'status' | 'cancelled_by' | 'collected_at' | 'delivered_at'> & {
  /** Of `find-job.ts`. */
  isTripEnded?: boolean
}

/** One error for jobs that do not exist, belong to another account or have expired, to avoid revealing which. */
export const unknownJob = new Problem('not_found', (t) => t.jobs.unknown)

/** The act does not fit the job's state; the message names the present state, which the caller did not know. */
export const wrongState = (job: Happened): Problem => new Problem('wrong_state', whatHappened(job))

function whatHappened(job: Happened): Text {
  const { status, cancelled_by, collected_at, delivered_at } = job
  if (status === 'cancelled' && job.isTripEnded) return (t) => t.jobs.tripEnded
  if (status === 'cancelled') return (t) => t.jobs.cancelledBy[cancelled_by ?? 'system']
  if (status === 'accepted' && delivered_at) return (t) => t.jobs.is.delivered
  if (status === 'accepted' && collected_at) return (t) => t.jobs.is.collected
  return (t) => t.jobs.is[status]
}

export const alreadyTaken = new Problem('already_taken', (t) => t.jobs.taken)

/** @param field the request field that named the photo. */
export const unusableUpload = (field: 'photo_id' | 'photo_ids') =>
  new Problem('validation_error', (t) => t.jobs.photoUnusable, {
    details: {
      [field]: (t) => t.fields.unusableUpload,
    },
  })

/** Uploads that no job uses are deleted after a day. */
export const tooManyPhotos = new Problem('rate_limit_exceeded', (t) => t.jobs.tooManyPhotos, {
  retryAfterSeconds: 3_600,
})
