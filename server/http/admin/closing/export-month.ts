import type { FastifyInstance } from 'fastify'
import { exportMonth as operation } from '#contract/admin/months.ts'
import { monthFile } from '../../../closing/month-file.ts'
import { findMonth, readMonth } from '../../../closing/months.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { sendFile } from '../../send-file.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { exportLimit } from './export-limit.ts'

/** Sends the figures of a month as a file, which is recorded first. */
export function mountExportMonth(scope: FastifyInstance, needs: RecordExportNeeds): void {
  const { kysely } = needs
  mount(scope, operation, async ({ caller, params: { month }, request, reply }) => {
    if (!(await findMonth(kysely, month))) throw notFound
    const targets = [{ type: 'month' as const, id: month }]
    await recordExport(needs, { caller, request }, { act: 'month.export', targets, limit: exportLimit })
    const report = await readMonth(kysely, month)
    if (!report) throw notFound
    const parts = monthFile(month, report.figures)
    return sendFile(reply, { name: `dray-month-${month}`, type: 'csv', parts })
  })
}
