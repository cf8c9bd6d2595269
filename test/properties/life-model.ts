import assert from 'node:assert/strict'
import { readCarrierJob, readFeedJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import type { CarrierJob, CustomerJob } from '#contract/app/job.ts'
import type { CancelledBy, JobStatus } from '#contract/vocabulary.ts'
import { jobLogSql } from '../../server/jobs/queries/job-log.ts'
import { transitions } from '../../server/jobs/states.ts'
import { agreedIn, proposalsLeft, proposedIn, type Times } from '../model/window-model.ts'
import type { Market } from '../support/market.ts'
import type { Person } from '../support/person.ts'

/** What the job must be. `gone` is a draft that expired. */
export type Model = {
  status: JobStatus | 'gone'
  carrier: number | null
  cancelledBy: CancelledBy | null
  collected: boolean
  delivered: boolean
  isLate: boolean
  customerRated: boolean
  carrierRated: boolean
  times: Times
  /** The deadline for the collection is over. */
  isOverdue: boolean
  /** The reminders of the agreed window are not sent yet. */
  hasReminders: boolean
  /** How often each side was reminded a day before, and an hour before. */
  reminded: number
}
export type Real = {
  market: Market
  id: string
  customer: Person
  carriers: Person[]
  methodId: string
  /** What is proposed, by the numbers of the model. */
  windows: { id: string; day: string }[]
}
export type Answer = { status: number; body: unknown }

export const at = ({ id }: Real) => ({ params: { job_id: id } })

/** Both sides and the partner read the state of the model, and the log has only transitions of the table. */
export async function assertMatches(model: Model, real: Real): Promise<void> {
  const mine: Answer = await real.customer.call(readMyJob, at(real))
  const theirs = await real.market.partner.read(real.id)
  if (model.status === 'gone') return assert.deepEqual([mine.status, theirs.status], [404, 404])
  const job = mine.body as Record<string, unknown>
  assert.deepEqual(
    {
      status: job['status'],
      partner: theirs.body.status,
      cancelledBy: job['cancelled_by'],
      collected: job['collected_at'] !== null,
      delivered: job['delivered_at'] !== null,
      mayRate: job['may_rate'],
    },
    {
      status: model.status,
      partner: model.status,
      cancelledBy: model.cancelledBy,
      collected: model.collected,
      delivered: model.delivered,
      mayRate: model.status === 'completed' && !model.customerRated,
    },
  )
  assertTimes(model, real, mine.body as CustomerJob)
  for (const [who, carrier] of real.carriers.entries()) {
    const { status, body } = await carrier.call(readCarrierJob, at(real))
    assert.equal(status, model.carrier === who ? 200 : 404)
    if (status === 200) assertTimes(model, real, body as CarrierJob)
  }
  await assertReminders(model, real)
  await assertLog(real, model.status)
  if (model.cancelledBy === 'carrier') await assertGoesOn(real, job['successor_id'])
  else assert.equal(job['successor_id'], null)
}

export const isBeforeCollection = ({ status, collected }: Model) => status === 'accepted' && !collected

/** Both sides see the times of the model; the deadline counts from the agreed window, else from the acceptance. */
function assertTimes(model: Model, { windows }: Real, job: CustomerJob | CarrierJob): void {
  const { times } = model
  const { agreed, proposed, proposals_left, wishes } = job.time
  const numberOf = (window: { window_id: string } | null) =>
    window && windows.findIndex(({ id }) => id === window.window_id)
  const isOpen = isBeforeCollection(model)
  const side = 'collect_by' in job ? 'carrier' : 'customer'
  assert.deepEqual(
    {
      wishes: wishes.length > 0,
      agreed: numberOf(agreed),
      proposed: numberOf(proposed),
      left: proposals_left,
    },
    {
      wishes: times.hasWishes,
      agreed: agreedIn(times),
      proposed: isOpen ? proposedIn(times) : null,
      left: isOpen ? proposalsLeft(times, side) : 0,
    },
  )
  const collectBy = 'collect_by' in job ? job.collect_by : job.cancellation.collect_by
  const from = agreed
    ? Date.parse(agreed.ends_at) + 30 * minute
    : Date.parse(job.accepted_at ?? '') + 24 * 60 * minute
  assert.equal(collectBy && Date.parse(collectBy), isOpen ? from : null)
}

const minute = 60_000

async function assertReminders({ reminded }: Model, { market, id }: Real): Promise<void> {
  const { rows } = await market.app.db.pool.query<{ count: number }>(
    `select count(*)::integer as count from notice where job_id = $1 and kind in ('time_in_a_day', 'time_in_an_hour')
     group by account_id, kind`,
    [id],
  )
  const expected = reminded > 0 ? Array.from({ length: 4 }, () => reminded) : []
  assert.deepEqual(
    rows.map(({ count }) => count),
    expected,
  )
}

/** A job that was given back goes on as another, with its hold, which its carrier is not offered (decision 65). */
async function assertGoesOn({ market, id, customer, carriers }: Real, successorId: unknown): Promise<void> {
  const params = { job_id: String(successorId) }
  const { status, predecessor_id, payment, cancellation } = await customer.ok(readMyJob, { params })
  assert.deepEqual([status, predecessor_id, payment.state, cancellation.fee_cents], ['posted', id, 'held', 0])
  assert.equal((await market.partner.read(params.job_id)).status, 403)
  for (const carrier of carriers) {
    const former = (await carrier.call(readCarrierJob, { params: { job_id: id } })).status === 200
    assert.equal((await carrier.call(readFeedJob, { params })).status, former ? 404 : 200)
  }
}

const moves = Object.values(transitions).map(({ from, to, by }) => ({
  from,
  to,
  by: by as readonly string[],
}))

async function assertLog({ market, id }: Real, status: string): Promise<void> {
  const { rows } = await market.app.db.pool.query<{
    actor: string
    from_status: string | null
    to_status: string
  }>(
    `select actor, from_status, to_status from ${jobLogSql} log
     where job_id = $1 and to_status is distinct from from_status order by id`,
    [id],
  )
  const states: (string | null)[] = [null]
  for (const { actor, from_status, to_status } of rows) {
    assert.ok(from_status === states.at(-1), 'each begins where the last one ended')
    if (from_status !== null)
      assert.ok(
        moves.some(({ from, to, by }) => from === from_status && to === to_status && by.includes(actor)),
        `${actor}: ${from_status} → ${to_status}`,
      )
    states.push(to_status)
  }
  assert.equal(states.at(-1), status)
}
