import type { FastifyInstance } from 'fastify'
import { exportLedgerRows as operation } from '#contract/admin/money/ledger.ts'
import { findLedgerRows } from '../../../payments/queries/find-ledger-rows.ts'
import { mount } from '../../mount.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { exportList } from './export-list.ts'
import { filtersOf } from './filters.ts'
import { ledgerRowColumns, presentLedgerRow } from './present-ledger-row.ts'

/** Sends the rows of the ledger that the filters let through as a file. */
export function mountExportLedgerRows(scope: FastifyInstance, needs: RecordExportNeeds): void {
  mount(scope, operation, async ({ query: { with_phones: withPhones, ...filters }, ...call }) =>
    exportList(needs, call, {
      name: 'ledger-rows',
      withPhones,
      columns: ledgerRowColumns,
      find: (at) => findLedgerRows(needs.kysely, { ...filtersOf(filters), ...at }),
      present: presentLedgerRow,
    }),
  )
}
