import type { FastifyInstance } from 'fastify'
import { exportDisputes as operation } from '#contract/admin/money/disputes.ts'
import { findDisputes } from '../../../payments/queries/find-disputes.ts'
import { mount } from '../../mount.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { exportList } from './export-list.ts'
import { filtersOf } from './filters.ts'
import { disputeColumns, presentDispute } from './present-dispute.ts'

/** Sends the disputes that the filters let through as a file. */
export function mountExportDisputes(scope: FastifyInstance, needs: RecordExportNeeds): void {
  mount(scope, operation, async ({ query: { with_phones: withPhones, ...filters }, ...call }) =>
    exportList(needs, call, {
      name: 'disputes',
      withPhones,
      columns: disputeColumns,
      find: (at) => findDisputes(needs.kysely, { ...filtersOf(filters), ...at }),
      present: presentDispute,
    }),
  )
}
