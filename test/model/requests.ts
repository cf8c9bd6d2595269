import { acceptJob, collectJob, deliverJob, giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, openDraft, publishJob, readMyJob } from '#contract/app/customer.ts'
import type { AppOperation, Operation } from '#contract/operation.ts'
import { createJob, type JobInput, readJob } from '#contract/partner.ts'
import { sofa } from '../support/dray.ts'
import type { SentAct } from './acts.ts'
import type { Customer } from './people.ts'
import type { PlannedOrder } from './plan.ts'

/** One order at run time: what the partner and the customer send, and what they have heard of its job. */
export type OrderRun = {
  planned: PlannedOrder
  customer: Customer
  input: JobInput
  partnerHeaders: Record<string, string>
  idempotencyKey: string | null
  paymentIds: string[]
  carriers: { headers: Record<string, string> }[]
  jobId: string | null
  shortId: string | null
}

export type Prepared = {
  operation: Operation
  path: string
  headers: Record<string, string>
  body?: unknown
}

/** @returns null while the caller knows of no job. */
export function requestOf(order: OrderRun, act: SentAct): Prepared | null {
  const { customer, jobId, shortId } = order
  if (act.do === 'create') return create(order)
  if (act.do === 'open') return shortId ? toApp(openDraft, { short_id: shortId }, customer.headers) : null
  if (!jobId) return null
  const params = { job_id: jobId }
  switch (act.do) {
    case 'read':
      return { operation: readJob, path: `/v1/jobs/${jobId}`, headers: order.partnerHeaders }
    case 'readMine':
      return toApp(readMyJob, params, customer.headers)
    case 'cancel':
      return toApp(cancelMyJob, params, customer.headers, { fee_cents: 0 })
    case 'notes':
      return toApp(changeNotes, params, customer.headers, { notes: act.text })
    case 'publish':
      return toApp(publishJob, params, customer.headers, {
        payment_id: order.paymentIds[act.payment],
        source: 'card',
        payment_method_id: customer.cards[act.payment],
      })
    default:
      return toApp(byCarrier[act.do], params, order.carriers[act.carrier]?.headers ?? {}, bodies[act.do])
  }
}

function create({ input, partnerHeaders, idempotencyKey }: OrderRun): Prepared {
  const key = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}
  return { operation: createJob, path: createJob.url, headers: { ...partnerHeaders, ...key }, body: input }
}

const byCarrier = {
  accept: acceptJob,
  collect: collectJob,
  deliver: deliverJob,
  giveBack: giveBackJob,
  readTheirs: readCarrierJob,
}
const bodies = { accept: undefined, collect: {}, deliver: {}, giveBack: {}, readTheirs: undefined }

function toApp(
  operation: AppOperation,
  params: Record<string, string>,
  headers: Record<string, string>,
  body?: unknown,
): Prepared {
  const path = operation.url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  return { operation, path, headers, ...(body !== undefined && { body }) }
}

export const inputOf = (
  { title, size, hasPhoto }: PlannedOrder,
  { phone, reference, photo }: { phone: string; reference: string | null; photo: string },
): JobInput => ({
  ...sofa,
  title,
  size,
  customer_phone: phone,
  ...(reference && { external_reference: reference }),
  ...(hasPhoto && { photos: [photo] }),
})
