import { withinDeadline } from '../lib/deadline.ts'
import { ProviderError } from '../lib/provider-error.ts'
import { type EffectClaim, keyOf, type Later } from './effects.ts'
import type { Authorization, EffectCall, Moved, Processor } from './processor.ts'
import type { EffectOutcome } from './settled-effect.ts'
import type { Payment } from './store.ts'

/** Either what the processor answered, or when to ask it again. */
export type Asked = EffectOutcome | { later: Later }

/** Makes one call, outside any transaction, with the effect's key, and says what its end means. Never throws. */
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

/** Whoever waits in front of a screen is told in the end; all else waits until the operator connects it again. */
const withoutProcessor = (claim: EffectClaim): Asked =>
  isTooLate(claim)
    ? neverHeld
    : again(claim, { inSeconds: 60, error: `${claim.payment.processor} is not connected` })

/** Payments may take longer than texts: a bank is asked behind the processor. */
const callTimeoutMs = 20_000

async function call(processor: Processor, claim: EffectClaim): Promise<Asked> {
  const { kind, amountCents, payment } = claim
  const key = keyOf(claim)
  if (kind === 'authorize') return { kind, outcome: await authorize(processor, claim) }
  if (kind === 'transfer') return transfer(processor, claim)
  const { reference } = payment
  if (kind === 'void' && !reference) return releaseNothing(claim)
  if (!reference) throw new Error(`a ${kind} without an authorisation`)
  if (kind === 'capture') return { kind, outcome: await processor.capture({ key, reference, amountCents }) }
  if (kind === 'void') return { kind, outcome: await processor.void({ key, reference }) }
  return afterMove(claim, await refund(processor, claim, reference))
}

/** The id under which the processor finds earlier attempts of this effect, and the key of this one. */
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
  // Given up before it was ever asked for.
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

/** A charge pays no more than was captured of it: after a small capture by hand the balance pays. */
const ownCharge = ({ reference, capturedCents }: Payment, amountCents: number): string | null =>
  capturedCents >= amountCents ? reference : null

/** Without a reference there is nothing to give back yet, or nothing at all once the authorisation has been refused. */
function releaseNothing(claim: EffectClaim): Asked {
  if (claim.payment.status === 'releasing')
    return again(claim, { inSeconds: 1, error: 'waits for the authorisation' })
  return { kind: 'void', outcome: { outcome: 'released' } }
}

/**
 * A refund or a transfer is owed whatever the processor says: what was refused stays, for people to see, and is asked for
 * again with another key. What only waits for the processor is no failure.
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

/** An hour, doubled up to a day: each refused refund may cost a fee, and news of the payout account hastens a transfer. */
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
    Math.min(failure.retryAfterSeconds ?? 0, mostWaitSeconds),
  )
  return again(claim, { inSeconds, error, inDoubt: isUnknown || claim.inDoubt })
}

/**
 * How long the processor may repeat an error under a key before another key is used. By then it has undone what it could
 * not finish, and each attempt has looked for what may have been made.
 */
const keptErrorSeconds = 3_600

/** The most that a processor's `Retry-After` is obeyed. */
const mostWaitSeconds = 300

/** Nobody waits so long in front of a screen, and nothing was held. */
const isTooLate = ({ kind, payment, inDoubt, ageSeconds }: EffectClaim): boolean =>
  kind === 'authorize' && !payment.reference && !inDoubt && ageSeconds > 600

const neverHeld: Asked = {
  kind: 'authorize',
  outcome: { outcome: 'refused', reference: null, refusal: 'other' },
}

const again = (claim: EffectClaim, later: Omit<Later, 'inDoubt'> & { inDoubt?: boolean }): Asked => ({
  later: { inDoubt: claim.inDoubt, ...later },
})

/** 1, 2, 4, 8, then every 15 s: what was in doubt is known well within two minutes of the processor's return. */
export const backoffSeconds = (attempts: number): number => Math.min(15, 2 ** (attempts - 1))

/** A processor's bug may have struck after the money moved, and its text may quote anything: only its name is kept. */
function asProviderError(processor: Processor, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const name = error instanceof Error ? error.name : typeof error
  return new ProviderError(processor.name, `unexpected ${name}`, { retryable: true, outcome: 'unknown' })
}
