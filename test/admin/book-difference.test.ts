import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { bookLedgerDifference, listLedgerDifferences, readLedger } from '#contract/admin/money/ledger.ts'
import { readToday } from '#contract/admin/today.ts'
import { sumDay } from '../../server/day-sums/sum-days.ts'
import { newId } from '../../server/lib/ids.ts'
import { completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { because, joinAs, joinAsOwner, stepUp } from '../support/staff.ts'
import { checkLedger } from '../support/today-scenes.ts'

/* Decision 31: a difference of the ledger is shown with its rows, and booked. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

const change = (statement: string, ...values: unknown[]) => app.db.pool.query(statement, values)
const differences = async () => (await viewer.ok(listLedgerDifferences)).differences
const oldProof = () => change(`update member_session set stepped_up_at = now() - interval '1 hour'`)

/** As the form sends it. */
const seenOf = ({
  check,
  subject,
  expected_cents,
  actual_cents,
}: Awaited<ReturnType<typeof differences>>[number]) => ({
  ...{ check, subject, expected_cents, actual_cents },
  ...because,
})

/** Ways to make the books differ after a completed deal; `$1` is its payment, `$2` its customer. */
const faults: Record<string, { of: string; statement: string; more?: 'effect' }> = {
  'a wallet that the ledger does not know': {
    of: 'wallet balance',
    statement: `insert into wallet (account_id, balance_cents) select $2::uuid, 700 where $1::uuid is not null
      on conflict (account_id) do update set balance_cents = 700`,
  },
  'a row of a capture that is doubled': {
    of: 'captured of a payment',
    statement: `insert into ledger_transfer (id, kind, debit, credit, amount_cents, mode, job_id, payment_id)
      select gen_random_uuid(), kind, debit, credit, amount_cents, mode, job_id, payment_id
      from ledger_transfer where payment_id = $1 and kind = 'capture' and $2::uuid is not null`,
  },
  'a share that is missing': {
    of: 'share of the carrier',
    statement: `delete from ledger_transfer where payment_id = $1 and kind = 'share' and $2::uuid is not null`,
  },
  'a payout that was booked twice': {
    of: 'booked for an effect',
    statement: `update ledger_transfer set amount_cents = amount_cents + 100 where payment_id = $1 and kind = 'capture'
      and $2::uuid is not null`,
  },
}

for (const [name, { of, statement }] of Object.entries(faults))
  test(`${name}: shown with job and rows, and booked until the whole ledger agrees`, async () => {
    const { job_id, customer } = await completedDeal(market)
    const { rows } = await change('select id from payment where job_id = $1', job_id)
    await change(statement, rows[0].id, customer.accountId)
    await checkLedger(market)
    const found = await differences()
    const one = found.find(({ check }) => check === of) ?? assert.fail(JSON.stringify(found))
    if (one.payment_id) {
      assert.deepEqual([one.payment_id, one.job?.job_id], [rows[0].id, job_id])
      assert.ok(one.rows.length > 0)
    }
    const entry = (await viewer.ok(readToday)).entries.find(({ subject_id }) => subject_id === of)
    assert.equal(entry?.kind, 'ledger_unbalanced')
    await stepUp(app, owner)
    for (const difference of found) await owner.ok(bookLedgerDifference, { body: seenOf(difference) })
    assert.deepEqual(await differences(), [])
    await checkLedger(market)
    assert.deepEqual((await viewer.ok(readLedger)).differences, [])
    assert.equal((await viewer.ok(readLedger)).balanced, true)
    const { rows: sums } = await change(
      `select count(*)::integer as booked from ledger_transfer where corrects like $1 || '%' and job_id is not distinct from $2`,
      of,
      one.payment_id ? job_id : null,
    )
    assert.equal(sums[0].booked, 1)
  })

test('a difference is booked by an owner with a fresh proof, once, and as it was seen', async () => {
  const { accountId } = await market.person()
  await change('insert into wallet (account_id, balance_cents) values ($1, 500)', accountId)
  await checkLedger(market)
  const [difference] = await differences()
  const body = seenOf(difference ?? assert.fail())
  assert.equal(await viewer.refused(bookLedgerDifference, { body }), '403 role_too_low')
  assert.equal(await staff.refused(bookLedgerDifference, { body }), '403 role_too_low')
  await oldProof()
  assert.equal(await owner.refused(bookLedgerDifference, { body }), '403 step_up_required')
  await stepUp(app, owner)
  for (const bad of [{ reason: '' }, { expected_cents: 0.5 }, { check: '' }])
    assert.equal(
      await owner.refused(bookLedgerDifference, { body: { ...body, ...bad } }),
      '400 validation_error',
    )
  assert.equal(
    await owner.refused(bookLedgerDifference, { body: { ...body, actual_cents: 499 } }),
    '409 wrong_state',
  )
  for (const unknown of [
    { check: 'weather' },
    { check: 'valueOf' },
    { check: '__proto__' },
    { subject: newId() },
    { subject: 'wallet:nobody' },
  ])
    assert.equal(
      await owner.refused(bookLedgerDifference, { body: { ...body, ...unknown } }),
      '409 wrong_state',
    )
  const tried = await Promise.all(
    [1, 2].map(async () => (await owner.call(bookLedgerDifference, { body })).status),
  )
  assert.deepEqual(new Set(tried), new Set([200, 409]))
  const { rows } = await change(
    'select debit, credit, amount_cents from ledger_transfer where credit = $1',
    `wallet:${accountId}`,
  )
  assert.deepEqual(rows, [
    { debit: 'platform:differences', credit: `wallet:${accountId}`, amount_cents: 500 },
  ])
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'ledger.book_difference', limit: 1 } })
  assert.deepEqual([events[0]?.actor.id, events[0]?.reason], [owner.memberId, because.reason])
})

test('sums of a day that differ from its rows are shown with their day, and written again by an owner', async () => {
  const day = '2026-03-31'
  await change(
    `insert into ledger_transfer (id, at, kind, debit, credit, amount_cents, mode)
     values ($1, '2026-03-31T12:00:00Z', 'correction', 'platform:fees', 'platform:differences', 300, 'live')`,
    newId(),
  )
  assert.equal(await sumDay(app.db.kysely, day), true)
  await change(`update ledger_day_sum set cents = 200 where day = $1`, day)
  await checkLedger(market)
  const [difference] = await differences()
  const body = seenOf(difference ?? assert.fail())
  const found = { check: 'movements of a day', subject: day, expected_cents: 300, actual_cents: 200 }
  assert.deepEqual(body, { ...found, ...because })
  const entry = (await viewer.ok(readToday)).entries.find(({ subject_id }) => subject_id === found.check)
  assert.deepEqual([entry?.cause, entry?.amount_cents], [day, 100])
  await stepUp(app, owner)
  for (const unknown of [
    { actual_cents: 201 },
    { subject: '2026-03-30' },
    { subject: '2026-02-30' },
    { subject: 'x' },
  ])
    assert.equal(
      await owner.refused(bookLedgerDifference, { body: { ...body, ...unknown } }),
      '409 wrong_state',
    )
  const after = await owner.ok(bookLedgerDifference, { body })
  assert.deepEqual(after.differences, [])
  const { rows } = await change('select cents from ledger_day_sum where day = $1', day)
  assert.deepEqual(rows, [{ cents: 300 }])
  assert.equal(await owner.refused(bookLedgerDifference, { body }), '409 wrong_state')
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'ledger.sum_day', limit: 1 } })
  assert.deepEqual([events[0]?.actor.id, events[0]?.reason], [owner.memberId, because.reason])
})
