import { randomBytes } from 'node:crypto'
import type { Metadata } from './form.ts'
import { invalid } from './refusal.ts'

/**
 * Behaviour of a card. `confirm`: the bank requires 3-D Secure. `capture_fails`: a hold succeeds, its capture fails.
 */
export type CardBehaviour =
  | 'ok'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'confirm'
  | 'capture_fails'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'canceled'
  | 'succeeded'

export type LastError = { type: string; code: string; decline_code?: string; message: string }

export type Intent = {
  id: string
  customer: string
  method: string
  amountCents: number
  capturedCents: number
  refundedCents: number
  status: IntentStatus
  chargeId: string | null
  captureBefore: number | null
  created: number
  lastError: LastError | null
  returnUrl: string | null
  metadata: Metadata
}

/** `key` is the idempotency key of the request. */
type Movement = { id: string; amountCents: number; key: string | null; metadata: Metadata; created: number }

export type Capture = Movement & { intentId: string }
export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
export type Refund = Movement & { intentId: string; status: RefundStatus }
export type Transfer = Movement & { destination: string; sourceCharge: string | null; reversedCents: number }

type Method = { id: string; customer: string | null; behaviour: CardBehaviour; lastFour: string }
type Session = {
  id: string
  customer: string
  status: string
  method: string | null
  successUrl: string
  refused: boolean
}
/** A SetupIntent: a card typed in the app's page. */
type Setup = {
  id: string
  customer: string
  clientSecret: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  method: string | null
  metadata: Metadata
}
type Account = { id: string; done: boolean; returnUrl: string | null; metadata: Metadata }
type Dispute = {
  id: string
  intentId: string
  status: string
  movements: { amount: number; fee: number }[]
  created: number
}
type Warning = { id: string; intentId: string; actionable: boolean }

export type Settings = {
  /** Base URL of the fake's pages. */
  url: () => string
  /** Lifetime of holds in seconds; null: the charge has no `capture_before`. */
  holdSeconds: number | null
  isLive: boolean
}

/** All objects of the fake Stripe account. */
export type State = {
  settings: Settings
  customers: Set<string>
  methods: Map<string, Method>
  sessions: Map<string, Session>
  setups: Map<string, Setup>
  accounts: Map<string, Account>
  intents: Map<string, Intent>
  captures: Capture[]
  cancels: { intentId: string; key: string | null }[]
  refunds: Refund[]
  disputes: Map<string, Dispute>
  warnings: Map<string, Warning>
  /** Charges whose money is available; that of all others is pending. */
  settledCharges: Set<string>
  transfers: Transfer[]
}

export const emptyState = (settings: Settings): State => ({
  settings,
  customers: new Set(),
  methods: new Map(),
  sessions: new Map(),
  setups: new Map(),
  accounts: new Map(),
  intents: new Map(),
  captures: [],
  cancels: [],
  refunds: [],
  disputes: new Map(),
  warnings: new Map(),
  settledCharges: new Set(),
  transfers: [],
})

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`
export const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

/** @throws the 404 of Stripe for an unknown id. */
export function found<T>(map: Map<string, T>, id: string): T {
  const thing = map.get(id)
  if (thing === undefined) throw invalid('resource_missing', { status: 404 })
  return thing
}

export const totalCents = (entries: { amountCents: number }[]): number =>
  entries.reduce((sum, { amountCents }) => sum + amountCents, 0)
