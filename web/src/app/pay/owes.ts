import type { CustomerJob } from '#contract/app/job.ts'
import { readAttempt } from './attempt.ts'

/** Delivered, and nothing is held for it or taken. */
export const owes = ({ status, delivered_at, payment: { state } }: CustomerJob): boolean =>
  status === 'accepted' && delivered_at !== null && (state === 'refused' || state === 'released')

/** Also while the customer is paying it; what is asked without them stays behind the scenes. */
export function isPayingOwed(job: CustomerJob): boolean {
  const { status, delivered_at, payment } = job
  if (status !== 'accepted' || delivered_at === null) return false
  if (owes(job) || payment.state === 'action_required') return true
  return payment.state === 'pending' && readAttempt(job.job_id)?.paymentId === payment.payment_id
}
