import type { Stripe } from 'stripe'
import type { Moved, PayoutSetupInput, Processor, TransferInput } from '../../processor.ts'
import type { StripeClient } from './client.ts'
import { createdSince, refusedOf, waitingForBalance } from './moves.ts'

type Payouts = Pick<Processor, 'transfer' | 'startPayoutSetup' | 'readPayoutAccount'>

/** Carriers are Express accounts of Connect: Stripe collects identity and bank account on its own pages. */
export const stripePayouts = (client: StripeClient): Payouts => ({
  transfer: (input) => transfer(client, input),
  startPayoutSetup: (input) => startPayoutSetup(client, input),
  readPayoutAccount: async (reference) => {
    const account = await client.ask((stripe) => stripe.accounts.retrieve(reference))
    return { ready: account.capabilities?.transfers === 'active' && account.payouts_enabled }
  },
})

/**
 * For operators who pay carriers in another way: no account is set up, and every transfer is refused with the reason.
 */
export const noPayouts: Payouts = {
  transfer: () => Promise.resolve({ outcome: 'refused', reason: 'STRIPE_PAYOUTS is off' }),
  startPayoutSetup: ({ carrierId, reference }) =>
    Promise.resolve({ reference: reference ?? carrierId, url: null }),
  readPayoutAccount: () => Promise.resolve({ ready: false }),
}

/**
 * Transfers from the charge that brought the money in, without waiting for the available balance. Only wallet money
 * that no single top-up covers waits for the available balance.
 */
async function transfer(client: StripeClient, input: TransferInput): Promise<Moved> {
  const { key, effectId, amountCents, payoutReference, sourceReference } = input
  const earlier = await findTransfer(client, input)
  if (earlier) return { outcome: 'done', reference: earlier }
  const charge = sourceReference === null ? null : await chargeOf(client, sourceReference)
  if (sourceReference !== null && !charge) return { outcome: 'refused', reason: 'nothing was captured' }
  const made = await client.attempt((stripe) =>
    stripe.transfers.create(
      {
        amount: amountCents,
        currency: 'eur',
        destination: payoutReference,
        ...(charge && { source_transaction: charge }),
        metadata: { dray_effect: effectId },
      },
      { idempotencyKey: key },
    ),
  )
  if (made.ok) return { outcome: 'done', reference: made.value.id }
  if (!charge && made.failure.code === 'balance_insufficient') return waitingForBalance
  return refusedOf(made.failure)
}

/**
 * Finds the transfer of an earlier attempt by the effect's id in its metadata, because Stripe forgets a key after a
 * day and each refusal uses up a key.
 */
async function findTransfer(
  client: StripeClient,
  { payoutReference, effectId, effectCreatedAt }: TransferInput,
): Promise<string | null> {
  const found = await client.find(
    (stripe) =>
      stripe.transfers.list({
        destination: payoutReference,
        limit: 100,
        created: createdSince(effectCreatedAt),
      }),
    ({ metadata }) => metadata.dray_effect === effectId,
  )
  return found?.id ?? null
}

async function chargeOf({ ask }: StripeClient, reference: string): Promise<string | null> {
  const { latest_charge: charge } = await ask((stripe) => stripe.paymentIntents.retrieve(reference))
  return typeof charge === 'string' ? charge : (charge?.id ?? null)
}

async function startPayoutSetup({ ask }: StripeClient, input: PayoutSetupInput) {
  const { carrierId, returnUrl } = input
  const account = await ask((stripe) =>
    input.reference
      ? stripe.accounts.retrieve(input.reference)
      : stripe.accounts.create(expressAccount(carrierId), { idempotencyKey: `carrier-${carrierId}` }),
  )
  const { url } = await ask<{ url: string }>((stripe) =>
    account.details_submitted
      ? stripe.accounts.createLoginLink(account.id)
      : stripe.accountLinks.create({
          account: account.id,
          type: 'account_onboarding',
          // An expired link leads back to the page where the carrier can open a new link.
          refresh_url: returnUrl,
          return_url: returnUrl,
        }),
  )
  return { reference: account.id, url }
}

const expressAccount = (carrierId: string): Stripe.AccountCreateParams => ({
  controller: {
    stripe_dashboard: { type: 'express' },
    fees: { payer: 'application' },
    losses: { payments: 'application' },
  },
  capabilities: { transfers: { requested: true } },
  metadata: { dray_carrier: carrierId },
})
