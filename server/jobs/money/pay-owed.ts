import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { queueTransfer } from './share-out.ts'

/**
 * Queues what carriers earned before they said where it goes, now that they have. A share is in the books once for each
 * payment, and its transfer is queued once for each, so that a second node finds nothing.
 */
export async function payOwed({ kysely }: { kysely: Kysely<Tables> }, signal: AbortSignal): Promise<void> {
  for (const owed of await owedAndReady(kysely)) {
    if (signal.aborted) return
    await kysely.transaction().execute(async (trx) => {
      // Two nodes would write the same transfer; the second waits here, and then sees it.
      await sql`select from payment where id = ${owed.paymentId} for update`.execute(trx)
      if (await isQueued(trx, owed)) return
      await queueTransfer(trx, owed)
    })
  }
}

type Owed = { paymentId: string; carrierId: string; amountCents: number }

async function owedAndReady(kysely: Kysely<Tables>): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select p.id as "paymentId", a.carrier_id as "carrierId", l.amount_cents as "amountCents"
    from payout_account a
    join ledger_transfer l on l.credit = 'carrier:' || a.carrier_id and l.kind = 'share'
    join payment p on p.id = l.payment_id and p.processor = a.processor
    where a.ready and not exists (
      select from payment_effect e where e.payment_id = p.id and e.kind = 'transfer' and e.status <> 'refused')
    order by l.at
    limit 200`.execute(kysely)
  return rows
}

async function isQueued(kysely: Kysely<Tables>, { paymentId }: Owed): Promise<boolean> {
  const row = await kysely
    .selectFrom('payment_effect')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'transfer')
    .where('status', '<>', 'refused')
    .executeTakeFirst()
  return row !== undefined
}
