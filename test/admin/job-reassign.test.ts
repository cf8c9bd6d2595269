import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cancelJob, reassignJob } from '#contract/admin/job-acts.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { collectJob, deliverJob, giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob, reportProblem } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal, collectedDeal, type Deal } from '../support/deals.ts'
import { openStream } from '../support/event-stream.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { type Market, openMarket } from '../support/market.ts'
import { readyPayouts } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAs, joinAsOwner, type Staff } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* Staff move an accepted job to another carrier. */
let market: Market
let staff: Staff
before(async () => {
  market = await openMarket({ CARRIER_OPEN_JOBS: '1' })
  staff = await joinAs(market.app, await joinAsOwner(market.app), 'staff')
})
after(() => market[Symbol.asyncDispose]())

const move = ({ params }: Pick<Deal, 'params'>, to: Pick<Person, 'accountId'>) => ({
  params,
  body: { carrier_id: to.accountId, reason: 'the van broke down' },
})

const noticesOf = async ({ accountId }: Person): Promise<string[]> => {
  const { rows } = await market.app.db.pool.query<{ kind: string }>(
    `select kind from notice where account_id = $1 and kind <> 'job_nearby' order by id`,
    [accountId],
  )
  return rows.map(({ kind }) => kind)
}

const count = async (table: string, column: string, id: string): Promise<number> => {
  const { rows } = await market.app.db.pool.query<{ count: number }>(
    `select count(*) from ${table} where ${column} = $1`,
    [id],
  )
  return rows[0]?.count ?? 0
}

/** An approved carrier whose account is changed. */
async function carrierWith(change: string): Promise<Person> {
  const carrier = await market.carrier()
  await market.app.db.pool.query(`update account set ${change} where id = $1`, [carrier.accountId])
  return carrier
}

test('the new carrier has the job and is paid, the old one is told and gets no strike', async () => {
  const deal = await acceptedDeal(market)
  const next = await market.carrier({ name: 'Next' })
  await readyPayouts(market.app, next)
  await staff.ok(reassignJob, move(deal, next))
  assert.deepEqual(await noticesOf(deal.carrier), ['job_moved_away'])
  assert.deepEqual(await noticesOf(next), ['job_moved_to_you'])
  assert.equal((await noticesOf(deal.customer)).at(-1), 'carrier_changed')
  assert.equal(await count('carrier_strike', 'carrier_id', deal.carrier.accountId), 0)
  assert.equal((await deal.carrier.refused(readCarrierJob, { params: deal.params })).status, 404)
  assert.equal((await deal.carrier.refused(collectJob, { params: deal.params })).status, 404)
  await next.ok(collectJob, { params: deal.params })
  await next.ok(deliverJob, { params: deal.params, body: {} })
  await settleMoney(market.app)
  const shown = await staff.ok(readJobForStaff, { params: deal.params })
  assert.equal(shown.carrier?.account_id, next.accountId)
  const share = shown.ledger.find(({ kind }) => kind === 'share')
  assert.equal(share?.credit, `carrier:${next.accountId}`)
  assert.equal(share?.amount_cents, shown.price.stored.carrier_cents)
})

test('a carrier who could not accept the job is refused, and so is a collected job', async () => {
  const deal = await acceptedDeal(market)
  const busy = (await acceptedDeal(market)).carrier
  const unfit: [string, Pick<Person, 'accountId'>][] = [
    ['the same', deal.carrier],
    ['busy', busy],
    ['small', await market.carrier({ size: 'S' })],
    ['pending', await market.carrier({ status: 'pending' })],
    ['suspended', await market.carrier({ status: 'suspended' })],
    ['account suspended', await carrierWith('suspended_at = now()')],
    ['account erased', await carrierWith('erased_at = now(), phone = null, name = null')],
    ['the customer', deal.customer],
    ['nobody', { accountId: '00000000-0000-4000-8000-000000000000' }],
  ]
  const texts = new Set<string>()
  for (const [name, to] of unfit) {
    const { status, body } = await staff.call(reassignJob, move(deal, to))
    assert.equal(status, 409, name)
    texts.add((body as unknown as { message: string }).message)
  }
  assert.equal(texts.size, 6, [...texts].join(' '))
  const collected = await collectedDeal(market)
  assert.equal(await staff.refused(reassignJob, move(collected, await market.carrier())), '409 wrong_state')
  assert.equal(await count('notice', 'kind', 'job_moved_away'), 1, 'nobody was told of a refused move')
})

/** Queues a move and another act for the locked job, in the given order, so both run at the same time. */
async function race(deal: Deal, act: (deal: Deal) => Promise<{ status: number }>, isMoveFirst: boolean) {
  const next = await market.carrier()
  const moving = () => staff.call(reassignJob, move(deal, next))
  const holder = await market.app.db.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from job where id = $1 for no key update', [deal.job_id])
    const first = isMoveFirst ? moving() : act(deal)
    await lockAwaited(market.app)
    const second = isMoveFirst ? act(deal) : moving()
    await lockAwaited(market.app, 2)
    await holder.query('commit')
    const [one, other] = await Promise.all([first, second])
    const [moved, done] = isMoveFirst ? [one, other] : [other, one]
    const shown = await staff.ok(readJobForStaff, { params: deal.params })
    return {
      moved: moved.status,
      done: done.status,
      shown,
      isMoved: shown.carrier?.account_id === next.accountId,
    }
  } finally {
    // Closes the connection, which rolls back if the test has failed.
    holder.release(true)
  }
}

const collect = ({ carrier, params }: Deal) => carrier.call(collectJob, { params })
const giveBack = ({ carrier, params }: Deal) => carrier.call(giveBackJob, { params, body: {} })
const cancel = ({ customer, params }: Deal) => customer.call(cancelMyJob, { params, body: { fee_cents: 0 } })

for (const isMoveFirst of [true, false]) {
  const order = isMoveFirst ? 'the move is first' : 'the move is second'

  test(`of a move and a concurrent act of the old carrier, only the first happens: ${order}`, async () => {
    for (const act of [collect, giveBack]) {
      const { moved, done, shown, isMoved } = await race(await acceptedDeal(market), act, isMoveFirst)
      assert.deepEqual([moved, done < 300], isMoveFirst ? [200, false] : [409, true], act.name)
      assert.equal(isMoved, isMoveFirst, act.name)
      const hasActed = shown.status === 'cancelled' || shown.collected_at !== null
      assert.equal(hasActed, !isMoveFirst, act.name)
    }
  })

  test(`a customer's concurrent cancellation ends the job, moved or not: ${order}`, async () => {
    const { moved, done, shown, isMoved } = await race(await acceptedDeal(market), cancel, isMoveFirst)
    assert.deepEqual([moved, done < 300, shown.status], [isMoveFirst ? 200 : 409, true, 'cancelled'])
    assert.equal(isMoved, isMoveFirst)
  })
}

test('two concurrent moves leave the job with one carrier, who is told', async () => {
  const deal = await acceptedDeal(market)
  const [a, b] = [await market.carrier(), await market.carrier()]
  const answers = await Promise.all([
    staff.call(reassignJob, move(deal, a)),
    staff.call(reassignJob, move(deal, b)),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const { carrier } = await staff.ok(readJobForStaff, { params: deal.params })
  const [winner, other] = carrier?.account_id === a.accountId ? [a, b] : [b, a]
  assert.equal((await noticesOf(winner)).at(-1), 'job_moved_to_you')
  assert.deepEqual(await noticesOf(other), ['job_moved_to_you', 'job_moved_away'])
  assert.equal((await deal.customer.ok(readMyJob, { params: deal.params })).status, 'accepted')
})

test('after three reports about one carrier, the customer can report the next one', async () => {
  const deal = await acceptedDeal(market)
  const report = async () => {
    const body = { problem_id: newId(), kind: 'not_collected' as const }
    return (await deal.customer.call(reportProblem, { params: deal.params, body })).status
  }
  for (const status of [200, 200, 200, 409]) assert.equal(await report(), status)
  await staff.ok(reassignJob, move(deal, await market.carrier()))
  const { free_because } = (await deal.customer.ok(readMyJob, { params: deal.params })).cancellation
  assert.equal(free_because, 'just_accepted')
  assert.equal(await report(), 200)
})

test('DESIGN 1, live events: the carrier that staff take a job from is told at once, and no later change of it', async () => {
  const deal = await acceptedDeal(market)
  const next = await market.carrier()
  await using former = await openStream(market.app, deal.carrier)
  await until('the stream is open', () => former.lastId() !== null)
  await staff.ok(reassignJob, move(deal, next))
  await former.hears('job', deal.job_id)
  const told = () => former.received.filter(({ jobId }) => jobId === deal.job_id).length
  assert.equal(told(), 1)
  await next.ok(collectJob, { params: deal.params })
  // An event of another job arrives last; no event of the collection came before it.
  const own = await market.posted(deal.carrier)
  await former.hears('job', own.job_id)
  assert.equal(told(), 1)
})

test('DESIGN 1, live events: a carrier who was offline is told of the job that staff took, also after its collection', async () => {
  const deal = await acceptedDeal(market)
  const next = await market.carrier()
  let lastId: string | null
  {
    await using stream = await openStream(market.app, deal.carrier)
    await until('the stream is open', () => stream.lastId() !== null)
    lastId = stream.lastId()
  }
  await staff.ok(reassignJob, move(deal, next))
  await next.ok(collectJob, { params: deal.params })
  await using stream = await openStream(market.app, deal.carrier, lastId)
  await stream.hears('job', deal.job_id)
})

/** Each change that ends a job keeps its two sides, so both are told. */
const endings: Record<string, (deal: Deal) => Promise<unknown>> = {
  'given back': ({ carrier, params }) => carrier.ok(giveBackJob, { params, body: {} }),
  'cancelled by its customer': ({ customer, params }) =>
    customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } }),
  'cancelled by staff': ({ params }) => staff.ok(cancelJob, { params, body: { reason: 'both asked' } }),
}

for (const [name, end] of Object.entries(endings))
  test(`DESIGN 1, live events: both sides of a job are told that it was ${name}`, async () => {
    const deal = await acceptedDeal(market)
    await using theirs = await openStream(market.app, deal.customer)
    await using carriers = await openStream(market.app, deal.carrier)
    await until('the streams are open', () => theirs.lastId() !== null && carriers.lastId() !== null)
    await end(deal)
    await theirs.hears('job', deal.job_id)
    await carriers.hears('job', deal.job_id)
  })
