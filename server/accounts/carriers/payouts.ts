import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import type { Processor } from '../../payments/processor.ts'

export type PayoutNeeds = {
  kysely: Kysely<Tables>
  processor: Pick<Processor, 'name' | 'startPayoutSetup' | 'readPayoutAccount'>
}

/**
 * Starts the setup of a carrier's payout account. The processor identifies the account by the carrier, so concurrent
 * requests get the same account.
 *
 * @returns the URL of the processor's page, or null when the setup is complete.
 */
export async function startPayoutSetup(
  needs: PayoutNeeds,
  { carrierId, returnUrl }: { carrierId: string; returnUrl: string },
): Promise<string | null> {
  const { kysely, processor } = needs
  const known = await findAccount(needs, carrierId)
  const asked = { carrierId, reference: known?.reference ?? null, returnUrl }
  const { reference, url } = await processor.startPayoutSetup(asked)
  await kysely
    .insertInto('payout_account')
    .values({ carrier_id: carrierId, processor: processor.name, reference })
    .onConflict((conflict) =>
      conflict
        .columns(['carrier_id', 'processor'])
        .doUpdateSet({ reference, ready: false })
        .where('payout_account.reference', '<>', reference),
    )
    .execute()
  await refreshPayouts(needs, carrierId)
  return url
}

/** Checks whether a payout account has become ready. If the processor does not respond, the next request retries. */
export async function refreshPayouts(needs: PayoutNeeds, carrierId: string): Promise<void> {
  const account = await findAccount(needs, carrierId)
  if (!account || account.ready) return
  const { kysely, processor } = needs
  if (!(await isReady(processor, account.reference))) return
  await kysely
    .updateTable('payout_account')
    .set({ ready: true })
    .where('carrier_id', '=', carrierId)
    .where('processor', '=', processor.name)
    .where('reference', '=', account.reference)
    .execute()
}

async function isReady(processor: PayoutNeeds['processor'], reference: string): Promise<boolean> {
  try {
    return (await processor.readPayoutAccount(reference)).ready
  } catch (error) {
    if (error instanceof ProviderError) return false
    throw error
  }
}

const findAccount = ({ kysely, processor }: PayoutNeeds, carrierId: string) =>
  kysely
    .selectFrom('payout_account')
    .select(['reference', 'ready'])
    .where('carrier_id', '=', carrierId)
    .where('processor', '=', processor.name)
    .executeTakeFirst()
