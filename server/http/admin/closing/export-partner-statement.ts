import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportPartnerStatement as operation } from '#contract/admin/statements.ts'
import { partnerStatementCsv } from '../../../closing/partner-statement-csv.ts'
import { mount } from '../../mount.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { wordsOfPartner } from '../sees-phones.ts'
import { type RecordExportNeeds, recordExport } from './record-export.ts'

/** Sends a partner's statement as a file, which is recorded first. */
export function mountExportPartnerStatement(scope: FastifyInstance, needs: RecordExportNeeds): void {
  const { kysely } = needs
  mount(scope, operation, async ({ caller, params, query: { month }, request, reply }) => {
    const { partner_id: partnerId } = params
    await requirePartner(kysely, partnerId)
    await recordExport(
      needs,
      { caller, request, reply },
      {
        act: 'partner.export_statement',
        targets: [{ type: 'partner', id: partnerId }],
        fileName: `dray-partner-${month}.csv`,
      },
    )
    return Readable.from(partnerStatementCsv(kysely, { partnerId, month, words: wordsOfPartner(caller) }))
  })
}
