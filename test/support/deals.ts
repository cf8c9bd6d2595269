import assert from 'node:assert/strict'
import sharp from 'sharp'
import { acceptJob, collectJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob, reportProblem, uploadPhoto } from '#contract/app/customer.ts'
import type { TestCardBehaviour } from '#contract/app/test-cards.ts'
import type { JobSize } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import type { TestDray } from './dray.ts'
import type { Market } from './market.ts'
import { passTime } from './pass-time.ts'
import { payByCard, readyPayouts } from './paying.ts'
import type { Person } from './person.ts'
import { settleMoney } from './run-money-tasks.ts'

/** A paid job with its two sides. */
export type Deal = {
  customer: Person
  carrier: Person
  job_id: string
  params: { job_id: string }
  /** Cents that the customer pays. */
  total: number
}

/** `does`: behaviour of the customer's card. `canBePaid`: the carrier has a payout account. */
export type DealOptions = { does?: TestCardBehaviour; canBePaid?: boolean; size?: JobSize }

/** A job that a new customer paid and a new carrier accepted: Madrid to Zaragoza, 331 km. */
export async function acceptedDeal(
  market: Market,
  { does, canBePaid = false, size = 'L' }: DealOptions = {},
): Promise<Deal> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  if (canBePaid) await readyPayouts(market.app, carrier)
  const draft = await market.draft(customer, { size })
  const params = { job_id: draft.job_id }
  await payByCard(customer, draft, does ? { does } : {})
  await carrier.ok(acceptJob, { params })
  return { customer, carrier, ...params, params, total: draft.price.total_cents }
}

export async function collectedDeal(market: Market, options?: DealOptions): Promise<Deal> {
  const deal = await acceptedDeal(market, options)
  await deal.carrier.ok(collectJob, { params: deal.params })
  return deal
}

export async function deliveredDeal(market: Market, options?: DealOptions): Promise<Deal> {
  const deal = await acceptedDeal(market, options)
  await deal.carrier.ok(deliverJob, { params: deal.params, body: {} })
  return deal
}

/** A delivered job whose money is settled. */
export async function completedDeal(market: Market): Promise<Deal> {
  const deal = await deliveredDeal(market)
  await settleMoney(market.app)
  const { status } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.equal(status, 'completed')
  return deal
}

export const earlyReason = 'I tapped "collected" only at the dropoff'

/** A job that is delivered at once after it was collected, with the photo and the reason that this needs. */
export async function earlyDelivery(market: Market): Promise<Deal> {
  const deal = await collectedDeal(market, { canBePaid: true })
  const body = { photo_id: await photoOf(deal.carrier), reason: earlyReason }
  await deal.carrier.ok(deliverJob, { params: deal.params, body })
  return deal
}

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c96' } })
  .jpeg()
  .toBuffer()

/** Uploads a photo. @returns its id. */
export const photoOf = async (person: Person): Promise<string> =>
  (await person.ok(uploadPhoto, { body: picture })).photo_id

export const report = ({ customer, params }: Deal, more: { problem_id?: string } = {}) =>
  customer.ok(reportProblem, {
    params,
    body: { problem_id: newId(), kind: 'not_delivered', text: 'Nobody came.', ...more },
  })

/** `status payment`, and whether the carrier was paid, after all money was settled. */
export async function stateOf(app: TestDray, { customer, carrier, params }: Deal): Promise<string> {
  await settleMoney(app)
  const { status, payment } = await customer.ok(readMyJob, { params })
  const { paid_out } = await carrier.ok(readCarrierJob, { params })
  return `${status} ${payment.state}${paid_out ? ' paid out' : ''}`
}

/** A job that its customer cancelled late, for a fee. */
export async function cancelledLate(market: Market): Promise<Deal & { feeCents: number }> {
  const deal = await acceptedDeal(market)
  await passTime(market.app.db, '6 minutes')
  const { params, customer } = deal
  const { cancellation } = await customer.ok(readMyJob, { params })
  await customer.ok(cancelMyJob, { params, body: { fee_cents: cancellation.fee_cents } })
  await settleMoney(market.app)
  return { ...deal, feeCents: cancellation.fee_cents }
}
