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

export type ProcessorEventNeeds = {
  kysely: Kysely<Tables>
  processors: Processors
  /** Called with what the operator should look at; the text contains ids and amounts only. */
  onMoneyAlert: (alert: string) => void
  settle: Settle
  /** Applies a dispute to the jobs that were paid with the payment. */
  onDisputed: OnDisputed
}

/**
 * Handles an event about `reference`: an authorisation, a refund, a card setup or a payout account. The event is only
 * a hint: the state is read from the processor, with the same code as when a customer or a carrier returns to the
 * app.
 *
 * @throws ProviderError when the processor does not answer: the event must be delivered again.
 */
export async function handleProcessorEvent(needs: ProcessorEventNeeds, reference: string): Promise<void> {
  await makePaymentDueNow(needs.kysely, reference)
  await readHold(needs, reference)
  await readRefundAgain(needs, reference)
  await bookForeignRefunds(needs, reference)
  await readSetup(needs, reference)
  await readPayoutAccount(needs, reference)
}

/** Saves the card also when the customer closed the processor's page instead of returning to the app. */
async function readSetup(needs: ProcessorEventNeeds, reference: string): Promise<void> {
  const setup = await needs.kysely
    .selectFrom('card_setup')
    .select(['id', 'account_id as accountId'])
    .where('reference', '=', reference)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (setup) await readCardSetup(needs, setup)
}

/** Checking a carrier's identity may take the processor days, and it may withdraw its approval later. */
async function readPayoutAccount(
  { kysely, processors }: ProcessorEventNeeds,
  reference: string,
): Promise<void> {
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
