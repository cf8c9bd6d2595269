import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readCardSetup } from './card-setup.ts'
import { readHold } from './lost-hold.ts'
import type { Processors } from './processors.ts'

type Db = Kysely<Tables>

export type NewsNeeds = { kysely: Db; processors: Processors }

/**
 * A processor has news of what it calls `reference`: an authorisation, a card being saved, or a payout account. What the
 * news is, is asked of the processor itself, on the path of a customer or a carrier who comes back.
 *
 * @throws ProviderError when it does not answer: the news has to come again.
 */
export async function noteNews(needs: NewsNeeds, reference: string): Promise<void> {
  await hastenPayment(needs.kysely, reference)
  await readHold(needs, reference)
  await readSetup(needs, reference)
  await readPayoutAccount(needs, reference)
}

/**
 * Whatever waits for this payment is due now, and the next run of the effects settles it; not the transfer that waits for
 * its carrier, whom no news of a payment is about.
 */
async function hastenPayment(db: Db, reference: string): Promise<void> {
  await db
    .updateTable('payment_effect')
    .set({ due_at: sql<Date>`least(due_at, now())` })
    .where('status', '=', 'due')
    .where('due_at', '<', sql<Date>`'infinity'`)
    .where('payment_id', 'in', db.selectFrom('payment').select('id').where('reference', '=', reference))
    .execute()
}

/** So that a card is there also for those who closed the page instead of coming back from it. */
async function readSetup(needs: NewsNeeds, reference: string): Promise<void> {
  const setup = await needs.kysely
    .selectFrom('card_setup')
    .select(['id', 'account_id as accountId'])
    .where('reference', '=', reference)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (setup) await readCardSetup(needs, setup)
}

/** Who a carrier is may take a processor days to check; and what it allowed it may take back. */
async function readPayoutAccount({ kysely, processors }: NewsNeeds, reference: string): Promise<void> {
  const account = await kysely
    .selectFrom('payout_account')
    .select('processor')
    .where('reference', '=', reference)
    .executeTakeFirst()
  const processor = account && processors.named(account.processor)
  if (!processor) return
  const { ready } = await processor.readPayoutAccount(reference)
  await kysely
    .updateTable('payout_account')
    .set({ ready })
    .where('reference', '=', reference)
    .where('processor', '=', processor.name)
    .execute()
}
