import type { FastifyInstance } from 'fastify'
import { exportLedgerRows as operation } from '#contract/admin/money/ledger.ts'
import { findLedgerRows } from '../../../payments/queries/find-ledger-rows.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { ledgerRowColumns, presentLedgerRow } from './present-ledger-row.ts'
import { type FileNeeds, sendFile } from './send-file.ts'

/** Sends the rows of the ledger that the filters let through as a file. */
export function mountExportLedgerRows(scope: FastifyInstance, needs: FileNeeds): void {
  mount(scope, operation, async ({ query, ...call }) => {
    const words = shownWords(call.caller)
    return sendFile(needs, call, {
      name: 'ledger-rows',
      columns: ledgerRowColumns,
      async find(at) {
        const { rows, next } = await findLedgerRows(needs.kysely, { ...filtersOf(query), ...at })
        return { rows: rows.map((row) => presentLedgerRow(row, words)), next }
      },
    })
  })
}
