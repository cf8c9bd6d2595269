/**
 * What Dray asks of a payment processor. Every call that moves money carries `key`, the id of its effect row: the same
 * key answers the same outcome again and never moves money twice. Amounts are euro cents.
 *
 * @throws ProviderError `outcome: 'unknown'` when the call may have taken effect (it is asked again with the same key),
 *   `outcome: 'refused'` when the processor said no for good. A card that is declined is no error but an outcome.
 */
export type Processor = {
  name: string
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
  amountCents: number
  payerReference: string
  methodReference: string
  /** True when the customer is there and can confirm; a renewal happens without. */
  customerPresent: boolean
  returnUrl: string
  /** The job or the top-up, for the processor's own books; names nobody. */
  about: { jobId: string | null; paymentId: string }
}

/** `action_required`: the customer has to confirm on `actionUrl` first. `released` and `captured` only when read again. */
export type Authorization =
  | { outcome: 'held'; reference: string; holdExpiresAt: Date }
  | { outcome: 'action_required'; reference: string; actionUrl: string }
  | { outcome: 'pending'; reference: string }
  | { outcome: 'refused'; reference: string | null; refusal: Refusal }
  | { outcome: 'captured'; reference: string }
  | { outcome: 'released'; reference: string }

/** Why a card was refused, in the few words a customer can act on. */
export type Refusal = 'declined' | 'insufficient_funds' | 'expired_card' | 'not_confirmed' | 'other'

export type Captured = { outcome: 'captured' } | { outcome: 'refused'; refusal: 'hold_gone' | 'other' }
export type Voided = { outcome: 'released' } | { outcome: 'already_captured' }
export type Settled = { outcome: 'done'; reference: string } | { outcome: 'refused'; reason: string }

export type TransferInput = {
  key: string
  amountCents: number
  payoutReference: string
  sourceReference: string
}

export type PayoutSetupInput = { carrierId: string; reference: string | null; returnUrl: string }
