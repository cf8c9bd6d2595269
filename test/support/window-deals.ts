import { readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import {
  agreeToCustomersWindow,
  agreeToWindow,
  proposeCarriersWindow,
  proposeWindow,
  saveWishes,
  type WindowInput,
} from '#contract/app/windows.ts'
import type { Deal } from './deals.ts'
import type { TestDray } from './dray.ts'
import { windowBody } from './window-times.ts'

type Sides = Pick<Deal, 'customer' | 'carrier' | 'params'> & Partial<Deal>

/** The id that both sides see last. */
export async function seenIn({ customer, params }: Sides): Promise<string | undefined> {
  const { time } = await customer.ok(readMyJob, { params })
  return (time.proposed ?? time.agreed)?.window_id
}

const saw = async (deal: Sides) => {
  const seen_id = await seenIn(deal)
  return seen_id ? { seen_id } : {}
}

export async function proposedBy(side: 'customer' | 'carrier', deal: Sides, more: Partial<WindowInput> = {}) {
  const body = windowBody({ ...(await saw(deal)), ...more })
  if (side === 'customer') await deal.customer.ok(proposeWindow, { params: deal.params, body })
  else await deal.carrier.ok(proposeCarriersWindow, { params: deal.params, body })
  return body
}

export const agreedBy = (side: 'customer' | 'carrier', deal: Sides, window_id: string) => {
  const params = { ...deal.params, window_id }
  return side === 'customer'
    ? deal.customer.ok(agreeToWindow, { params })
    : deal.carrier.ok(agreeToCustomersWindow, { params })
}

/** The carrier proposes, the customer agrees. @returns the id of the agreed window. */
export async function agreedWindow(deal: Sides, more: Partial<WindowInput> = {}): Promise<string> {
  const { window_id } = await proposedBy('carrier', deal, more)
  await agreedBy('customer', deal, window_id)
  return window_id
}

export const timeSeenBy = async (side: 'customer' | 'carrier', { customer, carrier, params }: Deal) =>
  (side === 'customer'
    ? await customer.ok(readMyJob, { params })
    : await carrier.ok(readCarrierJob, { params })
  ).time

export const wished = (
  { customer, params }: Pick<Deal, 'customer' | 'params'>,
  wishes: { day: string; part: 'morning' | 'afternoon' | 'evening' }[],
) => customer.ok(saveWishes, { params, body: { wishes } })

/** Moves the windows of a job, so that the last one ends this many seconds from now. */
export async function letEndIn({ db }: TestDray, { job_id }: Deal, seconds: number): Promise<void> {
  const by = `(select max(ends_at) from job_window where job_id = $1) - now() - make_interval(secs => $2)`
  await db.pool.query(
    `with moved as (select ${by} as by), windows as (
       update job_window set starts_at = starts_at - by, ends_at = ends_at - by,
         created_at = created_at - interval '1 hour', agreed_at = agreed_at - interval '1 hour'
       from moved where job_id = $1
     ), reminders as (
       update window_reminder set due_at = due_at - by from moved where job_id = $1
     )
     update job set window_starts_at = window_starts_at - by, window_ends_at = window_ends_at - by,
       accepted_at = accepted_at - interval '1 hour' from moved where id = $1`,
    [job_id, seconds],
  )
}

export async function remindersOf({ db }: TestDray, { job_id }: Pick<Deal, 'job_id'>): Promise<string[]> {
  const { rows } = await db.pool.query<{ lead: string }>(
    'select lead from window_reminder where job_id = $1 order by lead',
    [job_id],
  )
  return rows.map(({ lead }) => lead)
}
