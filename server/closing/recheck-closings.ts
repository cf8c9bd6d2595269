import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { compareFigures } from './compare-figures.ts'
import { readMonthFigures } from './month-figures.ts'

/**
 * Compares each closed month with the ledger once a day, one month at a time. The instant of the check is stored with its
 * result in one statement, so after a crash the month is still due. If two nodes compare a month at once, only the first
 * result is stored.
 */
export async function recheckClosings({ kysely }: { kysely: Kysely<Tables> }): Promise<void> {
  const due = await kysely
    .selectFrom('month_closing')
    .select(['month', 'figures', sql<string>`checked_at::text`.as('checkedAt')])
    .where('checked_at', '<', sql<Date>`now() - interval '1 day'`)
    .orderBy('checked_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return
  const differences = compareFigures(due.figures, await readMonthFigures(kysely, due.month))
  await kysely
    .updateTable('month_closing')
    .set({
      checked_at: sql<Date>`now()`,
      differences: JSON.stringify(differences),
      differs_since:
        differences.length > 0 ? sql<Date>`coalesce(differs_since, now())` : sql<Date>`null::timestamptz`,
    })
    .where('month', '=', due.month)
    .where('checked_at', '=', sql<Date>`${due.checkedAt}::timestamptz`)
    .execute()
}
