import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportMonth as operation } from '#contract/admin/months.ts'
import { monthCsv } from '../../../closing/month-csv.ts'
import { findMonth, readMonth } from '../../../closing/months.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { type RecordExportNeeds, recordExport } from './record-export.ts'

/** Sends the figures of a month as a file, which is recorded first. */
export function mountExportMonth(scope: FastifyInstance, needs: RecordExportNeeds): void {
  const { kysely } = needs
  mount(scope, operation, async ({ caller, params: { month }, request, reply }) => {
    if (!(await findMonth(kysely, month))) throw notFound
    await recordExport(
      needs,
      { caller, request, reply },
      { act: 'month.export', targets: [{ type: 'month', id: month }], fileName: `dray-month-${month}.csv` },
    )
    const report = await readMonth(kysely, month)
    if (!report) throw notFound
    return Readable.from([monthCsv(month, report.figures)])
  })
}
