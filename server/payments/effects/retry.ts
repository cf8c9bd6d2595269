import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { isUnblocked } from './queue.ts'

/**
 * Makes a waiting request due now. The idempotency key is reused, so a request whose response was lost is not repeated.
 * Payouts that wait for an account or a decision are refused. A request that is due or running is unchanged: a repeated
 * act has the same response and records no event.
 *
 * @throws Problem `not_found`; `wrong_state` without a waiting request.
 */
export async function retryEffect(
  { kysely }: { kysely: Kysely<Tables> },
  { effectId, by }: { effectId: string; by: By },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('payment_effect')
      .set({ due_at: sql<Date>`now()` })
      .where('id', '=', effectId)
      .where('status', '=', 'due')
      .where(sql<boolean>`due_at > now() and due_at < 'infinity' and ${isUnblocked}`)
      .returning('payment_id')
      .executeTakeFirst()
    if (!row) return refuseUnlessTried(trx, effectId)
    const targets = [
      { type: 'payment' as const, id: row.payment_id },
      { type: 'effect' as const, id: effectId },
    ]
    await recordAudit(trx, { ...by, act: 'payment.retry', targets })
  })
}

async function refuseUnlessTried(kysely: Kysely<Tables>, effectId: string): Promise<void> {
  const effect = await kysely
    .selectFrom('payment_effect')
    .select(
      sql<boolean>`status = 'running' or (status = 'due' and due_at <= now() and ${isUnblocked})`.as(
        'isTried',
      ),
    )
    .where('id', '=', effectId)
    .executeTakeFirst()
  if (!effect) throw new Problem('not_found', (t) => t.payments.noEffect)
  if (!effect.isTried) throw new Problem('wrong_state', (t) => t.payments.nothingToRetry)
}
