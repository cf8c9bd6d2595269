import { acceptJob, collectJob, deliverJob, giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, openDraft, publishJob, readMyJob } from '#contract/app/customer.ts'
import {
  agreeToCustomersWindow,
  agreeToWindow,
  proposeCarriersWindow,
  proposeWindow,
  saveWishes,
} from '#contract/app/windows.ts'
import type { AppOperation, Operation } from '#contract/operation.ts'
import { createJob, type JobInput, readJob } from '#contract/partner.ts'
import { sofa } from '../support/dray.ts'
import type { SentAct } from './acts.ts'
import type { Customer } from './people.ts'
import type { PlannedOrder } from './plan.ts'
import { wishedWindows } from './window-model.ts'

/** One order at run time: what the partner and the customer send, and what they have heard of its job. */
export type OrderRun = {
  planned: PlannedOrder
  customer: Customer
  input: JobInput
  partnerHeaders: Record<string, string>
  idempotencyKey: string | null
  paymentIds: string[]
  /** The windows that customer and carriers may propose, by their numbers. */
  windows: OrderWindow[]
  carriers: { headers: Record<string, string> }[]
  jobId: string | null
  shortId: string | null
}

export type OrderWindow = { id: string; day: string }

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
    case 'wish':
      return toApp(saveWishes, params, customer.headers, { wishes: wishesOf(order) })
    case 'propose':
    case 'agree':
      return meet(order, act, params)
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

const wishesOf = ({ windows }: OrderRun) =>
  windows.slice(0, wishedWindows).map(({ day }) => ({ day, part: 'morning' }))

function meet(
  { windows, customer, carriers }: OrderRun,
  act: Extract<SentAct, { do: 'propose' | 'agree' }>,
  params: { job_id: string },
): Prepared {
  const idOf = (number: number) => windows[number]?.id ?? ''
  const isCustomers = act.by === 'customer'
  const headers = act.by === 'customer' ? customer.headers : (carriers[act.by]?.headers ?? {})
  const window_id = idOf(act.window)
  if (act.do === 'agree')
    return toApp(isCustomers ? agreeToWindow : agreeToCustomersWindow, { ...params, window_id }, headers)
  return toApp(isCustomers ? proposeWindow : proposeCarriersWindow, params, headers, {
    ...{ window_id, day: windows[act.window]?.day, from: '10:00', to: '12:00' },
    ...(act.seen !== null && { seen_id: idOf(act.seen) }),
  })
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
