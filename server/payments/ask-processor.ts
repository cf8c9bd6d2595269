import { withinDeadline } from '../lib/deadline.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { EffectClaim, Later } from './effects.ts'
import type { Authorization, Processor } from './processor.ts'
import type { EffectOutcome } from './settled-effect.ts'

/** Either what the processor answered, or when to ask it again. */
export type Asked = EffectOutcome | { later: Later }

/** Makes one call, outside any transaction, with the effect's id as its key, and says what its end means. Never throws. */
export async function askProcessor(
  processor: Processor | null,
  claim: EffectClaim,
  onError: (error: Error) => void,
): Promise<Asked> {
  if (!processor) return withoutProcessor(claim)
  try {
    const answer = await withinDeadline(
      call(processor, claim),
      callTimeoutMs,
      () => new ProviderError(processor.name, 'no answer in time', { retryable: true, outcome: 'unknown' }),
    )
    return 'later' in answer ? answer : unlessRefused(answer)
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
  const { kind, id: key, amountCents, payment } = claim
  if (kind === 'authorize') return { kind, outcome: await authorize(processor, claim) }
  if (kind === 'transfer') return transfer(processor, claim)
  const { reference } = payment
  if (kind === 'void' && !reference) return releaseNothing(claim)
  if (!reference) throw new Error(`a ${kind} without an authorisation`)
  if (kind === 'capture') return { kind, outcome: await processor.capture({ key, reference, amountCents }) }
  if (kind === 'void') return { kind, outcome: await processor.void({ key, reference }) }
  return { kind, outcome: await processor.refund({ key, reference, amountCents }) }
}

async function authorize(processor: Processor, claim: EffectClaim): Promise<Authorization> {
  const { payment, payerReference, methodReference } = claim
  const refused: Authorization = { outcome: 'refused', reference: null, refusal: 'other' }
  if (payment.reference) return processor.readAuthorization(payment.reference)
  // Given up before it was ever asked for.
  if (payment.status === 'releasing' && !claim.inDoubt) return refused
  if (!payerReference || !methodReference) return refused
  return processor.authorize({
    key: claim.id,
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
  const { payoutReference, payment, amountCents } = claim
  if (!payoutReference) return again(claim, { inSeconds: 60, error: 'the carrier has no payout account yet' })
  const outcome = await processor.transfer({
    key: claim.id,
    amountCents,
    payoutReference,
    sourceReference: payment.source === 'wallet' ? null : payment.reference,
  })
  return { kind: 'transfer', outcome }
}

/** Without a reference there is nothing to give back yet, or nothing at all once the authorisation has been refused. */
function releaseNothing(claim: EffectClaim): Asked {
  if (claim.payment.status === 'releasing')
    return again(claim, { inSeconds: 1, error: 'waits for the authorisation' })
  return { kind: 'void', outcome: { outcome: 'released' } }
}

/** A refund or a transfer is owed whatever the processor says: it stays, for people to see, and is asked for hourly. */
function unlessRefused(answer: EffectOutcome): Asked {
  const { kind, outcome } = answer
  if ((kind !== 'refund' && kind !== 'transfer') || outcome.outcome === 'done') return answer
  return { later: { inSeconds: 3_600, inDoubt: false, error: outcome.reason } }
}

function afterFailure(claim: EffectClaim, failure: ProviderError): Asked {
  const { kind, payment } = claim
  const isUnknown = failure.outcome === 'unknown'
  const isFinal = !isUnknown && !failure.retryable
  const isFirst = kind === 'authorize' && !payment.reference
  if (isFirst && (isFinal || (!isUnknown && isTooLate(claim)))) return neverHeld
  if (kind === 'capture' && isFinal) return { kind, outcome: { outcome: 'refused', refusal: 'other' } }
  const inSeconds = isFinal ? 3_600 : backoffSeconds(claim.attempts)
  return again(claim, { inSeconds, error: failure.message, inDoubt: isUnknown || claim.inDoubt })
}

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
