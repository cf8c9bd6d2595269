import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { collectJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { agreeToWindow, proposeCarriersWindow, proposeWindow } from '#contract/app/windows.ts'
import { remindOfWindows } from '../../server/jobs/windows/reminders.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import {
  agreedBy,
  agreedWindow,
  letEndIn,
  proposedBy,
  remindersOf,
  timeSeenBy,
} from '../support/window-deals.ts'
import { inDays, windowBody } from '../support/window-times.ts'

/* Acts of both sides about the time at the same instant (decision 69). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const rounds = 4

/** What both sides see is one story: the job, its windows and its reminders. */
async function assertWhole(deal: Deal): Promise<void> {
  const { rows } = await pool.query<{ agreed: number; proposed: number; same: boolean; strange: number }>(
    `select count(*) filter (where w.status = 'agreed')::int as agreed,
       count(*) filter (where w.status = 'proposed')::int as proposed,
       coalesce(bool_and(w.starts_at = job.window_starts_at) filter (where w.status = 'agreed'), job.window_starts_at is null) as same,
       (select count(*) from window_reminder r join job_window o on o.id = r.window_id
        where r.job_id = job.id and o.status <> 'agreed')::int as strange
     from job left join job_window w on w.job_id = job.id where job.id = $1 group by job.id`,
    [deal.job_id],
  )
  const [row] = rows
  assert.ok(row && row.agreed <= 1 && row.proposed <= 1 && row.same && row.strange === 0, JSON.stringify(row))
}

test('race: both propose at once: one proposal, and the other person is told to look again', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    const [customers, carriers] = await Promise.all([
      deal.customer.call(proposeWindow, { params: deal.params, body: windowBody() }),
      deal.carrier.call(proposeCarriersWindow, { params: deal.params, body: windowBody({ day: inDays(4) }) }),
    ])
    assert.deepEqual(new Set([customers.status, carriers.status]), new Set([200, 409]))
    await assertWhole(deal)
  }
})

test('race: the customer agrees in two tabs: once, with one notice', async () => {
  const deal = await acceptedDeal(market)
  const { window_id } = await proposedBy('carrier', deal)
  await Promise.all([agreedBy('customer', deal, window_id), agreedBy('customer', deal, window_id)])
  const told = await noticesTo(app, deal.carrier.accountId, deal.job_id)
  assert.equal(told.filter((kind) => kind === 'time_agreed').length, 1)
  await assertWhole(deal)
})

test('race: agreeing while the proposal is replaced: the time that was seen, or no agreement', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    const { window_id } = await proposedBy('carrier', deal)
    const [agreed, moved] = await Promise.all([
      deal.customer.call(agreeToWindow, { params: { ...deal.params, window_id } }),
      deal.carrier.call(proposeCarriersWindow, {
        params: deal.params,
        body: windowBody({ day: inDays(6), seen_id: window_id }),
      }),
    ])
    const time = await timeSeenBy('customer', deal)
    assert.equal(time.agreed?.window_id ?? null, agreed.status === 200 ? window_id : null)
    // The agreed window is the one that the carrier saw, so a proposal to move it is possible after the agreement.
    assert.equal(moved.status, 200)
    await assertWhole(deal)
  }
})

test('race: agreeing against the cancellation: the job ends, and nothing is agreed afterwards', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    const { window_id } = await proposedBy('customer', deal)
    const [, cancelled] = await Promise.all([
      agreedBy('carrier', deal, window_id).catch(() => null),
      deal.customer.call(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } }),
    ])
    assert.equal(cancelled.status, 200)
    assert.equal((await deal.customer.ok(readMyJob, { params: deal.params })).status, 'cancelled')
    await assertWhole(deal)
  }
})

test('race: agreeing against the collection: both are kept, and no reminder is sent', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    const { window_id } = await proposedBy('carrier', deal)
    const [, collected] = await Promise.all([
      deal.customer.call(agreeToWindow, { params: { ...deal.params, window_id } }),
      deal.carrier.call(collectJob, { params: deal.params }),
    ])
    assert.equal(collected.status, 200)
    await assertWhole(deal)
  }
})

test('race: moving while the reminders go out: each person is told of one time', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    await agreedWindow(deal, { day: inDays(3) })
    const { window_id } = await proposedBy('customer', deal, { day: inDays(8) })
    await pool.query(`update window_reminder set due_at = now() where job_id = $1 and lead = 'day'`, [
      deal.job_id,
    ])
    await Promise.all([
      agreedBy('carrier', deal, window_id),
      remindOfWindows({ kysely }, new AbortController().signal),
    ])
    assert.deepEqual(await remindersOf(app, deal), ['day', 'hour'])
    await assertWhole(deal)
  }
})

test('fault: a crash between the agreement and its commit leaves the proposal, and the repeated request agrees', async () => {
  const deal = await acceptedDeal(market)
  const { window_id } = await proposedBy('carrier', deal, { day: inDays(3) })
  await pool.query(
    `create function fail_reminder() returns trigger language plpgsql as $$ begin raise 'crash'; end $$`,
  )
  await pool.query(
    'create trigger fail before insert on window_reminder for each row execute function fail_reminder()',
  )
  try {
    const failed = await deal.customer.call(agreeToWindow, { params: { ...deal.params, window_id } })
    assert.equal(failed.status, 500)
  } finally {
    await pool.query('drop trigger fail on window_reminder')
    await pool.query('drop function fail_reminder')
  }
  const { agreed, proposed } = await timeSeenBy('customer', deal)
  assert.deepEqual([agreed, proposed?.window_id], [null, window_id])
  await agreedBy('customer', deal, window_id)
  await letEndIn(app, deal, 26 * 3_600 - 30)
  assert.deepEqual(await remindersOf(app, deal), ['day', 'hour'])
  await assertWhole(deal)
})
