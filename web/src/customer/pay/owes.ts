import type { CustomerJob } from '#contract/app/job.ts'
import { readAttempt } from './attempt.ts'

/** True if the job is delivered but has neither a hold nor a capture. */
export const owes = ({ status, delivered_at, payment: { state } }: CustomerJob): boolean =>
  status === 'accepted' && delivered_at !== null && (state === 'refused' || state === 'released')

/** Like `owes`, but also true while the customer is paying. False during an automatic retry of the server. */
export function isPayingOwed(job: CustomerJob): boolean {
  const { status, delivered_at, payment } = job
  if (status !== 'accepted' || delivered_at === null) return false
  if (owes(job) || payment.state === 'action_required') return true
  return payment.state === 'pending' && readAttempt(job.job_id)?.paymentId === payment.payment_id
}
