import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listEffects as operation } from '#contract/admin/money/effects.ts'
import type { Tables } from '../../../db/tables.ts'
import { findEffects } from '../../../payments/queries/find-effects.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { presentEffect } from './present-effect.ts'

/** Lists calls to the processor. */
export function mountListEffects(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, query }) => {
    const { rows, next } = await findEffects(kysely, filtersOf(query))
    const words = shownWords(caller)
    return { effects: rows.map((row) => presentEffect(row, words)), next }
  })
}
