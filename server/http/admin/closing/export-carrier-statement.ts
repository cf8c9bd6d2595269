import type { FastifyInstance } from 'fastify'
import { exportCarrierStatement as operation } from '#contract/admin/statements.ts'
import { findCarrier } from '../../../closing/carrier-statement.ts'
import { carrierStatementFile } from '../../../closing/carrier-statement-file.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { sendFile } from '../../send-file.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { exportLimit } from './export-limit.ts'

/** Sends a carrier's statement as a file, which is recorded first. */
export function mountExportCarrierStatement(scope: FastifyInstance, needs: RecordExportNeeds): void {
  const { kysely } = needs
  mount(scope, operation, async ({ caller, params, query: { month }, request, reply }) => {
    const { account_id: accountId } = params
    if (!(await findCarrier(kysely, accountId))) throw notFound
    const targets = [{ type: 'account' as const, id: accountId }]
    const event = { act: 'account.export_statement' as const, targets, limit: exportLimit }
    await recordExport(needs, { caller, request }, event)
    const parts = carrierStatementFile(kysely, { accountId, month })
    return sendFile(reply, { name: `dray-carrier-${month}`, type: 'csv', parts })
  })
}
