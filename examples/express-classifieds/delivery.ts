import type { EstimateInput, JobInput } from '@dray/sdk'
import { Dray, DuplicateReferenceError, GeocodingError, NotFoundError, ValidationError } from '@dray/sdk'
import { changeOrder, type Order } from './orders.ts'

export type Item = Pick<Required<JobInput>, 'title' | 'description' | 'size' | 'pickup'> & { id: string }
export type Form = Record<'address' | 'floor' | 'elevator' | 'phone', string>

const { DRAY_URL: baseUrl = 'http://127.0.0.1:8080', DRAY_API_KEY: apiKey = '', SITE_URL } = process.env
const dray = new Dray({ apiKey, baseUrl, language: 'en', timeoutMs: 10_000 })
/** A person waits, so a call and its retries end after 20 seconds. */
const limited = () => ({ signal: AbortSignal.timeout(20_000) })

const tripOf = ({ size, pickup }: Item, { address, floor, elevator }: Form): EstimateInput => ({
  size,
  pickup,
  dropoff: { address, has_elevator: elevator !== '', ...(floor && { floor: Number(floor) }) },
})

export const estimate = (item: Item, form: Form) => dray.estimate(tripOf(item, form), limited())

export const jobOf = (item: Item, form: Form, external_reference: string): JobInput => ({
  ...tripOf(item, form),
  external_reference,
  title: item.title,
  description: item.description,
  customer_phone: form.phone.replaceAll(/[^+\d]/g, ''),
  // Dray downloads them, so it has to reach this site.
  photos: SITE_URL ? [`${SITE_URL}/${item.id}.webp`] : [],
})

/** Sends the order while it has no answer, then reads its status: every five minutes at most, as Dray asks. */
export async function refresh(order: Order): Promise<Order> {
  const isNew = order.status === 'placing'
  const isDue = Date.now() >= order.checked_at + (isNew ? 60_000 : 300_000)
  if (!isDue || ended.includes(order.status)) return order
  const change = await (isNew ? create(order) : read(JSON.parse(order.answer).job_id)).catch(changeAfter)
  return changeOrder({ ...order, ...change }, order.status)
}

const ended: Order['status'][] = ['refused', 'completed', 'cancelled', 'gone']
const read = async (jobId: string) => ({ status: (await dray.getJob(jobId, limited())).status })

async function create({ id, job }: Order): Promise<Partial<Order>> {
  const created = await dray.createJob(JSON.parse(job) as JobInput, { ...limited(), idempotencyKey: id })
  return { status: created.status, answer: JSON.stringify(created) }
}

function changeAfter(error: unknown): Partial<Order> {
  // The answer of an earlier call was lost, and Dray forgets an idempotency key after 24 hours.
  if (error instanceof DuplicateReferenceError)
    return { status: 'draft', answer: JSON.stringify({ job_id: error.jobId, sms_status: 'sent' }) }
  if (error instanceof NotFoundError) return { status: 'gone' }
  const reasons = reasonsOf(error)
  // Other errors may pass: the order stays as it is, and Dray is asked again.
  return reasons['service'] ? {} : { status: 'refused', answer: JSON.stringify(reasons) }
}

/** By field of the API; `service` is what the buyer cannot correct. */
export function reasonsOf(error: unknown): Record<string, string> {
  if (error instanceof ValidationError || error instanceof GeocodingError) return error.details
  console.error('Dray:', String(error))
  return { service: 'The delivery service does not answer. Nothing was ordered: try again in a minute.' }
}
