import type { Kysely } from 'kysely'
import type { Static, TObject } from 'typebox'
import type { PaymentRefusal } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import type { WebhookReader } from './webhook.ts'

/**
 * What Dray asks of a payment processor. Every call that moves money carries `key`, the id of its effect row: the same
 * key answers the same outcome again and never moves money twice. Amounts are euro cents.
 *
 * @throws ProviderError `outcome: 'unknown'` when the call may have taken effect (it is asked again with the same key),
 *   `outcome: 'refused'` when the processor said no for good. A card that is declined is no error but an outcome.
 */
export type Processor = {
  name: string
  /** False where all money is play money: in the sandbox, and with a processor's test key. */
  movesRealMoney: boolean
  /** A page of the processor's on which a card is saved; `reference` finds the result again. */
  startCardSetup: (setup: CardSetupInput) => Promise<{ reference: string; url: string }>
  readCardSetup: (reference: string) => Promise<CardSetupResult>
  forgetMethod: (methodReference: string) => Promise<void>
  authorize: (input: AuthorizeInput) => Promise<Authorization>
  /** Where an authorisation stands, for customers who come back from a confirmation and for webhooks. */
  readAuthorization: (reference: string) => Promise<Authorization>
  /** Takes `amountCents` of the hold, at most what is held; the rest of the hold is released with it. */
  capture: (input: { key: string; reference: string; amountCents: number }) => Promise<Captured>
  /** Gives the hold back. Also ends an authorisation that was never confirmed. */
  void: (input: { key: string; reference: string }) => Promise<Voided>
  refund: (input: { key: string; reference: string; amountCents: number }) => Promise<Settled>
  /** Pays a carrier out of what was captured with `sourceReference`. */
  transfer: (input: TransferInput) => Promise<Settled>
  /** A page on which a carrier tells the processor where to pay. `reference` is the payout account. */
  startPayoutSetup: (input: PayoutSetupInput) => Promise<{ reference: string; url: string | null }>
  readPayoutAccount: (reference: string) => Promise<{ ready: boolean }>
  /** For `doctor`: null when all is well, else what to mend. */
  probe: () => Promise<string | null>
}

export type CardSetupInput = {
  setupId: string
  accountId: string
  payerReference: string | null
  returnUrl: string
}

export type CardSetupResult =
  | { outcome: 'pending' }
  | { outcome: 'refused' }
  | { outcome: 'saved'; payerReference: string; method: SavedCard }

export type SavedCard = {
  reference: string
  brand: string
  lastFour: string
  expiresMonth: number
  expiresYear: number
}

export type AuthorizeInput = {
  key: string
  /** An earlier call with this key may have taken effect, however long ago that was. */
  inDoubt: boolean
  amountCents: number
  payerReference: string
  methodReference: string
  /** True when the customer is there and can confirm; a renewal happens without. */
  customerPresent: boolean
  /** An address of ours, whole; null when no customer is present. */
  returnUrl: string | null
  /** The job or the top-up, for the processor's own books; names nobody. */
  about: { jobId: string | null; paymentId: string }
}

/**
 * `holdExpiresAt` is null only for money of a wallet, which is held for as long as it takes. `pending`: read it again
 * later. `action_required`: the customer has to confirm on `actionUrl` first. `released` and `captured`
 * only when read again.
 */
export type Authorization =
  | { outcome: 'held'; reference: string; holdExpiresAt: Date | null }
  | { outcome: 'action_required'; reference: string; actionUrl: string }
  | { outcome: 'pending'; reference: string }
  | { outcome: 'refused'; reference: string | null; refusal: Refusal }
  | { outcome: 'captured'; reference: string }
  | { outcome: 'released'; reference: string }

export type Refusal = PaymentRefusal

export type Captured = { outcome: 'captured' } | { outcome: 'refused'; refusal: 'hold_gone' | 'other' }
export type Voided = { outcome: 'released' } | { outcome: 'already_captured' }
export type Settled = { outcome: 'done'; reference: string } | { outcome: 'refused'; reason: string }

export type TransferInput = {
  key: string
  amountCents: number
  payoutReference: string
  /** The authorisation the money came from; null when it came out of a wallet, so from what was topped up before. */
  sourceReference: string | null
}

export type PayoutSetupInput = { carrierId: string; reference: string | null; returnUrl: string }

/** What every processor is given beside its own settings. `baseUrl`: where this Dray is reached, no final slash. */
export type ProcessorNeeds = { kysely: Kysely<Tables>; baseUrl: string }

/** A file in `providers/`: the settings it reads from the environment, and how to connect with them. */
export type ProcessorModule<Settings extends TObject = TObject, P extends Processor = Processor> = {
  env: Settings
  /** What the schema cannot say, such as "one of these two". */
  faults?(settings: Static<Settings>): string[]
  /** @throws {Error} naming the variable at fault, never its value. */
  connect(settings: Static<Settings>, needs: ProcessorNeeds): P | Promise<P>
  /** Reads what the processor posts to us; null when that is not set up. */
  webhook?(settings: Static<Settings>): WebhookReader | null
}
