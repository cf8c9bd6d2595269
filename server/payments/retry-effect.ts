import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'

/**
 * Makes a waiting call due now. The idempotency key stays, so a call whose answer was lost is not repeated. Payouts that
 * wait for an account or a decision are refused.
 *
 * @throws Problem `not_found`; `wrong_state` when there is nothing to wait for.
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
      .where(sql<boolean>`due_at > now() and due_at < 'infinity' and (kind <> 'transfer' or not exists (
        select from payment p join money_block b on b.job_id = p.job_id
        where p.id = payment_effect.payment_id and b.lifted_at is null))`)
      .returning('payment_id')
      .executeTakeFirst()
    if (!row) throw await whyNot(trx, effectId)
    const targets = [
      { type: 'payment' as const, id: row.payment_id },
      { type: 'effect' as const, id: effectId },
    ]
    await recordAudit(trx, { ...by, act: 'payment.retry', targets })
  })
}

async function whyNot(kysely: Kysely<Tables>, effectId: string): Promise<Problem> {
  const effect = await kysely
    .selectFrom('payment_effect')
    .select('id')
    .where('id', '=', effectId)
    .executeTakeFirst()
  return effect
    ? new Problem('wrong_state', (t) => t.payments.nothingToRetry)
    : new Problem('not_found', (t) => t.payments.noEffect)
}
