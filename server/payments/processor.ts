import type { Kysely } from 'kysely'
import type { Static, TObject } from 'typebox'
import type { PaymentRefusal } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import type { WebhookReader } from './webhook.ts'

/**
 * What Dray asks of a payment processor. Every call that moves money carries `key`, made from the id of its effect row: the
 * same key answers the same outcome again and never moves money twice. After a definite refusal the next call comes with
 * another key, because processors keep refusals under a key too. Amounts are euro cents.
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
  /** Looks for a refund of this effect before it makes one. */
  refund: (input: RefundInput) => Promise<Moved>
  /** What became of a refund that was made earlier. */
  readRefund: (refundReference: string) => Promise<Moved>
  /** Pays a carrier out of what was captured with `sourceReference`. Looks for a transfer of this effect before it makes one. */
  transfer: (input: TransferInput) => Promise<Moved>
  /** A dispute or an early fraud warning as it is now. */
  readDispute: (reference: string) => Promise<Dispute>
  /** Every refund of what was captured with `reference`, also those made on the processor's own pages. */
  listRefunds: (reference: string) => Promise<MadeRefund[]>
  /** A page on which a carrier tells the processor where to pay. `reference` is the payout account. */
  startPayoutSetup: (input: PayoutSetupInput) => Promise<{ reference: string; url: string | null }>
  readPayoutAccount: (reference: string) => Promise<{ ready: boolean }>
  /** For `doctor`: null when all is well, else what to mend. */
  probe: () => Promise<string | null>
  /** For `doctor`: whether every event Dray handles is posted to `url`; absent where the processor posts none. */
  checkEvents?: (url: string) => Promise<EventsCheck>
  /** For `ledger check --processor`; absent where the processor cannot list what it has. */
  listing?: ProcessorListing
}

export type EventsCheck =
  | { outcome: 'complete' }
  | { outcome: 'missing' }
  | { outcome: 'disabled' }
  | { outcome: 'lacking'; events: string[] }
  | { outcome: 'unreadable'; reason: string }

/** What the processor has, page by page in any order, made since an instant; null: from the beginning. */
export type ProcessorListing = {
  holds: (since: Date | null) => ListedPages
  refunds: (since: Date | null) => ListedPages
  /** Null where carriers are paid by other means. */
  transfers: ((since: Date | null) => ListedPages) | null
}

/** @throws ProviderError when a page cannot be read. */
export type ListedPages = AsyncIterable<ListedItem[]>

export type ListedItem = {
  reference: string
  /** What Dray wrote on it when it made it; null when it was made elsewhere. */
  paymentId: string | null
  effectId: string | null
  /** Of a refund: the authorisation. Of a transfer: the payout account. */
  belongsTo: string | null
  /** `open`: not decided yet. `ended`: no money is held by it or moved. */
  status: 'held' | 'captured' | 'done' | 'open' | 'ended'
  amountCents: number
  /** Of a hold. */
  capturedCents: number
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
  | { outcome: 'captured'; reference: string; capturedCents: number }
  | { outcome: 'released'; reference: string }

export type Refusal = PaymentRefusal

/** `capturedCents` is another amount than was asked for when the hold was captured at the processor by hand. */
export type Captured =
  | { outcome: 'captured'; capturedCents: number }
  | { outcome: 'refused'; refusal: 'hold_gone' | 'other' }
export type Voided = { outcome: 'released' } | { outcome: 'already_captured'; capturedCents: number }
/**
 * What a refund or a transfer came to. `in_progress`: a refund was made and its bank has not answered; it is read again.
 * `waiting`: nothing was made, because the balance does not cover it yet. `refused`: nothing was made, or it failed.
 */
export type Moved =
  | Settled
  | { outcome: 'in_progress'; reference: string; needsAttention: boolean }
  | { outcome: 'waiting'; reason: string }
  | { outcome: 'refused'; reason: string }
export type Settled = { outcome: 'done'; reference: string }

/** Which call this is, for calls that look before they act: all attempts of one effect share its id. */
export type EffectCall = { key: string; effectId: string; effectCreatedAt: Date }

export type RefundInput = EffectCall & { reference: string; amountCents: number }

export type TransferInput = EffectCall & {
  amountCents: number
  payoutReference: string
  /**
   * The authorisation whose captured money pays for it: the job's own, or the top-up that filled the wallet. Null: the
   * available balance, when no single top-up covers it.
   */
  sourceReference: string | null
}

/** `effectId` is null when it was not made by Dray. */
export type MadeRefund = { reference: string; effectId: string | null; amountCents: number; moved: Moved }

export type Dispute = {
  reference: string
  kind: 'dispute' | 'fraud_warning'
  /** The authorisation whose money it is about. */
  authorization: string | null
  /** In the processor's words. */
  status: string
  reason: string
  amountCents: number
  /** Taken back by the bank so far, and the processor's fees for it. */
  withdrawnCents: number
  feeCents: number
  /** How many movements made these two. */
  movements: number
  respondBy: Date | null
  isClosed: boolean
  /** Closed without a loss: the carrier may be paid. */
  isHarmless: boolean
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
