import type { Transaction } from 'kysely'
import type { EffectKind, Tables } from '../../db/tables.ts'
import type { Booked } from '../ledger/entries.ts'
import { bookedJob, type Payment } from '../payment.ts'
import type { Authorization, Captured, Settled, Voided } from '../processor.ts'
import type { Effect } from './queue.ts'

type Outcomes = {
  authorize: Authorization
  capture: Captured
  void: Voided
  refund: Settled
  transfer: Settled
}

/** The processor's response, by kind of request. */
export type EffectOutcome = { [K in EffectKind]: { kind: K; outcome: Outcomes[K] } }[EffectKind]

/** `payment` is the locked row before this outcome changed it. */
export type SettledEffect = EffectOutcome & {
  effect: Effect
  payment: Payment
  /** People moved the money outside the processor. */
  isOutside?: boolean
}

/**
 * Called in the transaction that settles the effect, after the payment was changed and the ledger was booked. Must not
 * send a request to an outside service. Never called for a top-up or a `pending` authorisation. Called once for each
 * outcome, so an authorisation may cause two calls, `action_required` first. A void may end as `already_captured`; the
 * callee decides how to continue. Not called for refused refunds and transfers, which are retried until they succeed,
 * nor for refunds in progress.
 */
export type Settle = (trx: Transaction<Tables>, settled: SettledEffect) => Promise<void>

/** The rows that a ledger entry of this effect belongs to. */
export const bookedBy = ({
  payment,
  effect,
}: {
  payment: Payment
  effect: { id: string; keyNumber: number }
}): Booked => ({
  mode: payment.mode,
  jobId: bookedJob(payment),
  paymentId: payment.id,
  effectId: effect.id,
  keyNumber: effect.keyNumber,
})
