import type { FastifyInstance } from 'fastify'
import { exportHolds as operation } from '#contract/admin/money/holds.ts'
import { findHolds } from '../../../payments/queries/find-holds.ts'
import { mount } from '../../mount.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { exportList } from './export-list.ts'
import { filtersOf } from './filters.ts'
import { holdColumns, presentHold } from './present-hold.ts'

/** Sends the holds that the filters let through as a file. */
export function mountExportHolds(scope: FastifyInstance, needs: RecordExportNeeds): void {
  mount(scope, operation, async ({ query: { with_phones: withPhones, ...filters }, ...call }) =>
    exportList(needs, call, {
      name: 'holds',
      withPhones,
      columns: holdColumns,
      find: (at) => findHolds(needs.kysely, { ...filtersOf(filters), ...at }),
      present: presentHold,
    }),
  )
}
