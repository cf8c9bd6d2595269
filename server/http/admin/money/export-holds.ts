import type { FastifyInstance } from 'fastify'
import { exportHolds as operation } from '#contract/admin/money/holds.ts'
import { findHolds } from '../../../payments/queries/find-holds.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { holdColumns, presentHold } from './present-hold.ts'
import { type FileNeeds, sendFile } from './send-file.ts'

/** Sends the holds that the filters let through as a file. */
export function mountExportHolds(scope: FastifyInstance, needs: FileNeeds): void {
  mount(scope, operation, async ({ query, ...call }) => {
    const words = shownWords(call.caller)
    return sendFile(needs, call, {
      name: 'holds',
      columns: holdColumns,
      async find(at) {
        const { rows, next } = await findHolds(needs.kysely, { ...filtersOf(query), ...at })
        return { rows: rows.map((row) => presentHold(row, words)), next }
      },
    })
  })
}
