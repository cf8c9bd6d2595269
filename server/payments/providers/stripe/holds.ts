import type { Stripe } from 'stripe'
import { ProviderError } from '../../../lib/provider-error.ts'
import type {
  Authorization,
  AuthorizeInput,
  Captured,
  MadeRefund,
  Moved,
  Processor,
  RefundInput,
  Voided,
} from '../../processor.ts'
import type { StripeClient } from './client.ts'
import { refusalOf } from './failure.ts'
import { refundOutcome, refusedOf, waitingForBalance } from './moves.ts'

type Holds = Pick<
  Processor,
  'authorize' | 'readAuthorization' | 'capture' | 'void' | 'refund' | 'readRefund' | 'listRefunds'
>

/** A hold is a PaymentIntent with manual capture. Our key is Stripe's idempotency key, and is in the metadata too. */
export const stripeHolds = (client: StripeClient): Holds => ({
  authorize: (input) => authorize(client, input),
  readAuthorization: async (reference) => authorizationOf(await readIntent(client, reference)),
  capture: (input) => capture(client, input),
  void: (input) => release(client, input),
  refund: (input) => refund(client, input),
  listRefunds: (reference) => listRefunds(client, reference),
  readRefund: async (reference) =>
    refundOutcome(await client.ask((stripe) => stripe.refunds.retrieve(reference))),
})

/** @throws ProviderError when a page cannot be read. */
const listRefunds = (client: StripeClient, reference: string): Promise<MadeRefund[]> =>
  client.ask(async (stripe) => {
    const made: MadeRefund[] = []
    for await (const each of stripe.refunds.list({ payment_intent: reference, limit: 100 })) {
      const effectId = each.metadata?.dray_effect ?? null
      made.push({ reference: each.id, effectId, amountCents: each.amount, moved: refundOutcome(each) })
    }
    return made
  })

const expanded = { expand: ['latest_charge'] }

const readIntent = ({ ask }: StripeClient, reference: string): Promise<Stripe.PaymentIntent> =>
  ask((stripe) => stripe.paymentIntents.retrieve(reference, expanded))

async function authorize(client: StripeClient, input: AuthorizeInput): Promise<Authorization> {
  // Stripe forgets a key after a day, and the request in doubt may be older.
  const earlier = input.inDoubt ? await findIntent(client, input) : null
  if (earlier) return authorizationOf(earlier)
  const created = await client.attempt((stripe) =>
    stripe.paymentIntents.create(intentOf(input), { idempotencyKey: input.key }),
  )
  if (created.ok) return authorizationOf(created.value)
  const { failure } = created
  if (failure.kind === 'card') {
    return { outcome: 'refused', reference: failure.intentId, refusal: refusalOf(failure) }
  }
  if (failure.kind === 'invalid' || !failure.isAnswered) throw failure.error
  const found = await findIntent(client, input)
  if (!found) throw failure.error
  return authorizationOf(found)
}

function intentOf({ key, about, ...input }: AuthorizeInput): Stripe.PaymentIntentCreateParams {
  return {
    amount: input.amountCents,
    currency: 'eur',
    customer: input.payerReference,
    payment_method: input.methodReference,
    allowed_payment_method_types: ['card'],
    capture_method: 'manual',
    confirm: true,
    ...(input.customerPresent
      ? input.returnUrl && { return_url: input.returnUrl }
      : // Makes a bank that wants a confirmation refuse instead of waiting for an absent customer.
        { off_session: true }),
    metadata: {
      dray_effect: key,
      dray_payment: about.paymentId,
      ...(about.jobId && { dray_job: about.jobId }),
    },
    ...expanded,
  }
}

/**
 * Finds the hold of an earlier request by the metadata. Needed because Stripe repeats a 500 under its key for a day
 * even if the hold was made, and rejects a key with other parameters, such as another `BASE_URL`.
 */
async function findIntent(client: StripeClient, input: AuthorizeInput) {
  const { data } = await client.ask((stripe) =>
    stripe.paymentIntents.list({
      customer: input.payerReference,
      limit: 100,
      expand: ['data.latest_charge'],
    }),
  )
  return data.find(({ metadata }) => metadata.dray_effect === input.key) ?? null
}

type Amount = { key: string; reference: string; amountCents: number }

async function capture(client: StripeClient, { key, reference, amountCents }: Amount): Promise<Captured> {
  const captured = await client.attempt((stripe) =>
    stripe.paymentIntents.capture(reference, { amount_to_capture: amountCents }, { idempotencyKey: key }),
  )
  if (!captured.ok && !captured.failure.isAnswered) throw captured.failure.error
  // The state of the hold decides, not the error: another request, or a person at Stripe, may have been first.
  const intent = captured.ok ? captured.value : await readIntent(client, reference)
  if (intent.status === 'succeeded') return { outcome: 'captured', capturedCents: intent.amount_received }
  const isGone = intent.status === 'canceled' || intent.status === 'requires_payment_method'
  if (captured.ok) throw notYet(intent.status)
  const { failure } = captured
  if (isGone || expiredCodes.has(failure.code)) return { outcome: 'refused', refusal: 'hold_gone' }
  if (failure.kind === 'card') return { outcome: 'refused', refusal: 'other' }
  throw failure.error
}

const expiredCodes = new Set(['charge_expired_for_capture', 'capture_charge_authorization_expired'])

async function release(
  client: StripeClient,
  { key, reference }: { key: string; reference: string },
): Promise<Voided> {
  const cancelled = await client.attempt((stripe) =>
    stripe.paymentIntents.cancel(reference, {}, { idempotencyKey: key }),
  )
  if (!cancelled.ok && !cancelled.failure.isAnswered) throw cancelled.failure.error
  const intent = cancelled.ok ? cancelled.value : await readIntent(client, reference)
  const { status, amount_received: capturedCents } = intent
  if (status === 'canceled') return { outcome: 'released' }
  if (status === 'succeeded') return { outcome: 'already_captured', capturedCents }
  throw cancelled.ok ? notYet(status) : cancelled.failure.error
}

const notYet = (status: string) =>
  new ProviderError('stripe', `the payment is ${status}`, { retryable: true, outcome: 'unknown' })

async function refund(client: StripeClient, input: RefundInput): Promise<Moved> {
  const { key, effectId, reference, amountCents } = input
  const earlier = await findRefund(client, input)
  if (earlier) return refundOutcome(earlier)
  const made = await client.attempt((stripe) =>
    stripe.refunds.create(
      { payment_intent: reference, amount: amountCents, metadata: { dray_effect: effectId, dray_key: key } },
      { idempotencyKey: key },
    ),
  )
  if (made.ok) return refundOutcome(made.value)
  return made.failure.code === 'balance_insufficient' ? waitingForBalance : refusedOf(made.failure)
}

/**
 * Finds the refund of an earlier attempt by the effect's id in its metadata, because Stripe forgets a key after a day
 * and each refusal uses up a key. A failed refund moved no money, so it only counts for the attempt with its key.
 */
function findRefund(client: StripeClient, { key, effectId, reference }: RefundInput) {
  return client.ask(async (stripe) => {
    let failed: Stripe.Refund | null = null
    for await (const each of stripe.refunds.list({ payment_intent: reference, limit: 100 })) {
      if (each.metadata?.dray_effect !== effectId) continue
      if (refundOutcome(each).outcome !== 'refused') return each
      if (each.metadata.dray_key === key) failed = each
    }
    return failed
  })
}

/** Maps a PaymentIntent to an `Authorization`. Its `latest_charge` must be expanded. */
function authorizationOf(intent: Stripe.PaymentIntent): Authorization {
  const { id: reference, status } = intent
  const actionUrl = intent.next_action?.redirect_to_url?.url
  if (status === 'requires_capture') return { outcome: 'held', reference, holdExpiresAt: holdExpiry(intent) }
  if (status === 'succeeded') return { outcome: 'captured', reference, capturedCents: intent.amount_received }
  if (status === 'canceled') return { outcome: 'released', reference }
  if (status === 'requires_payment_method') {
    const { code = '', decline_code: declineCode = '' } = intent.last_payment_error ?? {}
    return { outcome: 'refused', reference, refusal: refusalOf({ code, declineCode }) }
  }
  if (status === 'requires_action' && actionUrl) return { outcome: 'action_required', reference, actionUrl }
  return { outcome: 'pending', reference }
}

/**
 * When the hold expires. Without `capture_before`: the shortest period of the card networks (Visa, customer not
 * present), minus a margin.
 */
function holdExpiry({ latest_charge: charge, created }: Stripe.PaymentIntent): Date {
  const details = typeof charge === 'object' ? charge?.payment_method_details?.card : null
  if (details?.capture_before) return new Date(details.capture_before * 1_000)
  const heldAt = typeof charge === 'object' && charge ? charge.created : created
  return new Date((heldAt + shortestHoldSeconds - marginSeconds) * 1_000)
}

const shortestHoldSeconds = 4 * 86_400 + 18 * 3_600
const marginSeconds = 12 * 3_600
