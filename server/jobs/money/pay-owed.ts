import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Lets the transfers go that waited for their carriers to say where to (`share-out.ts`), of those who have by now. */
export async function payOwed({ kysely }: { kysely: Kysely<Tables> }): Promise<void> {
  await sql`
    update payment_effect effect set due_at = now()
    from payment, payout_account payout
    where effect.kind = 'transfer' and effect.status = 'due' and effect.due_at = 'infinity'
      and payment.id = effect.payment_id
      and payout.carrier_id = effect.carrier_id and payout.processor = payment.processor and payout.ready`.execute(
    kysely,
  )
}
