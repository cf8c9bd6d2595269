import type { monthOperations } from '#contract/admin/months.ts'
import type { reconciliationOperations } from '#contract/admin/reconciliation.ts'
import type { statementOperations } from '#contract/admin/statements.ts'
import {
  carrierStatementFile,
  findCarrier,
  readCarrierStatement,
} from '../../../closing/carrier-statement.ts'
import { closeMonth } from '../../../closing/close-month.ts'
import { readMonthTotals } from '../../../closing/month-totals.ts'
import { findMonth, listMonths, monthFile, readMonth } from '../../../closing/months.ts'
import { partnerStatementFile, readPartnerStatement } from '../../../closing/partner-statement.ts'
import {
  explainDifference,
  listDifferences,
  listReconciliations,
  readDifference,
  readReconciliation,
  repeatReconciliation,
} from '../../../closing/reconciliations.ts'
import { readPage } from '../../../lib/page.ts'
import { notFound } from '../../errors/errors.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handlers } from '../../mount.ts'
import { sendFile } from '../../responses/send-file.ts'
import { byCaller } from '../by-caller.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { shownWords, wordsOfFile, wordsOfPartner } from '../sees-phones.ts'
import {
  presentCarrierStatement,
  presentDifference,
  presentListedMonth,
  presentPartnerStatement,
  presentReconciliation,
  presentReport,
} from './present.ts'

export type ClosingNeeds = RecordExportNeeds

/** The comparison with the processor, statements, and the closing of months. */
export const closingHandlers: Handlers<
  typeof reconciliationOperations | typeof statementOperations | typeof monthOperations,
  ClosingNeeds
> = {
  listReconciliations:
    ({ kysely }) =>
    async ({ caller, query }) => {
      const find = (limit: number) => listReconciliations(kysely, { ...query, limit })
      const { rows, next } = await readPage(query, find, ({ id }) => id)
      const words = shownWords(caller)
      return { reconciliations: rows.map((run) => presentReconciliation(run, words)), next }
    },
  readReconciliation:
    ({ kysely }) =>
    async ({ caller, params, query }) => {
      const { reconciliation_id: runId } = params
      const run = await readReconciliation(kysely, runId)
      if (!run) throw notFound
      const find = (limit: number) => listDifferences(kysely, { runId, before: query.before, limit })
      const { rows, next } = await readPage(query, find, ({ id }) => id)
      const words = shownWords(caller)
      const differences = rows.map((difference) => presentDifference(difference, words))
      return { reconciliation: presentReconciliation(run, words), differences, next }
    },
  repeatReconciliation:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const { reconciliation_id: id } = params
      const by = byCaller(caller, request, body.reason)
      if (!(await repeatReconciliation({ kysely }, { id, by }))) throw notFound
      const run = await readReconciliation(kysely, id)
      if (!run) throw notFound
      return presentReconciliation(run, shownWords(caller))
    },
  explainDifference:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const { difference_id: id } = params
      const by = byCaller(caller, request, body.reason)
      if (!(await explainDifference({ kysely }, { id, by }))) throw notFound
      const difference = await readDifference(kysely, id)
      if (!difference) throw notFound
      return presentDifference(difference, shownWords(caller))
    },
  readCarrierStatement:
    ({ kysely }) =>
    async ({ caller, params: { account_id: accountId }, query }) => {
      const statement = await readCarrierStatement(kysely, { accountId, ...query })
      if (!statement) throw notFound
      return presentCarrierStatement(statement, shownWords(caller))
    },
  exportCarrierStatement: (needs) => {
    const { kysely } = needs
    return async ({ caller, params, query: { month }, request, reply }) => {
      const { account_id: accountId } = params
      if (!(await findCarrier(kysely, accountId))) throw notFound
      const targets = [{ type: 'account' as const, id: accountId }]
      const event = { act: 'account.export_statement' as const, targets, limit: exportLimit }
      await recordExport(needs, { caller, request }, event)
      const parts = carrierStatementFile(kysely, { accountId, month })
      return sendFile(reply, { name: `dray-carrier-${month}`, type: 'csv', parts })
    }
  },
  readPartnerStatement:
    ({ kysely }) =>
    async ({ caller, params: { partner_id: partnerId }, query }) => {
      const statement = await readPartnerStatement(kysely, { partnerId, ...query })
      if (!statement) throw notFound
      return presentPartnerStatement(statement, wordsOfPartner(caller))
    },
  /**
   * Sends a partner's statement as a file, which is recorded first. On the partner's own pages the file is not masked,
   * because the partner sent all of it.
   */
  exportPartnerStatement: (needs) => {
    const { kysely } = needs
    return async ({ caller, params, query, request, reply }) => {
      const { partner_id: partnerId } = params
      const { month, with_phones: withPhones = false } = query
      const isOfStaff = caller.partnerId === null
      const words = isOfStaff ? wordsOfFile(caller, withPhones) : wordsOfPartner(caller)
      await requirePartner(kysely, partnerId)
      await recordExport(
        needs,
        { caller, request },
        {
          act: 'partner.export_statement',
          targets: [{ type: 'partner', id: partnerId }],
          limit: exportLimit,
          ...(isOfStaff && { withPhones }),
        },
      )
      const parts = partnerStatementFile(kysely, { partnerId, month, words })
      return sendFile(reply, { name: `dray-partner-${month}`, type: 'csv', parts })
    }
  },
  listMonths:
    ({ kysely }) =>
    async ({ caller, query }) => {
      const find = (limit: number) => listMonths(kysely, { before: query.before, limit })
      const { rows, next } = await readPage(query, find, ({ month }) => month)
      const totals = await readMonthTotals(
        kysely,
        rows.map(({ month }) => month),
      )
      const words = shownWords(caller)
      return { months: rows.map((month) => presentListedMonth(month, { totals, words })), next }
    },
  readMonth:
    ({ kysely, limiter }) =>
    async ({ caller, params: { month } }) => {
      const decision = await limiter.take(`member:${caller.memberId}:months`, maxPerMinute)
      if (!decision.allowed) throw rateLimited(decision)
      const report = await readMonth(kysely, month)
      if (!report) throw notFound
      return presentReport(report, shownWords(caller))
    },
  exportMonth: (needs) => {
    const { kysely } = needs
    return async ({ caller, params: { month }, request, reply }) => {
      if (!(await findMonth(kysely, month))) throw notFound
      const targets = [{ type: 'month' as const, id: month }]
      await recordExport(needs, { caller, request }, { act: 'month.export', targets, limit: exportLimit })
      const report = await readMonth(kysely, month)
      if (!report) throw notFound
      const parts = monthFile(month, report.figures)
      return sendFile(reply, { name: `dray-month-${month}`, type: 'csv', parts })
    }
  },
  closeMonth:
    ({ kysely }) =>
    async ({ caller, params: { month }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      const report = (await closeMonth({ kysely }, { month, by })) ? await readMonth(kysely, month) : null
      if (!report) throw notFound
      return presentReport(report, shownWords(caller))
    },
}

/** Limit per member: the figures of an open month are computed for each request. */
const maxPerMinute = 30

/** Files of statements and months together. */
const exportLimit = { of: 'statements', perMinute: 12 }
