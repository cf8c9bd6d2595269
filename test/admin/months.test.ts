import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { closeMonth, exportMonth, listMonths, readMonth } from '#contract/admin/months.ts'
import { closeMonth as closeMonthAt, recheckClosings } from '../../server/closing/close-month.ts'
import { readMonth as readReport } from '../../server/closing/months.ts'
import { presentReport } from '../../server/http/admin/closing/present.ts'
import { newId } from '../../server/lib/ids.ts'
import { wordsWithPhones } from '../../server/lib/shown-words.ts'
import { bookMovement, type Movement, monthAgo } from '../support/booked-months.ts'
import { byOperator } from '../support/by-operator.ts'
import { addDifference, addRun } from '../support/closing-scenes.ts'
import { startDray } from '../support/dray.ts'
import { forgetProofs } from '../support/panel.ts'
import { joinAs, joinAsOwner, stepUp } from '../support/staff.ts'

/* Decision 38: months are closed, and what changes afterwards is shown. */
const app = await startDray()
const { db } = app
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')
const staff = await joinAs(app, owner, 'staff')
const reason = 'End of the month'

const change = (statement: string, ...values: unknown[]) => db.pool.query(statement, values)

beforeEach(async () => {
  await change('truncate month_closing')
  await change('delete from ledger_transfer')
})

const book = (movement: Movement) => bookMovement(db, movement)

// The month that has just ended cannot be closed in its first hour.
const [last, before] = [monthAgo(2), monthAgo(3)]
const read = (month: string) => viewer.ok(readMonth, { params: { month } })
const close = async (month: string) => {
  await stepUp(app, owner)
  return owner.ok(closeMonth, { params: { month }, body: { reason } })
}

/** A payment of 10 € before last month, captured last month, of which the platform keeps 1 €. */
async function bookJob(): Promise<void> {
  const [held, captured, carrier] = [`held:${newId()}`, `captured:${newId()}`, `carrier:${newId()}`]
  await book({ month: before, kind: 'hold', debit: 'processor:sandbox', credit: held, cents: 1_000 })
  await book({ month: last, kind: 'capture', debit: held, credit: captured, cents: 1_000 })
  await book({ month: last, kind: 'share', debit: captured, credit: carrier, cents: 900 })
  await book({ month: last, kind: 'fee', debit: captured, credit: 'platform:fees', cents: 100 })
}

test('the list says what each month came to, the same when it is closed', async () => {
  const capture = { kind: 'capture', debit: 'held:p', credit: 'captured:p' }
  const moves = [
    { ...capture, cents: 10_000 },
    { kind: 'fee', debit: 'captured:p', credit: 'platform:fees', cents: 1_500 },
    { kind: 'share', debit: 'captured:p', credit: 'carrier:c', cents: 8_500 },
    { kind: 'refund', debit: 'platform:fees', credit: 'processor:sandbox', cents: 700 },
    { kind: 'refund_failed', debit: 'processor:sandbox', credit: 'platform:fees', cents: 200 },
    { kind: 'transfer', debit: 'carrier:c', credit: 'processor:sandbox', cents: 8_500 },
  ]
  for (const move of moves) await book({ month: before, ...move })
  await book({ month: last, ...capture, cents: 3_000 })
  await book({ month: last, ...capture, cents: 9_999, mode: 'test' })
  const totals = async () => {
    const { months } = await viewer.ok(listMonths)
    return Object.fromEntries(
      months.map(({ month, totals: t }) => [
        month,
        [t.captured_cents, t.refunded_cents, t.fees_cents, t.paid_out_cents],
      ]),
    )
  }
  const open = await totals()
  assert.deepEqual(open[before], [10_000, 500, 1_000, 8_500])
  assert.deepEqual(
    [open[last], open[monthAgo(1)]],
    [
      [3_000, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  )
  await close(before)
  assert.deepEqual(await totals(), open)
})

test('a month has balances at its start and end and the movements between them', async () => {
  await bookJob()
  await book({ month: last, debit: 'processor:sandbox', credit: 'held:test', cents: 5_000, mode: 'test' })
  const { months } = await viewer.ok(listMonths)
  assert.deepEqual(
    months.map(({ month, state }) => [month, state]),
    [
      [monthAgo(0), 'current'],
      [monthAgo(1), 'open'],
      [last, 'open'],
      [before, 'open'],
    ],
  )
  const { accounts, movements, rows, checks } = await read(last)
  assert.equal(rows, 3)
  assert.deepEqual(accounts, [
    { account: 'processor:sandbox', opening_cents: -1_000, closing_cents: -1_000 },
    { account: 'held', opening_cents: 1_000, closing_cents: 0 },
    { account: 'captured', opening_cents: 0, closing_cents: 0 },
    { account: 'carrier', opening_cents: 0, closing_cents: 900 },
    { account: 'platform:fees', opening_cents: 0, closing_cents: 100 },
  ])
  assert.deepEqual(
    movements.filter(({ account }) => account === 'captured'),
    [
      { account: 'captured', kind: 'capture', debit_cents: 0, credit_cents: 1_000 },
      { account: 'captured', kind: 'fee', debit_cents: 100, credit_cents: 0 },
      { account: 'captured', kind: 'share', debit_cents: 900, credit_cents: 0 },
    ],
  )
  assert.deepEqual(
    [checks.balanced, checks.follows_month_before, checks.agrees_with_next_month, checks.open_differences],
    [true, null, null, null],
  )
})

test('a month agrees with the processor once each of its days was compared', async () => {
  await bookJob()
  const open = async () => (await read(last)).checks.open_differences
  assert.equal(await open(), null, 'no day was compared')
  const done = await addRun({ app }, { day: `${last}-02` })
  assert.equal(await open(), 0)
  const due = await addRun({ app }, { day: `${last}-03`, lastError: 'status 503' })
  assert.equal(await open(), null, 'a day could not be compared')
  await addDifference({ app }, done)
  assert.equal(await open(), 1, 'what was found is shown in any case')
  await change('delete from reconciliation_run where id = any($1)', [done, due])
})

test('an empty ledger has no months', async () => {
  assert.deepEqual(await viewer.ok(listMonths), { months: [], next: null })
  const current = { params: { month: monthAgo(0) } }
  assert.equal(await viewer.refused(readMonth, current), '404 not_found')
})

test('only an owner with a fresh proof closes a month, once, and not before it has ended', async () => {
  await bookJob()
  const close_last = { params: { month: last }, body: { reason } }
  assert.equal(await staff.refused(closeMonth, close_last), '403 role_too_low')
  await forgetProofs(app)
  assert.equal(await owner.refused(closeMonth, close_last), '403 step_up_required')
  await stepUp(app, owner)
  const current = { params: { month: monthAgo(0) }, body: { reason } }
  assert.equal(await owner.refused(closeMonth, current), '409 wrong_state')
  const unknown = { params: { month: monthAgo(4) }, body: { reason } }
  assert.equal(await owner.refused(closeMonth, unknown), '404 not_found')

  const closed = await owner.ok(closeMonth, close_last)
  assert.deepEqual([closed.state, closed.reason], ['closed', reason])
  assert.deepEqual(await owner.ok(closeMonth, close_last), closed)
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'month.close', target: last } })
  assert.equal(events.length, 1)
  await assert.rejects(change(`update month_closing set figures = '{}'`), /does not change/)
  await assert.rejects(change('delete from month_closing'), /does not change/)
})

test('a month is closed an hour after its end at the earliest', async () => {
  await bookJob()
  const hour = 3_600_000
  const end = Date.parse(`${monthAgo(1)}-01T00:00:00Z`)
  const by = { ...byOperator('scratched'), reason }
  const closeAt = (now: number) => closeMonthAt(db, { month: last, by, now: new Date(now) })
  await assert.rejects(closeAt(end + hour - 1), { code: 'wrong_state' })
  assert.equal(await closeAt(end + hour), true)
})

test('a later movement is shown as a difference of the closed month, and found by the daily check', async () => {
  await bookJob()
  const closed = await close(last)
  assert.deepEqual(closed.differences, [])
  assert.equal((await read(before)).checks.agrees_with_next_month, true)
  assert.equal((await read(monthAgo(1))).checks.follows_month_before, true)
  await recheckClosings(db)
  assert.equal((await read(last)).differs_since, null)

  await book({ month: last, kind: 'refund', debit: 'platform:fees', credit: 'processor:sandbox', cents: 30 })
  const now = await read(last)
  assert.deepEqual(now.accounts, closed.accounts)
  assert.deepEqual(
    now.differences.filter(({ account }) => account === 'platform:fees'),
    [
      { account: 'platform:fees', figure: 'closing', closed_cents: 100, now_cents: 70 },
      { account: 'platform:fees', figure: 'refund:debit', closed_cents: 0, now_cents: 30 },
    ],
  )
  await recheckClosings(db)
  assert.equal((await read(last)).differs_since, null)
  await change(`update month_closing set checked_at = now() - interval '25 hours'`)
  await Promise.all([recheckClosings(db), recheckClosings(db)])
  assert.ok((await read(last)).differs_since)
})

test('a month whose check fails is checked again', async () => {
  await bookJob()
  await close(last)
  await change(`update month_closing set checked_at = now() - interval '25 hours'`)
  const checkedAt = (await read(last)).checked_at
  await change('alter table ledger_transfer rename column at to at_hidden')
  await assert.rejects(recheckClosings(db))
  await change('alter table ledger_transfer rename column at_hidden to at')
  assert.equal((await read(last)).checked_at, checkedAt)
  await recheckClosings(db)
  assert.notEqual((await read(last)).checked_at, checkedAt)
})

test('a member reads and downloads only so many months in a minute', async () => {
  await bookJob()
  const reader = await joinAs(app, owner, 'viewer')
  const params = { month: last }
  for (let call = 0; call < 30; call++) await reader.ok(readMonth, { params })
  assert.equal(await reader.refused(readMonth, { params }), '429 rate_limit_exceeded')
  for (let call = 0; call < 12; call++) await reader.call(exportMonth, { params })
  assert.equal(await reader.refused(exportMonth, { params }), '429 rate_limit_exceeded')
  assert.equal(await reader.refused(exportMonth, { params: { month: monthAgo(4) } }), '404 not_found')
})

test('the file has each account with its movements', async () => {
  await bookJob()
  const { text, headers } = await viewer.call(exportMonth, { params: { month: last } })
  assert.equal(headers.get('content-disposition'), `attachment; filename="dray-month-${last}.csv"`)
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  assert.equal(lines[0], 'month,account,figure,debit_cents,credit_cents,balance_cents')
  assert.ok(lines.includes(`${last},carrier,share,0,900,`))
  assert.ok(lines.includes(`${last},carrier,closing,,,900`))
})

test('months are listed a page at a time', async () => {
  await bookJob()
  const first = await viewer.ok(listMonths, { query: { limit: 2 } })
  const next = await viewer.ok(listMonths, { query: { limit: 2, before: first.next ?? '' } })
  assert.deepEqual(
    [...first.months, ...next.months].map(({ month }) => month),
    [monthAgo(0), monthAgo(1), last, before],
  )
  assert.equal(next.next, null)
})

const accounts = [
  'processor:sandbox',
  'wallet:1',
  'wallet:2',
  'held:1',
  'captured:1',
  'carrier:1',
  'platform:fees',
]
const movement = fc.record({
  month: fc.constantFrom(monthAgo(4), before, last, monthAgo(1)),
  debit: fc.constantFrom(...accounts),
  credit: fc.constantFrom(...accounts),
  cents: fc.integer({ min: 1, max: 100_000 }),
})

test('each month opens with the closing balance of the month before, with any movements and any months closed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { maxLength: 20 }),
      fc.subarray([monthAgo(4), before, last]),
      async (movements, toClose) => {
        await change('truncate month_closing')
        await change('delete from ledger_transfer')
        await book({ month: monthAgo(4), debit: 'processor:sandbox', credit: 'wallet:1', cents: 1 })
        for (const each of movements) if (each.debit !== each.credit) await book(each)
        for (const month of toClose) await close(month)
        const reports: ReturnType<typeof presentReport>[] = []
        for (const month of [monthAgo(4), before, last, monthAgo(1)])
          reports.push(
            presentReport(
              (await readReport(db.kysely, month)) ?? assert.fail(month),
              wordsWithPhones('whole'),
            ),
          )
        for (const [index, { accounts: now, checks, differences }] of reports.entries()) {
          assert.equal(checks.balanced, true)
          assert.deepEqual(differences, [])
          assert.notEqual(checks.follows_month_before, false)
          assert.notEqual(checks.agrees_with_next_month, false)
          const next = reports[index + 1]?.accounts ?? []
          for (const { account, closing_cents } of index === 3 ? [] : now)
            assert.equal(next.find((each) => each.account === account)?.opening_cents ?? 0, closing_cents)
        }
      },
    ),
    { numRuns: 12 },
  )
})
