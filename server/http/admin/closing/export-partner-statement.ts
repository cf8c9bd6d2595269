import type { FastifyInstance } from 'fastify'
import { exportPartnerStatement as operation } from '#contract/admin/statements.ts'
import { partnerStatementFile } from '../../../closing/partner-statement-file.ts'
import { mount } from '../../mount.ts'
import { sendFile } from '../../send-file.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { wordsOfFile, wordsOfPartner } from '../sees-phones.ts'
import { exportLimit } from './export-limit.ts'

/**
 * Sends a partner's statement as a file, which is recorded first. On the partner's own pages the file is whole, as the page
 * is: it has only what the partner sent.
 */
export function mountExportPartnerStatement(scope: FastifyInstance, needs: RecordExportNeeds): void {
  const { kysely } = needs
  mount(scope, operation, async ({ caller, params, query, request, reply }) => {
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
  })
}
