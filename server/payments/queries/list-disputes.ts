import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** `dray dispute list`: disputes and fraud warnings, the newest first; `job_id` is null for a top-up. */
export async function listDisputes(kysely: Kysely<Tables>, { openOnly }: { openOnly: boolean }) {
  return kysely
    .selectFrom('dispute')
    .leftJoin('payment', 'payment.id', 'dispute.payment_id')
    .select([
      'dispute.processor',
      'dispute.reference',
      'dispute.kind',
      'dispute.status',
      'dispute.reason',
      'dispute.amount_cents',
    ])
    .select(['withdrawn_cents', 'fee_cents', 'payment_id', 'payment.job_id', 'respond_by'])
    .select(['opened_at', 'closed_at', 'released_at', 'release_reason'])
    .$if(openOnly, (query) => query.where('closed_at', 'is', null))
    .orderBy('opened_at', 'desc')
    .orderBy('dispute.reference')
    .execute()
}

/** Number of open disputes, for `/metrics`. */
export async function countOpenDisputes(kysely: Kysely<Tables>): Promise<number> {
  const { count } = await kysely
    .selectFrom('dispute')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
