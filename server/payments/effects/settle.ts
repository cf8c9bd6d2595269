import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lockPayment, type Payment } from '../payment.ts'
import { applyOutcome } from './apply.ts'
import { type EffectClaim, finishEffect, type Later, postponeEffect } from './claim.ts'
import type { EffectOutcome, Settle, SettledEffect } from './outcome.ts'
import { settleTopUp, walletOutcome } from './wallet-outcome.ts'

type SettleNeeds = { kysely: Kysely<Tables>; settle: Settle }

/**
 * Stores an outcome exactly once: the effect, its payment, the ledger and the job or wallet, all in one transaction.
 * `answer` is null for a payment from the wallet, which is decided inside the transaction.
 *
 * @returns false when the payment does not exist.
 * @throws Overtaken when another worker has claimed or settled the effect since.
 */
export async function settleEffect(
  { kysely, settle }: SettleNeeds,
  claim: EffectClaim,
  answer: EffectOutcome | null,
): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, claim.payment.id)
    if (!payment) return false
    const { id, kind, amountCents, carrierId, keyNumber } = claim
    const effect = { id, kind, amountCents, carrierId, keyNumber }
    const response = answer ?? (await walletOutcome(trx, { effect, payment }))
    const outcome = normalizeAuthorization(claim, response)
    if (!(await writeEffect(trx, { claim, payment, outcome }))) throw new Overtaken()
    const settled: SettledEffect = { ...outcome, effect, payment }
    await settleOutcome(trx, { settle }, settled)
    return true
  })
}

/**
 * Applies an outcome with all its consequences. An act on the processor's own pages is applied like a request of Dray.
 */
export async function settleOutcome(
  trx: Transaction<Tables>,
  { settle }: { settle: Settle },
  settled: SettledEffect,
): Promise<void> {
  if (!(await applyOutcome(trx, settled))) return
  await (settled.payment.purpose === 'top_up' ? settleTopUp(trx, settled) : settle(trx, settled))
}

/** Thrown to roll back when another worker has claimed or settled the effect since. */
export class Overtaken extends Error {}

type Writing = { claim: EffectClaim; payment: Payment; outcome: EffectOutcome }

async function writeEffect(trx: Transaction<Tables>, { claim, payment, outcome }: Writing): Promise<boolean> {
  const later = retryTimeOf(payment, outcome)
  if (later) return postponeEffect(trx, claim, later)
  const { outcome: result } = outcome
  const isRefused = result.outcome === 'refused' || result.outcome === 'already_captured'
  const reference = 'reference' in result ? result.reference : null
  return finishEffect(trx, claim, {
    status: isRefused ? 'refused' : 'done',
    reference,
    error: isRefused ? refusalOf(outcome) : null,
  })
}

/** An undecided authorisation stays due: it is queried again until it is decided or the confirmation times out. */
function retryTimeOf(payment: Payment, { kind, outcome }: EffectOutcome): Later | null {
  if (kind !== 'authorize') return null
  const later = { inDoubt: false, error: null }
  if (outcome.outcome === 'pending') return { ...later, inSeconds: 5 }
  if (outcome.outcome === 'action_required' && payment.status !== 'releasing')
    return { ...later, inSeconds: 20 }
  return null
}

function refusalOf({ outcome }: EffectOutcome): string {
  if ('refusal' in outcome) return outcome.refusal
  return outcome.outcome
}

/**
 * Reduces the response to an authorisation to the outcomes that Dray knows. One that was not confirmed in time, or that
 * was ended at the processor, is refused. One that was captured at the processor is held, and its own capture takes it.
 */
function normalizeAuthorization(claim: EffectClaim, response: EffectOutcome): EffectOutcome {
  if (response.kind !== 'authorize') return response
  const { kind, outcome } = response
  const isGivenUp = outcome.outcome === 'action_required' && claim.abandoned
  if (isGivenUp || outcome.outcome === 'released')
    return { kind, outcome: { outcome: 'refused', reference: outcome.reference, refusal: 'not_confirmed' } }
  if (outcome.outcome === 'captured')
    return { kind, outcome: { outcome: 'held', reference: outcome.reference, holdExpiresAt: null } }
  return response
}
