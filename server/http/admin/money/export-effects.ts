import type { FastifyInstance } from 'fastify'
import { exportEffects as operation } from '#contract/admin/money/effects.ts'
import { findEffects } from '../../../payments/queries/find-effects.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { effectColumns, presentEffect } from './present-effect.ts'
import { type FileNeeds, sendFile } from './send-file.ts'

/** Sends the calls to the processor that the filters let through as a file. */
export function mountExportEffects(scope: FastifyInstance, needs: FileNeeds): void {
  mount(scope, operation, async ({ query, ...call }) => {
    const words = shownWords(call.caller)
    return sendFile(needs, call, {
      name: 'effects',
      columns: effectColumns,
      async find(at) {
        const { rows, next } = await findEffects(needs.kysely, { ...filtersOf(query), ...at })
        return { rows: rows.map((row) => presentEffect(row, words)), next }
      },
    })
  })
}
