import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Processors } from '../../payments/providers/processors.ts'

/** Whether the hold of a job is real money. A processor that is not connected any more counts as real. */
export async function movesRealMoney(
  { kysely, processors }: { kysely: Kysely<Tables>; processors: Pick<Processors, 'named'> },
  jobId: string,
): Promise<boolean> {
  const payment = await kysely
    .selectFrom('payment')
    .select(['processor', 'mode'])
    .where('job_id', '=', jobId)
    .where('held_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!payment || payment.mode === 'test') return false
  return processors.named(payment.processor)?.movesRealMoney ?? true
}
