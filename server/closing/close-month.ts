import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { spanOfBooks } from './month.ts'
import { compareFigures, readMonthFigures } from './month-figures.ts'
import { findMonth } from './months.ts'

type Needs = { kysely: Kysely<Tables> }

/** A transaction that began before the end of the month may still add a movement with an earlier time. */
const settlingMs = 3_600_000

/**
 * Stores the figures of a month permanently. A later row of the ledger is shown as a difference. A closed month is
 * unchanged.
 *
 * @returns false for a month before the first movement of the ledger, or in the future.
 * @throws Problem `wrong_state` until an hour after the end of the month.
 */
export async function closeMonth(
  { kysely }: Needs,
  { month, by, now = new Date() }: { month: string; by: By; now?: Date },
): Promise<boolean> {
  const listed = await findMonth(kysely, month)
  if (!listed) return false
  if (listed.state === 'closed') return true
  if (now.getTime() < spanOfBooks(month).end.getTime() + settlingMs) throw notEnded
  const figures = await readMonthFigures(kysely, month)
  await kysely.transaction().execute(async (trx) => {
    const closed = await trx
      .insertInto('month_closing')
      .values({
        month,
        closed_by: by.actor.name,
        reason: by.reason ?? '',
        figures: JSON.stringify(figures),
      })
      .onConflict((conflict) => conflict.column('month').doNothing())
      .returning('month')
      .executeTakeFirst()
    if (closed) await recordAudit(trx, { ...by, act: 'month.close', targets: [{ type: 'month', id: month }] })
  })
  return true
}

const notEnded = new Problem('wrong_state', (t) => t.closing.notEnded)

/**
 * Compares each closed month with the ledger once a day, one month at a time. The result and its instant are stored in
 * one statement, so after a crash the month is still due. If two nodes compare a month concurrently, only the first
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
