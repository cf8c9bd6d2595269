import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportCarrierStatement as operation } from '#contract/admin/statements.ts'
import { findCarrier } from '../../../closing/carrier-statement.ts'
import { carrierStatementCsv } from '../../../closing/carrier-statement-csv.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { type RecordExportNeeds, recordExport } from './record-export.ts'

/** Sends a carrier's statement as a file, which is recorded first. */
export function mountExportCarrierStatement(scope: FastifyInstance, needs: RecordExportNeeds): void {
  const { kysely } = needs
  mount(scope, operation, async ({ caller, params, query: { month }, request, reply }) => {
    const { account_id: accountId } = params
    if (!(await findCarrier(kysely, accountId))) throw notFound
    await recordExport(
      needs,
      { caller, request, reply },
      {
        act: 'account.export_statement',
        targets: [{ type: 'account', id: accountId }],
        fileName: `dray-carrier-${month}.csv`,
      },
    )
    return Readable.from(carrierStatementCsv(kysely, { accountId, month }))
  })
}
