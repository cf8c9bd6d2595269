import { publishJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import type { AppOperation } from '#contract/operation.ts'
import { assertAppConforms } from '../support/app-conformance.ts'
import { assertConforms } from '../support/conformance.ts'
import type { Outcome } from './history.ts'
import type { Prepared } from './requests.ts'
import type { Reply } from './send.ts'

/** What the caller learns from a reply. A 503 may follow a commit whose confirmation was lost. */
export function outcomeOf({ operation, body: sent }: Prepared, reply: Reply): Outcome {
  if (reply.kind !== 'response')
    return reply.kind === 'lost' ? { is: 'unknown', why: reply.why } : { is: 'refused', error: 'unreached' }
  const { status, text, headers } = reply
  const body: unknown = text ? JSON.parse(text) : null
  if (status >= 500) return { is: 'unknown', why: String(status) }
  if (status >= 400) return { is: 'refused', error: errorOf(body), jobId: jobOf(headers) }
  const isPaying = operation.operationId === publishJob.operationId
  return (isPaying && unpaid(body, sent)) || { is: 'acknowledged', status, body }
}

/** The body of a taken reference has no `error`; its `Location` names the job. */
const errorOf = (body: unknown): string => (body as { error?: string } | null)?.error ?? 'duplicate_reference'

const jobOf = (headers: Headers): string | null => headers.get('location')?.split('/').at(-1) ?? null

/** For a response to `publishJob` whose job is still a draft. It may tell of a later attempt than the one of the call. */
function unpaid(body: unknown, sent: unknown): Outcome | null {
  const { status, payment } = body as CustomerJob
  if (status !== 'draft') return null
  const isOwn = payment.payment_id === (sent as { payment_id: string }).payment_id
  return isOwn && payment.state === 'refused'
    ? { is: 'refused', error: 'declined' }
    : { is: 'unknown', why: `the payment is ${payment.state}` }
}

/** @returns what is wrong with a response by the contract; null if nothing is. */
export function breachOf({ operation, path }: Prepared, reply: Reply): string | null {
  if (reply.kind !== 'response') return null
  const { status, headers, text } = reply
  if (status >= 500 && status !== 503) return `${operation.operationId} → ${status} ${text.slice(0, 300)}`
  try {
    if (path.startsWith('/v1/')) assertConforms({ method: operation.method, path, status, headers, text })
    else assertAppConforms(operation as AppOperation, { status, headers, text })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
