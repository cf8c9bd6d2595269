import assert from 'node:assert/strict'
import { exportRequests } from '#contract/admin/activity.ts'
import { exportAuditEvents } from '#contract/admin/audit.ts'
import { downloadJobExport, startJobExport } from '#contract/admin/job-exports.ts'
import { exportDisputes } from '#contract/admin/money/disputes.ts'
import { exportEffects } from '#contract/admin/money/effects.ts'
import { exportFees } from '#contract/admin/money/fees.ts'
import { exportHolds } from '#contract/admin/money/holds.ts'
import { exportInvoices } from '#contract/admin/money/invoices.ts'
import { exportLedgerRows } from '#contract/admin/money/ledger.ts'
import { exportWallets } from '#contract/admin/money/wallets.ts'
import { exportMonth } from '#contract/admin/months.ts'
import { exportCarrierStatement, exportPartnerStatement } from '#contract/admin/statements.ts'
import type { AdminOperation } from '#contract/operation.ts'
import { recordAudit } from '../../server/db/audit.ts'
import { writeExports } from '../../server/jobs/queries/staff/write-export.ts'
import { acceptedDeal, completedDeal, type Deal } from './deals.ts'
import { issueInvoices } from './invoices.ts'
import type { Market } from './market.ts'
import { unknownJob } from './rate-window.ts'
import { settleMoney } from './run-money-tasks.ts'
import type { Staff } from './staff.ts'

/** A CSV file of the panel. */
export type CsvFile = {
  /** Of the operation that sends it. */
  operation: AdminOperation
  input: object
  /** Lets the file have the text in a cell. */
  put: (text: string) => Promise<unknown>
  /** Makes the file where a background task writes it. @returns the input of `operation`. */
  prepare?: (by: Staff, withPhones: boolean) => Promise<object>
  /** Its cell is a text that people typed, which may have a phone. */
  isTyped: boolean
}

type Scene = { market: Market; deal: Deal; month: string }

/** Every CSV file of the panel, each with at least one line. */
export async function everyCsvFile(market: Market): Promise<CsvFile[]> {
  const { app, partner } = market
  // The carrier has no payout account, so the wallets of carriers have a line.
  const deal = await completedDeal(market)
  await acceptedDeal(market)
  await settleMoney(app)
  await issueInvoices(app)
  await partner.call(unknownJob)
  await app.dray.activity.flush()
  await app.db.pool.query(
    `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents)
     select 'sandbox', 'dp_1', 'dispute', id, 'needs_response', 'fraudulent', 100 from payment where job_id = $1 limit 1`,
    [deal.job_id],
  )
  const scene = { market, deal, month: new Date().toISOString().slice(0, 7) }
  return [
    ...typedFiles(scene).map((file) => ({ ...file, isTyped: true })),
    ...plainFiles(scene).map((file) => ({ ...file, isTyped: false })),
  ]
}

type Plain = Omit<CsvFile, 'isTyped'>

const changeIn =
  ({ app }: Market, statement: string, ...values: unknown[]): CsvFile['put'] =>
  (text) =>
    app.db.pool.query(statement, [text, ...values])

function typedFiles({ market, month }: Scene): Plain[] {
  const put = changeIn(market, 'update job set title = $1')
  const ofMonth = { params: { partner_id: market.partner.partnerId }, query: { month } }
  const all = { query: {} }
  return [
    { operation: exportHolds, input: all, put },
    { operation: exportEffects, input: all, put },
    { operation: exportFees, input: all, put },
    { operation: exportLedgerRows, input: all, put },
    {
      operation: exportInvoices,
      input: all,
      put: changeIn(market, 'update account set name = $1'),
    },
    {
      operation: exportDisputes,
      input: all,
      put: changeIn(market, 'update dispute set release_reason = $1'),
    },
    {
      operation: exportWallets,
      input: { query: { holder: 'carrier' } },
      put: changeIn(market, 'update account set name = $1'),
    },
    {
      operation: exportPartnerStatement,
      input: ofMonth,
      put: changeIn(market, 'update job set external_reference = $1'),
    },
    { operation: downloadJobExport, input: {}, put, prepare: (...asked) => writtenExport(market, ...asked) },
  ]
}

async function writtenExport({ app }: Market, by: Staff, withPhones: boolean): Promise<object> {
  const { export_id } = await by.ok(startJobExport, { body: { with_phones: withPhones } })
  await writeExports({ kysely: app.db.kysely }, new AbortController().signal)
  return { params: { export_id } }
}

function plainFiles({ market, deal, month }: Scene): Plain[] {
  const movement = `insert into ledger_transfer (id, kind, debit, credit, amount_cents, mode)
    values (gen_random_uuid(), $1, 'processor:sandbox', 'wallet:1', 100, 'live')`
  return [
    {
      operation: exportRequests,
      input: { params: { partner_id: market.partner.partnerId }, query: {} },
      put: changeIn(market, 'update request_log set field = $1'),
    },
    {
      operation: exportAuditEvents,
      input: { query: { format: 'csv' } },
      put: (reason) => recordReason(market, reason),
    },
    {
      operation: exportCarrierStatement,
      input: { params: { account_id: deal.carrier.accountId }, query: { month } },
      put: changeIn(market, 'update job set short_id = $1 where id = $2', deal.job_id),
    },
    { operation: exportMonth, input: { params: { month } }, put: changeIn(market, movement) },
  ]
}

const recordReason = ({ app }: Market, reason: string) =>
  app.db.kysely.transaction().execute((trx) =>
    recordAudit(trx, {
      actor: { type: 'cli', name: 'Ana' },
      act: 'dispute.release',
      targets: [{ type: 'dispute', id: '1' }],
      reason,
    }),
  )

/** The text of a file, without the mark at its start. */
export async function downloadCsv(
  { operation, input, prepare }: CsvFile,
  by: Staff,
  withPhones = false,
): Promise<string> {
  const given = prepare ? await prepare(by, withPhones) : withPhones ? withPhonesIn(input) : input
  const { status, text, headers } = await by.call(operation, given)
  assert.equal(status, 200, `${operation.operationId}: ${text}`)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="dray-[a-z0-9-]+\.csv"$/)
  assert.equal(headers.get('cache-control'), 'no-store')
  return text.replace(/^\uFEFF/, '')
}

export const withPhonesIn = (input: object): object => ({
  ...input,
  query: { ...('query' in input && (input.query as object)), with_phones: true },
})
