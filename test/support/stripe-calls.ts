import assert from 'node:assert/strict'
import { ProviderError } from '../../server/lib/provider-error.ts'
import type { AuthorizeInput, Processor } from '../../server/payments/processor.ts'
import { stripe } from '../../server/payments/providers/stripe/index.ts'
import type { StripeSettings } from '../../server/payments/providers/stripe/settings.ts'
import type { Fault, Operation } from './fake-stripe/faults.ts'
import { fakeSecretKey } from './fake-stripe/responses.ts'
import type { FakeStripe } from './fake-stripe/start.ts'
import type { CardBehaviour } from './fake-stripe/state.ts'

export const settingsOf = (url: string, more: Partial<StripeSettings> = {}): StripeSettings => ({
  STRIPE_SECRET_KEY: fakeSecretKey,
  STRIPE_PUBLISHABLE_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  STRIPE_API_URL: url,
  STRIPE_PAYOUTS: 'connect',
  STRIPE_TIMEOUT_MS: 20_000,
  ...more,
})

export const connect = (fake: { url: string }, more?: Partial<StripeSettings>): Processor =>
  stripe.connect(settingsOf(fake.url, more))

/** For calls without a response: long enough that a busy machine can send them. */
export const impatient = { STRIPE_TIMEOUT_MS: 1_500 }

let keys = 0
export const newKey = (): string => `0198-effect-${keys++}`
export const callOf = (key: string) => ({ key, effectId: key, effectCreatedAt: new Date() })
export const newCall = () => callOf(newKey())

export const returnUrl = 'http://dray.test/app/jobs/1?payment=1'

export function ask(
  card: { payerReference: string; methodReference: string },
  more: Partial<AuthorizeInput> = {},
) {
  const input: AuthorizeInput = {
    key: newKey(),
    inDoubt: false,
    amountCents: 4_520,
    ...card,
    customerPresent: true,
    returnUrl,
    about: { jobId: 'job-1', paymentId: 'payment-1' },
    ...more,
  }
  return input
}

export async function held(
  fake: FakeStripe,
  processor: Processor,
  behaviour: CardBehaviour = 'ok',
): Promise<string> {
  const authorization = await processor.authorize(ask(fake.people.saveCard(behaviour)))
  assert.equal(authorization.outcome, 'held')
  return authorization.reference ?? ''
}

export async function captured(fake: FakeStripe, processor: Processor, amountCents = 4_520): Promise<string> {
  const reference = await held(fake, processor)
  assert.deepEqual(await processor.capture({ ...newCall(), reference, amountCents }), {
    outcome: 'captured',
    capturedCents: amountCents,
  })
  return reference
}

export async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    (value) => assert.fail(`it succeeded: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  assert.ok(error instanceof ProviderError, String(error))
  assertNoSecret(error)
  return error
}

/** No key, no message of Stripe (which quotes the request), no cause that a log could print. */
function assertNoSecret(error: ProviderError): void {
  const text = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join(' ')
  assert.doesNotMatch(text, /FakeStripeOfTheTests|fake-wording|dray\.test/)
  assert.deepEqual(Object.keys(error).sort(), [
    'isKept',
    'isUnwanted',
    'outcome',
    'provider',
    'retryAfterSeconds',
    'retryable',
  ])
}

export const isUnknown = ({ outcome, retryable }: ProviderError): boolean =>
  outcome === 'unknown' && retryable
export const isRefused = ({ outcome, retryable }: ProviderError): boolean =>
  outcome === 'refused' && !retryable

/** The call may have acted, or may act later: repeat it with the same key. */
export const lost: Fault[] = [
  'reset',
  '500',
  'conflict',
  'rate_limit',
  'unauthorized',
  'forbidden',
  'reset_after',
]
/** The call has acted, and there is a response, though not a usable one: the state can be read. */
export const obscured: Fault[] = ['500_after', '500_kept', 'garbage', 'redirect']
export const unanswered: Fault[] = ['silent', 'late', 'drip']

/** Repeats the call until it has reached Stripe: on a busy machine it may time out before. */
export async function assertUnanswered(fake: FakeStripe, operation: Operation, call: () => Promise<unknown>) {
  const before = fake.askedFor(operation).length
  do assert.ok(isUnknown(await failureOf(call())), operation)
  while (fake.askedFor(operation).length === before)
}
