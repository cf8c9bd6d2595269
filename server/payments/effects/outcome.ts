import type { Transaction } from 'kysely'
import type { EffectKind, Tables } from '../../db/tables.ts'
import type { Booked } from '../ledger/entries.ts'
import type { Payment } from '../payment.ts'
import type { Authorization, Captured, Settled, Voided } from '../processor.ts'
import type { Effect } from './queue.ts'

type Outcomes = {
  authorize: Authorization
  capture: Captured
  void: Voided
  refund: Settled
  transfer: Settled
}

/** The processor's answer, by kind of call. */
export type EffectOutcome = { [K in EffectKind]: { kind: K; outcome: Outcomes[K] } }[EffectKind]

/** `payment` is the locked row before this outcome changed it. */
export type SettledEffect = EffectOutcome & {
  effect: Effect
  payment: Payment
  /** People moved the money in a way that the processor knows nothing of. */
  isOutside?: boolean
}

/**
 * Called in the transaction that settles the effect, after the payment was changed and the ledger was booked. Must
 * not call an outside service. Never called for a top-up or a `pending` authorisation. Called once for each outcome,
 * so an authorisation may come twice, `action_required` first. A void may end as `already_captured`; the callee
 * decides what follows. Refused refunds and transfers do not come here, because they are retried until they succeed;
 * nor do refunds in progress.
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
  jobId: payment.jobId,
  paymentId: payment.id,
  effectId: effect.id,
  keyNumber: effect.keyNumber,
})
