import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import {
  explainDifference,
  listReconciliations,
  readReconciliation,
  repeatReconciliation,
} from '#contract/admin/reconciliation.ts'
import { reconcileDays } from '../../server/closing/reconcile.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { ProviderError } from '../../server/lib/provider-error.ts'
import { byOperator } from '../support/by-operator.ts'
import { deliveredDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

/* Decision 38: each day of UTC is compared with the list of the processor. */
const market = await openMarket()
const { app } = market
const { db } = app
after(() => market[Symbol.asyncDispose]())
const { processors } = app.dray.payments
const reason = 'Agreed with the bank'

const change = (statement: string, ...values: unknown[]) => db.pool.query(statement, values)

/** The background task, on two nodes at once. */
async function reconcile(): Promise<void> {
  const { signal } = new AbortController()
  const needs = { kysely: db.kysely, processors, spoolFolder: app.dataDir }
  await Promise.all([reconcileDays(needs, signal), reconcileDays(needs, signal)])
}

const countRuns = async () => (await change('select from reconciliation_run')).rowCount

const paid = async (): Promise<void> => {
  const { job_id: jobId } = await deliveredDeal(market, { canBePaid: true })
  for (const amountCents of [500, 200]) {
    await settleMoney(app)
    await refundJob(db, { jobId, by: byOperator('scratched'), amountCents })
  }
  await settleMoney(app)
}

/** A day ends half an hour after midnight. This moves all rows to the middle of the day that has not ended yet. */
async function moveToMidday(): Promise<void> {
  const { rows } = await change(
    `select extract(epoch from now() - date_trunc('day', now() - interval '30 minutes', 'utc')) / 2 as seconds`,
  )
  await passTime(db, `${rows[0].seconds} seconds`)
}

await reconcile()
const runsOfNothing = await countRuns()
await paid()
await moveToMidday()
await reconcile()
const runsOfToday = await countRuns()
// Before the members sign in, because their sessions do not last that long.
await passTime(db, '2 days')

const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')
const staff = await joinAs(app, owner, 'staff')

const list = async () => (await viewer.ok(listReconciliations)).reconciliations

test('nothing is compared before there is a movement of an ended day', () => {
  assert.deepEqual([runsOfNothing, runsOfToday], [0, 0])
})

test('an ended day is compared once, and both sides are counted and summed up', async () => {
  await reconcile()
  const [run, ...others] = await list()
  assert.deepEqual(others, [])
  assert.ok(run)
  assert.deepEqual(
    [run.processor, run.state, run.open_differences, run.is_more],
    ['sandbox', 'agrees', 0, false],
  )
  assert.ok(run.ended_at)
  await change(`update reconciliation_run set day = day - 1, status = 'due', due_at = now()`)
  await reconcile()
  const [, before] = await list()
  const [capture, refund, transfer] = before?.figures ?? []
  assert.deepEqual(
    [capture, refund, transfer].map((each) => [each?.kind, each?.our_count, each?.their_count]),
    [
      ['capture', 1, 1],
      ['refund', 2, 2],
      ['transfer', 1, 1],
    ],
  )
  assert.equal(refund?.our_cents, 700)
  for (const figure of before?.figures ?? []) assert.equal(figure.our_cents, figure.their_cents)
  assert.equal((await list()).length, 2)
})

test('a refund that only the processor made is shown on its day, explained, and open again when it changes', async () => {
  const [reference] = (
    await change(
      `insert into sandbox_movement (reference, kind, authorization_reference, amount_cents, created_at)
       select 're_by_hand', 'refund', reference, 300, (day + time '12:00') at time zone 'utc'
       from sandbox_authorization, (select max(day) as day from reconciliation_run) as newest limit 1
       returning reference`,
    )
  ).rows.map(({ reference }) => reference as string)
  const [run] = await list()
  const params = { reconciliation_id: run?.reconciliation_id ?? '' }
  assert.equal(await viewer.refused(repeatReconciliation, { params, body: { reason } }), '403 role_too_low')
  const due = await staff.ok(repeatReconciliation, { params, body: { reason } })
  assert.equal(due.state, 'due')
  await staff.ok(repeatReconciliation, { params, body: { reason } })
  await reconcile()

  const { reconciliation, differences } = await viewer.ok(readReconciliation, { params })
  assert.equal(reconciliation.state, 'differs')
  const [difference] = differences
  assert.ok(difference)
  const { check, kind, ours, theirs, their_cents, state } = difference
  assert.deepEqual(
    { check, kind, ours, theirs, their_cents, state },
    { check: 'not_in_books', kind: 'refund', ours: null, theirs: 'done', their_cents: 300, state: 'open' },
  )
  assert.equal(difference.reference, reference)

  const explained = { params: { difference_id: difference.difference_id }, body: { reason } }
  assert.equal(await viewer.refused(explainDifference, explained), '403 role_too_low')
  const now = await staff.ok(explainDifference, explained)
  assert.deepEqual([now.state, now.explanation], ['explained', reason])
  assert.deepEqual(await staff.ok(explainDifference, explained), now)
  assert.equal((await viewer.ok(readReconciliation, { params })).reconciliation.state, 'explained')

  await change(`update sandbox_movement set amount_cents = 301 where reference = 're_by_hand'`)
  await staff.ok(repeatReconciliation, { params, body: { reason } })
  await reconcile()
  assert.equal((await viewer.ok(readReconciliation, { params })).differences[0]?.state, 'open')

  await change(`delete from sandbox_movement where reference = 're_by_hand'`)
  await staff.ok(repeatReconciliation, { params, body: { reason } })
  await reconcile()
  const settled = await viewer.ok(readReconciliation, { params })
  assert.deepEqual([settled.reconciliation.state, settled.differences[0]?.state], ['explained', 'settled'])

  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'reconciliation' } })
  assert.deepEqual(
    events.map(({ act, actor }) => [act, actor.id]),
    [
      ['reconciliation.repeat', staff.memberId],
      ['reconciliation.repeat', staff.memberId],
      ['reconciliation.explain', staff.memberId],
      ['reconciliation.repeat', staff.memberId],
    ],
  )
})

test('a processor that does not answer is asked again later, and the day tells why it waits', async () => {
  const [run] = await list()
  const params = { reconciliation_id: run?.reconciliation_id ?? '' }
  await staff.ok(repeatReconciliation, { params, body: { reason } })
  const { live } = processors
  const { listing } = live
  const down = () => {
    throw new ProviderError('sandbox', 'status 503', { retryable: true, outcome: 'unknown' })
  }
  Object.assign(live, { listing: { holds: down, refunds: down, transfers: down } })
  await reconcile()
  Object.assign(live, { listing })
  const waits = (await viewer.ok(readReconciliation, { params })).reconciliation
  assert.deepEqual([waits.state, waits.last_error], ['due', 'sandbox: status 503'])
  await reconcile()
  assert.equal((await viewer.ok(readReconciliation, { params })).reconciliation.state, 'due')

  await staff.ok(repeatReconciliation, { params, body: { reason } })
  await reconcile()
  const done = (await viewer.ok(readReconciliation, { params })).reconciliation
  assert.deepEqual([done.state, done.last_error], ['explained', null])
})

test('a comparison whose node crashed is done again once its lease has ended', async () => {
  const [run] = await list()
  await change(
    `update reconciliation_run set status = 'running', claim_id = gen_random_uuid(), due_at = now() - interval '1 second',
       figures = '[]' where id = $1`,
    run?.reconciliation_id,
  )
  await reconcile()
  const [now] = await list()
  assert.deepEqual([now?.state, now?.figures.length], ['explained', 3])
})

test('a node that stops leaves the day to the next one', async () => {
  const [run] = await list()
  const params = { reconciliation_id: run?.reconciliation_id ?? '' }
  await staff.ok(repeatReconciliation, { params, body: { reason } })
  const stopping = new AbortController()
  const { live } = processors
  const { listing } = live
  Object.assign(live, {
    listing: {
      ...listing,
      holds: (since: Date | null) => {
        stopping.abort()
        return listing?.holds(since)
      },
    },
  })
  await reconcileDays({ kysely: db.kysely, processors, spoolFolder: app.dataDir }, stopping.signal)
  Object.assign(live, { listing })
  const { state, last_error } = (await viewer.ok(readReconciliation, { params })).reconciliation
  assert.deepEqual([state, last_error], ['due', null])
  await reconcile()
  assert.equal((await viewer.ok(readReconciliation, { params })).reconciliation.state, 'explained')
})

test('a difference stays while its item is not compared, and keeps its explanation when it is found again', async () => {
  const [run] = await list()
  const params = { reconciliation_id: run?.reconciliation_id ?? '' }
  const transfer = async () => {
    await staff.ok(repeatReconciliation, { params, body: { reason } })
    await reconcile()
    const { differences } = await viewer.ok(readReconciliation, { params })
    return differences.find(({ kind }) => kind === 'transfer') ?? assert.fail('no difference of a transfer')
  }
  const addCents = (cents: number) =>
    change(`update sandbox_movement set amount_cents = amount_cents + $1 where kind = 'transfer'`, cents)
  await addCents(1)
  const { difference_id, state } = await transfer()
  assert.equal(state, 'open')
  await staff.ok(explainDifference, { params: { difference_id }, body: { reason } })

  const { live } = processors
  const { listing } = live
  Object.assign(live, { listing: { ...listing, transfers: null } })
  assert.equal((await transfer()).state, 'explained')
  Object.assign(live, { listing })

  const retry = `update payment_effect set status = 'due', due_at = now() + interval '1 hour' where kind = 'transfer'`
  await change(retry)
  assert.equal((await transfer()).state, 'explained')
  await change(`update payment_effect set status = 'done' where kind = 'transfer'`)

  await addCents(-1)
  assert.equal((await transfer()).state, 'settled')
  await addCents(1)
  const again = await transfer()
  assert.deepEqual([again.state, again.explanation], ['explained', reason])
  await addCents(1)
  assert.equal((await transfer()).state, 'open')
  await addCents(-2)
  assert.equal((await transfer()).state, 'settled')
})

test('days are listed newest first, a page at a time, and by state', async () => {
  const all = await list()
  const first = await viewer.ok(listReconciliations, { query: { limit: 1 } })
  const before = first.next ?? assert.fail('there is a next page')
  const second = await viewer.ok(listReconciliations, { query: { limit: 1, before } })
  assert.deepEqual([...first.reconciliations, ...second.reconciliations], all)
  assert.equal(second.next, null)
  const { reconciliations } = await viewer.ok(listReconciliations, { query: { state: 'agrees' } })
  assert.deepEqual(
    reconciliations.map(({ state }) => state),
    ['agrees'],
  )
  const params = { reconciliation_id: '00000000-0000-7000-8000-000000000000' }
  assert.equal(await viewer.refused(readReconciliation, { params }), '404 not_found')
})
