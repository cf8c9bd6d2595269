import type { JobRow } from './transition.ts'

/** How long customer and carrier see each other's phone, addresses and messages after the job has ended, in days. */
export const contactDays = 7

const keptMs = contactDays * 86_400_000

type Contact = Pick<JobRow, 'accepted_at' | 'completed_at' | 'cancelled_at'>

/** When the contact of customer and carrier ends; null while the job goes on. */
export function contactEndOf({ completed_at, cancelled_at }: Contact): Date | null {
  const end = completed_at ?? cancelled_at
  return end && new Date(end.getTime() + keptMs)
}

/**
 * Whether customer and carrier see each other's phone and addresses: from acceptance until seven days after the job
 * ended.
 */
export function isKnownToOther(job: Contact, now: Date): boolean {
  if (!job.accepted_at) return false
  const end = contactEndOf(job)
  return end === null || now < end
}

/**
 * Whether the customer sees who comes: face, plate and photo of the vehicle (decision 81). Unlike the phone, not of a
 * cancelled job, because the carrier does not come.
 */
export const seesCarrier = (job: Contact & Pick<JobRow, 'status'>, now: Date): boolean =>
  (job.status === 'accepted' || job.status === 'completed') && isKnownToOther(job, now)
