import { withinDeadline } from '../../lib/deadline.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import type { Payment } from '../payment.ts'
import type { Authorization, EffectCall, Moved, Processor } from '../processor.ts'
import { type EffectClaim, keyOf, type Later } from './claim.ts'
import type { EffectOutcome } from './outcome.ts'

/** The processor's response, or when to retry the request. */
export type Asked = EffectOutcome | { later: Later }

/**
 * Sends one request with the idempotency key of the effect, outside any transaction, and returns the outcome or when to
 * retry. Never throws.
 */
export async function askProcessor(
  processor: Processor | null,
  claim: EffectClaim,
  onError: (error: Error) => void,
): Promise<Asked> {
  if (!processor) return withoutProcessor(claim)
  try {
    return await withinDeadline(
      call(processor, claim),
      callTimeoutMs,
      () => new ProviderError(processor.name, 'no answer in time', { retryable: true, outcome: 'unknown' }),
    )
  } catch (error) {
    const failure = asProviderError(processor, error)
    onError(failure)
    return afterFailure(claim, failure)
  }
}

/**
 * A first authorisation is refused after ten minutes, because a customer waits for it. All other requests wait until
 * the operator connects the processor again.
 */
const withoutProcessor = (claim: EffectClaim): Asked =>
  isTooLate(claim)
    ? neverHeld
    : again(claim, { inSeconds: 60, error: `${claim.payment.processor} is not connected` })

/** Longer than the timeout of an SMS: the processor has to wait for a bank. */
const callTimeoutMs = 20_000

async function call(processor: Processor, claim: EffectClaim): Promise<Asked> {
  const { kind, amountCents, payment } = claim
  const key = keyOf(claim)
  if (kind === 'authorize') return { kind, outcome: await authorize(processor, claim) }
  if (kind === 'transfer') return transfer(processor, claim)
  const { reference } = payment
  if (kind === 'void' && !reference) return releaseNothing(claim)
  // The customer paid outside, so the refund is outside too (`outside.ts`).
  if (kind === 'refund' && !reference)
    return afterMove(claim, { outcome: 'refused', reason: 'it was paid outside the processor' })
  if (!reference) throw new Error(`a ${kind} without an authorisation`)
  if (kind === 'capture') return { kind, outcome: await processor.capture({ key, reference, amountCents }) }
  if (kind === 'void') return { kind, outcome: await processor.void({ key, reference }) }
  return afterMove(claim, await refund(processor, claim, reference))
}

/** The effect's id, under which the processor finds earlier attempts, and the idempotency key of this attempt. */
const effectCall = (claim: EffectClaim): EffectCall => ({
  key: keyOf(claim),
  effectId: claim.id,
  effectCreatedAt: claim.createdAt,
})

const refund = (processor: Processor, claim: EffectClaim, reference: string): Promise<Moved> =>
  claim.reference
    ? processor.readRefund(claim.reference)
    : processor.refund({ ...effectCall(claim), reference, amountCents: claim.amountCents })

async function authorize(processor: Processor, claim: EffectClaim): Promise<Authorization> {
  const { payment, payerReference, methodReference } = claim
  const refused: Authorization = { outcome: 'refused', reference: null, refusal: 'other' }
  if (payment.reference) return processor.readAuthorization(payment.reference)
  // The payment was given up before the first request, so no authorisation is needed.
  if (payment.status === 'releasing' && !claim.inDoubt) return refused
  if (!payerReference || !methodReference) return refused
  return processor.authorize({
    key: keyOf(claim),
    inDoubt: claim.inDoubt,
    amountCents: payment.amountCents,
    payerReference,
    methodReference,
    customerPresent: payment.purpose !== 'renewal',
    returnUrl: payment.returnUrl,
    about: { jobId: payment.jobId, paymentId: payment.id },
  })
}

async function transfer(processor: Processor, claim: EffectClaim): Promise<Asked> {
  const { payoutReference, payment, amountCents, sourceReference } = claim
  if (!payoutReference) return again(claim, { inSeconds: 60, error: 'the carrier has no payout account yet' })
  const moved = await processor.transfer({
    ...effectCall(claim),
    amountCents,
    payoutReference,
    sourceReference: payment.source === 'wallet' ? sourceReference : ownCharge(payment, amountCents),
  })
  return afterMove(claim, moved)
}

/**
 * A charge can fund a transfer only up to its captured amount. If a capture by hand took less, the transfer comes
 * from the available balance.
 */
const ownCharge = ({ reference, capturedCents }: Payment, amountCents: number): string | null =>
  capturedCents >= amountCents ? reference : null

/**
 * Handles a void without an authorisation reference: it waits for the authorisation's outcome, and is done if that was
 * refused.
 */
function releaseNothing(claim: EffectClaim): Asked {
  if (claim.payment.status === 'releasing')
    return again(claim, { inSeconds: 1, error: 'waits for the authorisation' })
  return { kind: 'void', outcome: { outcome: 'released' } }
}

/**
 * A refund or a transfer stays owed until it succeeds. After a refusal it is retried with a new key, and the error is
 * kept for the operator. Waiting for the processor's balance or for a refund's bank is not an error.
 */
function afterMove({ kind, keyNumber }: EffectClaim, moved: Moved): Asked {
  if (kind !== 'refund' && kind !== 'transfer') throw new Error(`a ${kind} moves no money out`)
  switch (moved.outcome) {
    case 'done':
      return { kind, outcome: moved }
    case 'in_progress': {
      const { reference, needsAttention } = moved
      const error = needsAttention ? 'the processor waits for somebody to act on it' : null
      const waitsFor = needsAttention ? {} : ({ waitsFor: 'refund' } as const)
      return { later: { inSeconds: hourSeconds, inDoubt: false, error, reference, ...waitsFor } }
    }
    case 'waiting': {
      const inSeconds = Math.min(6 * hourSeconds, (hourSeconds / 4) * 2 ** Math.min(keyNumber, 10))
      const error = moved.reason
      return { later: { inSeconds, inDoubt: false, error, newKey: true, waitsFor: 'balance' } }
    }
    default: {
      const inSeconds = refusedBackoffSeconds(keyNumber)
      return { later: { inSeconds, inDoubt: false, error: moved.reason, newKey: true, reference: null } }
    }
  }
}

const hourSeconds = 3_600

/**
 * One hour, doubled with each refusal up to a day: each refused refund may cost a fee, and a change of the payout
 * account makes a transfer due immediately.
 */
export const refusedBackoffSeconds = (keyNumber: number): number =>
  Math.min(24 * hourSeconds, hourSeconds * 2 ** Math.min(keyNumber, 10))

function afterFailure(claim: EffectClaim, failure: ProviderError): Asked {
  const { kind, payment } = claim
  const isUnknown = failure.outcome === 'unknown'
  const isFinal = !isUnknown && !failure.retryable
  const isFirst = kind === 'authorize' && !payment.reference
  if (isFirst && (isFinal || (!isUnknown && isTooLate(claim)))) return neverHeld
  if (kind === 'capture' && isFinal) return { kind, outcome: { outcome: 'refused', refusal: 'other' } }
  const error = failure.message
  if (isFinal || (failure.isKept && kind !== 'authorize' && claim.keyAgeSeconds > keptErrorSeconds))
    return again(claim, {
      inSeconds: refusedBackoffSeconds(claim.keyNumber),
      error,
      inDoubt: claim.inDoubt,
      newKey: true,
    })
  const inSeconds = Math.max(
    backoffSeconds(claim.attempts),
    Math.min(failure.retryAfterSeconds ?? 0, maxWaitSeconds),
  )
  return again(claim, { inSeconds, error, inDoubt: isUnknown || claim.inDoubt })
}

/**
 * How long the processor may repeat an error under one key before a new key is used. By then it has rolled back
 * unfinished work, and each retry first looks for the result of an earlier attempt.
 */
const keptErrorSeconds = 3_600

/** Upper limit for the processor's `Retry-After`, in seconds. */
const maxWaitSeconds = 300

/** Whether a first authorisation is too old: after ten minutes the customer has left, and no money was held. */
const isTooLate = ({ kind, payment, inDoubt, ageSeconds }: EffectClaim): boolean =>
  kind === 'authorize' && !payment.reference && !inDoubt && ageSeconds > 600

const neverHeld: Asked = {
  kind: 'authorize',
  outcome: { outcome: 'refused', reference: null, refusal: 'other' },
}

const again = (claim: EffectClaim, later: Omit<Later, 'inDoubt'> & { inDoubt?: boolean }): Asked => ({
  later: { inDoubt: claim.inDoubt, ...later },
})

/** 1, 2, 4, 8, then 15 s. A request in doubt is settled within two minutes after the processor is available again. */
export const backoffSeconds = (attempts: number): number => Math.min(15, 2 ** (attempts - 1))

/**
 * An unexpected error may have happened after the money moved, so its outcome is unknown. Its message may quote
 * personal data, so only its name is kept.
 */
function asProviderError(processor: Processor, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const name = error instanceof Error ? error.name : typeof error
  return new ProviderError(processor.name, `unexpected ${name}`, { retryable: true, outcome: 'unknown' })
}
