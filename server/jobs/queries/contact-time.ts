import type { JobRow } from '../transition.ts'

const keptMs = 7 * 86_400_000

/**
 * Whether customer and carrier see each other's phone and addresses: from acceptance until seven days after the job
 * ended.
 */
export function isKnownToOther(
  job: Pick<JobRow, 'accepted_at' | 'completed_at' | 'cancelled_at'>,
  now: Date,
): boolean {
  if (!job.accepted_at) return false
  const end = job.completed_at ?? job.cancelled_at
  return end === null || now.getTime() < end.getTime() + keptMs
}
