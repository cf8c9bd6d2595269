import type { FastifyInstance } from 'fastify'
import { exportEffects as operation } from '#contract/admin/money/effects.ts'
import { findEffects } from '../../../payments/queries/find-effects.ts'
import { mount } from '../../mount.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { exportList } from './export-list.ts'
import { filtersOf } from './filters.ts'
import { effectColumns, presentEffect } from './present-effect.ts'

/** Sends the calls to the processor that the filters let through as a file. */
export function mountExportEffects(scope: FastifyInstance, needs: RecordExportNeeds): void {
  mount(scope, operation, async ({ query: { with_phones: withPhones, ...filters }, ...call }) =>
    exportList(needs, call, {
      name: 'effects',
      withPhones,
      columns: effectColumns,
      find: (at) => findEffects(needs.kysely, { ...filtersOf(filters), ...at }),
      present: presentEffect,
    }),
  )
}
