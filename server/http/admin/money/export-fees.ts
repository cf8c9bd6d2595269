import type { FastifyInstance } from 'fastify'
import { exportFees as operation } from '#contract/admin/money/fees.ts'
import { findFees } from '../../../payments/queries/find-fees.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { feeColumns, presentFee } from './present-fee.ts'
import { type FileNeeds, sendFile } from './send-file.ts'

/** Sends the fees that the filters let through as a file. */
export function mountExportFees(scope: FastifyInstance, needs: FileNeeds): void {
  mount(scope, operation, async ({ query, ...call }) => {
    const words = shownWords(call.caller)
    return sendFile(needs, call, {
      name: 'fees',
      columns: feeColumns,
      async find(at) {
        const { rows, next } = await findFees(needs.kysely, { ...filtersOf(query), ...at })
        return { rows: rows.map((row) => presentFee(row, words)), next }
      },
    })
  })
}
