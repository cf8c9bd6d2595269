import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  downloadInvoiceForStaff,
  exportInvoices,
  listInvoices,
  readInvoiceForStaff,
} from '#contract/admin/money/invoices.ts'
import { findAuditEvents } from '../../server/db/find-audit-events.ts'
import { newId } from '../../server/lib/ids.ts'
import { completedDeal } from '../support/deals.ts'
import { newReceipt } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import { download, type MoneyList, walk } from '../support/money-lists.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'
import { newStatement, thisMonth } from '../support/statements.ts'

/* Decision 68: the operator finds every page with a number. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')

const deal = await completedDeal(market)
const other = await completedDeal(market)
const receiptId = await newReceipt(app, deal.customer)
const statementId = await newStatement(app, deal.carrier)
const idsOf = async (query: object) =>
  (await viewer.ok(listInvoices, { query })).invoices.map(({ invoice_id }) => invoice_id)

test('pages are found by series, month, person, job and number, and walked a page at a time', async () => {
  assert.equal((await idsOf({})).length, 4)
  assert.deepEqual(await idsOf({ account_id: deal.customer.accountId }), [receiptId])
  assert.deepEqual(await idsOf({ account_id: deal.carrier.accountId }), [statementId])
  assert.deepEqual(await idsOf({ job_id: deal.job_id }), [receiptId])
  assert.equal((await idsOf({ kind: 'statement' })).length, 2)
  assert.equal((await idsOf({ month: thisMonth() })).length, 4)
  assert.deepEqual(await idsOf({ month: '2020-01' }), [])
  const { number } = await viewer.ok(readInvoiceForStaff, { params: { invoice_id: receiptId } })
  assert.deepEqual(await idsOf({ number }), [receiptId])
  const list: MoneyList = { list: listInvoices, file: exportInvoices, rows: 'invoices', id: 'invoice_id' }
  const inFile = (await download(owner, list)).map(([id]) => id)
  assert.deepEqual(inFile, await walk(viewer, list))
})

test('a page says what its person reads, also after the erasure', async () => {
  const page = await viewer.ok(readInvoiceForStaff, { params: { invoice_id: receiptId } })
  assert.deepEqual([page.total_cents, page.person?.name, page.party.name], [deal.total, 'Ana', 'Ana'])
  assert.deepEqual([page.statement, page.job_id], [null, deal.job_id])
  const month = await viewer.ok(readInvoiceForStaff, { params: { invoice_id: statementId } })
  assert.equal(month.statement?.month, thisMonth())
  assert.equal(month.statement?.movements[0]?.job_id, deal.job_id)
  assert.equal(
    await viewer.refused(readInvoiceForStaff, { params: { invoice_id: newId() } }),
    '404 not_found',
  )
})

test('the file is for staff, and each download is an event', async () => {
  const params = { invoice_id: receiptId }
  assert.equal(await viewer.refused(downloadInvoiceForStaff, { params, query: {} }), '403 role_too_low')
  const staff = await joinAs(app, owner, 'staff')
  const { status, headers } = await staff.call(downloadInvoiceForStaff, { params, query: { language: 'es' } })
  const { number } = await viewer.ok(readInvoiceForStaff, { params })
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/pdf'])
  assert.ok(headers.get('content-disposition')?.includes(`${number}.pdf`))
  const [event] = await findAuditEvents(app.db.kysely, { limit: 1 })
  assert.deepEqual(
    [event?.act, event?.targets.map(({ id }) => id)],
    ['invoice.download', [number, deal.customer.accountId]],
  )
  assert.notEqual(other.job_id, deal.job_id)
})
