import type { Kysely } from 'kysely'
import type { Static, TObject } from 'typebox'
import type { PaymentRefusal } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import type { Remedy } from '../texts/coded.ts'

/**
 * The port to a payment processor. Every request that moves money has an idempotency `key`, derived from the id of its
 * effect row: a retry with the same key returns the same outcome and never moves money twice. After a definite refusal
 * the next request uses a new key, because processors also store refusals under a key. Amounts are euro cents.
 *
 * @throws ProviderError `outcome: 'unknown'` when the request may have taken effect (retry with the same key),
 *   `outcome: 'refused'` after a final refusal. A declined card is an outcome, not an error.
 */
export type Processor = {
  name: string
  /** False for test money: in the sandbox, and with a processor's test key. */
  movesRealMoney: boolean
  /** How the app asks for a card. */
  cardForm: CardForm
  /** Begins an attempt to save a card; `reference` finds the result. */
  startCardSetup: (setup: CardSetupInput) => Promise<StartedCardSetup>
  readCardSetup: (reference: string) => Promise<CardSetupResult>
  /** Ends an attempt that the customer has left, so it cannot save a card later. One that has ended stays as it is. */
  endCardSetup: (reference: string) => Promise<void>
  forgetMethod: (methodReference: string) => Promise<void>
  authorize: (input: AuthorizeInput) => Promise<Authorization>
  /** The present state of an authorisation, for customers who return from a confirmation and for webhooks. */
  readAuthorization: (reference: string) => Promise<Authorization>
  /** Captures `amountCents`, at most the held amount; the rest of the hold is released. */
  capture: (input: { key: string; reference: string; amountCents: number }) => Promise<Captured>
  /** Releases the hold. Also ends an authorisation that was never confirmed. */
  void: (input: { key: string; reference: string }) => Promise<Voided>
  /** Makes a refund, unless an earlier attempt of this effect made it. */
  refund: (input: RefundInput) => Promise<Moved>
  /** The present state of an earlier refund. */
  readRefund: (refundReference: string) => Promise<Moved>
  /** Pays a carrier from the money captured with `sourceReference`, unless an earlier attempt of this effect did. */
  transfer: (input: TransferInput) => Promise<Moved>
  /** The present state of a dispute or an early fraud warning. */
  readDispute: (reference: string) => Promise<Dispute>
  /** All refunds of the authorisation `reference`, including those made on the processor's own pages. */
  listRefunds: (reference: string) => Promise<MadeRefund[]>
  /** Opens a page on which a carrier sets up the payout account. `reference` is the payout account. */
  startPayoutSetup: (input: PayoutSetupInput) => Promise<{ reference: string; url: string | null }>
  readPayoutAccount: (reference: string) => Promise<{ ready: boolean }>
  /** For `doctor`: null when the processor works, otherwise the error for the operator. */
  probe: () => Promise<Remedy | null>
  /** For `doctor`: whether the processor posts every event that Dray handles to `url`. Absent if it has no webhook. */
  checkEvents?: (url: string) => Promise<EventsCheck>
  /** For `ledger check --processor`. Absent if the processor cannot list its items. */
  listing?: ProcessorListing
}

export type EventsCheck =
  | { outcome: 'complete' }
  | { outcome: 'missing' }
  | { outcome: 'disabled' }
  | { outcome: 'lacking'; events: string[] }
  | { outcome: 'unreadable'; reason: string }

/** The processor's items made since an instant, page by page in any order. Null means from the beginning. */
export type ProcessorListing = {
  holds: (since: Date | null) => ListedPages
  refunds: (since: Date | null) => ListedPages
  /** Null if carriers are paid in another way. */
  transfers: ((since: Date | null) => ListedPages) | null
}

/** @throws ProviderError when a page cannot be read. */
export type ListedPages = AsyncIterable<ListedItem[]>

export type ListedItem = {
  reference: string
  /** The ids that Dray wrote into the metadata; null when the item was not made by Dray. */
  paymentId: string | null
  effectId: string | null
  /** For a refund: the authorisation. For a transfer: the payout account. */
  belongsTo: string | null
  /** `open`: not decided yet. `ended`: it holds or moves no money. */
  status: 'held' | 'captured' | 'done' | 'open' | 'ended'
  createdAt: Date
  amountCents: number
  /** Of a hold; 0 for other kinds. */
  capturedCents: number
}

/**
 * `test`: fields of the app, for test cards. `stripe`: fields of Stripe in the app's page. `page`: a page of the
 * processor.
 */
export type CardForm = { kind: 'test' | 'page' } | { kind: 'stripe'; publishableKey: string }

export type CardSetupInput = {
  setupId: string
  accountId: string
  payerReference: string | null
  returnUrl: string
  /** True if the app shows the fields of `cardForm`, false if it opens a page. */
  inPage: boolean
}

/** `url` is null for an attempt in the app's page, `clientSecret` for all others and where none is needed. */
export type StartedCardSetup = { reference: string; url: string | null; clientSecret: string | null }

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
  /** An earlier request with this key may have taken effect, even long ago. */
  inDoubt: boolean
  amountCents: number
  payerReference: string
  methodReference: string
  /** True when the customer is present and can confirm; false for a renewal. */
  customerPresent: boolean
  /** Absolute URL of this installation; null when no customer is present. */
  returnUrl: string | null
  /** The job or the top-up, for the processor's records; contains no personal data. */
  about: { jobId: string | null; paymentId: string }
}

/**
 * `holdExpiresAt` is null only for wallet money, whose hold does not expire. `pending`: read it again later.
 * `action_required`: the customer has to confirm on `actionUrl` first. `released` and `captured` occur only when an
 * authorisation is read again.
 */
export type Authorization =
  | { outcome: 'held'; reference: string; holdExpiresAt: Date | null }
  | { outcome: 'action_required'; reference: string; actionUrl: string }
  | { outcome: 'pending'; reference: string }
  | { outcome: 'refused'; reference: string | null; refusal: Refusal }
  | { outcome: 'captured'; reference: string; capturedCents: number }
  | { outcome: 'released'; reference: string }

export type Refusal = PaymentRefusal

/** `capturedCents` differs from the requested amount when the hold was captured by hand at the processor. */
export type Captured =
  | { outcome: 'captured'; capturedCents: number }
  | { outcome: 'refused'; refusal: 'hold_gone' | 'other' }
export type Voided = { outcome: 'released' } | { outcome: 'already_captured'; capturedCents: number }
/**
 * Outcome of a refund or a transfer. `in_progress`: the refund was made and the bank has not responded; query it again.
 * `waiting`: not made, because the balance is too low. `refused`: not made, or it failed.
 */
export type Moved =
  | Settled
  | { outcome: 'in_progress'; reference: string; needsAttention: boolean }
  | { outcome: 'waiting'; reason: string }
  | { outcome: 'refused'; reason: string }
export type Settled = { outcome: 'done'; reference: string }

/** Identifies a request that looks for an earlier result first: all retries of one effect share its id. */
export type EffectCall = { key: string; effectId: string; effectCreatedAt: Date }

export type RefundInput = EffectCall & { reference: string; amountCents: number }

export type TransferInput = EffectCall & {
  amountCents: number
  payoutReference: string
  /**
   * The authorisation whose captured money funds it: the job's own, or the top-up that filled the wallet. Null: use the
   * available balance, if no single top-up covers it.
   */
  sourceReference: string | null
}

/** `effectId` is null when the refund was not made by Dray. */
export type MadeRefund = { reference: string; effectId: string | null; amountCents: number; moved: Moved }

export type Dispute = {
  reference: string
  kind: 'dispute' | 'fraud_warning'
  /** The disputed authorisation; null when unknown. */
  authorization: string | null
  /** The processor's own status word. */
  status: string
  reason: string
  amountCents: number
  /** The amount the bank has taken back so far, and the processor's fees. */
  withdrawnCents: number
  feeCents: number
  /** Number of balance movements behind `withdrawnCents` and `feeCents`. */
  movements: number
  respondBy: Date | null
  isClosed: boolean
  /** Closed without a loss: the carrier may be paid. */
  isHarmless: boolean
}

export type PayoutSetupInput = { carrierId: string; reference: string | null; returnUrl: string }

/**
 * Given to every processor besides its own settings. `baseUrl`: public URL of this installation, without a final
 * slash.
 */
export type ProcessorNeeds = { kysely: Kysely<Tables>; baseUrl: string }

/** The `index.ts` of a folder in `providers/`: its settings from the environment, and how to connect with them. */
export type ProcessorModule<Settings extends TObject = TObject, P extends Processor = Processor> = {
  env: Settings
  /** Errors that the schema cannot express, such as "one of these two". */
  faults?(settings: Static<Settings>): string[]
  /** @throws {Error} that names the wrong variable, never its value. */
  connect(settings: Static<Settings>, needs: ProcessorNeeds): P | Promise<P>
  /** Null when webhooks are not configured. */
  webhook?(settings: Static<Settings>): ProcessorWebhook | null
  /** The setting without which the app opens a page of the processor instead of fields for a card; null if it is set. */
  missingForFields?(settings: Static<Settings>): string | null
  /** Null when the app's pages load only from this server. */
  pageSources?(settings: Static<Settings>): PageSources | null
}

/** Where the script that draws the card fields comes from and talks to: sources of the content security policy. */
export type PageSources = { scripts: string[]; frames: string[]; connections: string[] }

/**
 * A webhook event whose signature is valid. `references` are the processor's ids to read again; `disputes` are
 * separate, because a dispute exists at the processor before we have a row for it.
 */
export type WebhookEvent = { eventId: string; kind: string; references: string[]; disputes: string[] }

/** A processor's webhook, declared in its folder; `http/webhooks.ts` mounts it. */
export type ProcessorWebhook = {
  /** Path below `/webhooks`. */
  path: `/${string}`
  /** Lower-case names of the headers that `verify` needs. A request without one of them is refused. */
  headers: readonly string[]
  /** Maximum body size that the processor posts. */
  maxBytes: number
  /** Kinds of events that Dray handles. Other kinds are acknowledged and ignored. */
  events: readonly string[]
  /** Returns null when the signature is not valid. */
  verify: (posted: SignedPost) => Promise<WebhookEvent | null>
}

/** `bytes` is the raw body, because the signature covers it. `headers` has the headers that the processor declares. */
export type SignedPost = { bytes: Buffer; headers: Record<string, string> }
