import { useMutation } from '@tanstack/react-query'
import { publishJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { ApiError, call } from '../../kit/api.ts'
import { readAgain } from '../../kit/query-client.ts'
import { rememberJob } from '../remember-job.ts'
import { type Attempt, forgetAttempt, readAttempt, saveAttempt } from './attempt.ts'
import { owes } from './owes.ts'

export type PaidFrom = Pick<Attempt, 'source' | 'methodId'>

/**
 * Starts a payment, or continues the one that was started with the same method and has no result yet. Opens the bank's
 * page if the bank requires a confirmation.
 */
export function usePublish(job: CustomerJob) {
  return useMutation({
    mutationFn: (way: PaidFrom) => publish(job, attemptFor(job, way)),
    onSuccess: ({ payment }) => {
      if (payment.state === 'action_required' && payment.action_url) location.assign(payment.action_url)
    },
    onError: (error) => {
      // The request was refused before a payment was tried: the next attempt is a new payment.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) forgetAttempt(job.job_id)
      if (error instanceof ApiError && [402, 404, 409].includes(error.status))
        void readAgain({ operationId: 'readMyJob' }, { operationId: 'listPaymentMethods' })
    },
  })
}

/** Requests the running payment again, after the return from the bank or a reload. */
export const useResumePayment = (job: CustomerJob) =>
  useMutation({ mutationFn: (attempt: Attempt) => publish(job, attempt) })

async function publish(
  { job_id, price: { total_cents: shown } }: CustomerJob,
  attempt: Attempt,
): Promise<CustomerJob> {
  saveAttempt(job_id, attempt)
  const { paymentId, source, methodId } = attempt
  const answered = await call(publishJob, {
    params: { job_id },
    body: {
      payment_id: paymentId,
      source,
      total_cents: shown,
      return_path: `/app/jobs/${job_id}`,
      ...(methodId && { payment_method_id: methodId }),
    },
  })
  if (answered.payment.state === 'refused') forgetAttempt(job_id)
  rememberJob(answered)
  return answered
}

function attemptFor(job: CustomerJob, way: PaidFrom): Attempt {
  const { job_id, payment } = job
  const saved = readAttempt(job_id)
  // The stored attempt of a job that owes may be the payment with which it was published.
  const isOver = owes(job) || (payment.state === 'refused' && payment.payment_id === saved?.paymentId)
  if (saved && !isOver && saved.source === way.source && saved.methodId === way.methodId) return saved
  return { paymentId: crypto.randomUUID(), ...way }
}

/** The running payment, as stored on this device, else as the server reports it; null if no payment is running. */
export function attemptInProgress({ job_id, payment }: CustomerJob): Attempt | null {
  if (payment.state !== 'pending' && payment.state !== 'action_required') return null
  const saved = readAttempt(job_id)
  if (saved && saved.paymentId === payment.payment_id) return saved
  return payment.payment_id
    ? { paymentId: payment.payment_id, source: payment.source ?? 'card', methodId: null }
    : null
}
