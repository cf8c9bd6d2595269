import type { Transaction } from 'kysely'
import type { EffectKind, Tables } from '../db/tables.ts'
import type { Effect } from './effects.ts'
import type { Authorization, Captured, Settled, Voided } from './processor.ts'
import type { Payment } from './store.ts'

type Outcomes = {
  authorize: Authorization
  capture: Captured
  void: Voided
  refund: Settled
  transfer: Settled
}

/** What a processor answered to a call of each kind. */
export type EffectOutcome = { [K in EffectKind]: { kind: K; outcome: Outcomes[K] } }[EffectKind]

/** `payment` is as it was locked, before this outcome changed it. */
export type SettledEffect = EffectOutcome & { effect: Effect; payment: Payment }

/**
 * Called in the transaction that settles the effect, which has changed the payment and booked what the processor did;
 * never for a top-up, never for a `pending` authorisation, and only once for each outcome: an authorisation may come
 * twice, `action_required` first. A void may say `already_captured`; what follows is the hearer's to decide. Refused
 * refunds and transfers are not told, as they are tried again until they succeed; nor are refunds in progress. It must call nothing outside.
 */
export type Settle = (trx: Transaction<Tables>, settled: SettledEffect) => Promise<void>
