import type { FastifyInstance } from 'fastify'
import { exportDisputes as operation } from '#contract/admin/money/disputes.ts'
import { findDisputes } from '../../../payments/queries/find-disputes.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { disputeColumns, presentDispute } from './present-dispute.ts'
import { type FileNeeds, sendFile } from './send-file.ts'

/** Sends the disputes that the filters let through as a file. */
export function mountExportDisputes(scope: FastifyInstance, needs: FileNeeds): void {
  mount(scope, operation, async ({ query, ...call }) => {
    const words = shownWords(call.caller)
    return sendFile(needs, call, {
      name: 'disputes',
      columns: disputeColumns,
      async find(at) {
        const { rows, next } = await findDisputes(needs.kysely, { ...filtersOf(query), ...at })
        return { rows: rows.map((row) => presentDispute(row, words)), next }
      },
    })
  })
}
