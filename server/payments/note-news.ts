import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readCardSetup } from './card-setup.ts'
import type { OnDisputed } from './disputes.ts'
import { makePaymentDueNow, makeTransfersDueNow } from './due-now.ts'
import { bookForeignRefunds } from './foreign-refunds.ts'
import { readRefundAgain } from './late-refund.ts'
import type { Processors } from './processors.ts'
import { readHold } from './read-hold.ts'
import type { Settle } from './settled-effect.ts'

export type NewsNeeds = {
  kysely: Kysely<Tables>
  processors: Processors
  /** Told of what a person should look at; the text names ids and amounts only. */
  onMoneyAlert: (alert: string) => void
  settle: Settle
  /** What a dispute means for the jobs that were paid with the payment. */
  onDisputed: OnDisputed
}

/**
 * A processor has news of what it calls `reference`: an authorisation, a refund, a card being saved, or a payout account. What the
 * news is, is asked of the processor itself, on the path of a customer or a carrier who comes back.
 *
 * @throws ProviderError when it does not answer: the news has to come again.
 */
export async function noteNews(needs: NewsNeeds, reference: string): Promise<void> {
  await makePaymentDueNow(needs.kysely, reference)
  await readHold(needs, reference)
  await readRefundAgain(needs, reference)
  await bookForeignRefunds(needs, reference)
  await readSetup(needs, reference)
  await readPayoutAccount(needs, reference)
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
  const changed = await kysely
    .updateTable('payout_account')
    .set({ ready })
    .where('reference', '=', reference)
    .where('processor', '=', processor.name)
    .returning(['carrier_id as carrierId', 'processor'])
    .executeTakeFirst()
  if (ready && changed) await makeTransfersDueNow(kysely, changed)
}
