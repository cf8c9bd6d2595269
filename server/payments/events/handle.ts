import { readCardSetup } from '../cards/setup.ts'
import { makePaymentDueNow, makeTransfersDueNow } from '../effects/queue.ts'
import { readRefundAgain } from './failed-refunds.ts'
import { readHold } from './holds.ts'
import type { ProcessorEventNeeds } from './needs.ts'
import { bookForeignRefunds } from './refunds-by-hand.ts'

/**
 * Handles an event about `reference`: an authorisation, a refund, a card setup or a payout account. The event is only a
 * hint: the state is read from the processor, with the same code as when a customer or a carrier returns to the app.
 *
 * @throws ProviderError when the processor does not respond: the event must be retried.
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
