import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listMonths as operation } from '#contract/admin/months.ts'
import { defaultPageSize } from '#contract/admin/paging.ts'
import { readMonthTotals } from '../../../closing/month-totals.ts'
import { listMonths } from '../../../closing/months.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { presentListedMonth } from './present-month.ts'

/** Lists the months of the books, newest first. */
export function mountListMonths(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, query: { before, limit = defaultPageSize } }) => {
    // One more tells whether there is a next page.
    const found = await listMonths(kysely, { before, limit: limit + 1 })
    const shown = found.slice(0, limit)
    const next = found.length > limit ? (shown.at(-1)?.month ?? null) : null
    const totals = await readMonthTotals(
      kysely,
      shown.map(({ month }) => month),
    )
    const words = shownWords(caller)
    return { months: shown.map((month) => presentListedMonth(month, { totals, words })), next }
  })
}
