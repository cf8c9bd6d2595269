import type { FastifyInstance } from 'fastify'
import { exportFees as operation } from '#contract/admin/money/fees.ts'
import { findFees } from '../../../payments/queries/find-fees.ts'
import { mount } from '../../mount.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { exportList } from './export-list.ts'
import { filtersOf } from './filters.ts'
import { feeColumns, presentFee } from './present-fee.ts'

/** Sends the fees that the filters let through as a file. */
export function mountExportFees(scope: FastifyInstance, needs: RecordExportNeeds): void {
  mount(scope, operation, async ({ query: { with_phones: withPhones, ...filters }, ...call }) =>
    exportList(needs, call, {
      name: 'fees',
      withPhones,
      columns: feeColumns,
      find: (at) => findFees(needs.kysely, { ...filtersOf(filters), ...at }),
      present: presentFee,
    }),
  )
}
