import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listHolds as operation } from '#contract/admin/money/holds.ts'
import type { Tables } from '../../../db/tables.ts'
import { findHolds } from '../../../payments/queries/find-holds.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { presentHold } from './present-hold.ts'

/** Lists the money that is held. */
export function mountListHolds(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, query }) => {
    const { rows, next } = await findHolds(kysely, filtersOf(query))
    const words = shownWords(caller)
    return { holds: rows.map((row) => presentHold(row, words)), next }
  })
}
