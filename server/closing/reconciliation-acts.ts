import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'

type Needs = { kysely: Kysely<Tables> }
type Act = { id: string; by: By }

/**
 * Lets a background task compare a day again. A day that is due or being compared is left as it is.
 *
 * @returns false when there is no such comparison.
 */
export function repeatReconciliation({ kysely }: Needs, { id, by }: Act): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('reconciliation_run')
      .set({ status: 'due', attempts: 0, due_at: sql<Date>`now()`, last_error: null })
      .where('id', '=', id)
      .where(sql<boolean>`(status in ('done', 'failed') or (status = 'due' and last_error is not null))`)
      .executeTakeFirst()
    if (numUpdatedRows === 1n)
      await recordAudit(trx, {
        ...by,
        act: 'reconciliation.repeat',
        targets: [{ type: 'reconciliation', id }],
      })
    if (numUpdatedRows === 1n) return true
    const known = await trx
      .selectFrom('reconciliation_run')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    return known !== undefined
  })
}

/**
 * Records why an open difference is in order; it leaves *Today*. If its amounts change later, it is open again. A
 * difference that is explained or settled is left as it is.
 *
 * @returns false when there is no such difference.
 */
export function explainDifference({ kysely }: Needs, { id, by }: Act): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const explained = await trx
      .updateTable('reconciliation_difference')
      .set({ explained_at: sql<Date>`now()`, explained_by: by.actor.name, explanation: by.reason ?? '' })
      .where('id', '=', id)
      .where('explained_at', 'is', null)
      .where('settled_at', 'is', null)
      .returning(['run_id', 'payment_id'])
      .executeTakeFirst()
    if (!explained) {
      const known = await trx
        .selectFrom('reconciliation_difference')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst()
      return known !== undefined
    }
    const { run_id: runId, payment_id: paymentId } = explained
    const payment = paymentId ? [{ type: 'payment' as const, id: paymentId }] : []
    const targets = [
      { type: 'difference' as const, id },
      { type: 'reconciliation' as const, id: runId },
      ...payment,
    ]
    await recordAudit(trx, { ...by, act: 'reconciliation.explain', targets })
    return true
  })
}
