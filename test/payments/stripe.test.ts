import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ProviderError } from '../../server/lib/provider-error.ts'
import type { AuthorizeInput, Processor } from '../../server/payments/processor.ts'
import { stripe } from '../../server/payments/providers/stripe.ts'
import { stripeApiVersion } from '../../server/payments/providers/stripe-client.ts'
import type { StripeSettings } from '../../server/payments/providers/stripe-settings.ts'
import {
  type FakeStripe,
  fakeSecretKey,
  type Manner,
  type Operation,
  startFakeStripe,
} from '../support/fake-stripe.ts'
import type { CardManner } from '../support/fake-stripe-books.ts'
import { closedPort } from '../support/local-server.ts'

/** The real package of Stripe's against a Stripe on this machine that keeps books. */

const settingsOf = (url: string, more: Partial<StripeSettings> = {}): StripeSettings => ({
  STRIPE_SECRET_KEY: fakeSecretKey,
  STRIPE_WEBHOOK_SECRET: '',
  STRIPE_API_URL: url,
  STRIPE_PAYOUTS: 'connect',
  STRIPE_TIMEOUT_MS: 20_000,
  ...more,
})

const connect = (fake: { url: string }, more?: Partial<StripeSettings>): Processor =>
  stripe.connect(settingsOf(fake.url, more))

/** For calls that are never answered: long enough for a busy machine to make them. */
const impatient = { STRIPE_TIMEOUT_MS: 1_500 }

let keys = 0
const newKey = (): string => `0198-effect-${keys++}`
const callOf = (key: string) => ({ key, effectId: key, effectCreatedAt: new Date() })
const newCall = () => callOf(newKey())

const returnUrl = 'http://dray.test/app/jobs/1?payment=1'

function ask(card: { payerReference: string; methodReference: string }, more: Partial<AuthorizeInput> = {}) {
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

async function held(fake: FakeStripe, processor: Processor, manner: CardManner = 'ok'): Promise<string> {
  const authorization = await processor.authorize(ask(fake.people.saveCard(manner)))
  assert.equal(authorization.outcome, 'held')
  return authorization.reference ?? ''
}

async function captured(fake: FakeStripe, processor: Processor, amountCents = 4_520): Promise<string> {
  const reference = await held(fake, processor)
  assert.deepEqual(await processor.capture({ ...newCall(), reference, amountCents }), {
    outcome: 'captured',
    capturedCents: amountCents,
  })
  return reference
}

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    (value) => assert.fail(`it came to ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  assert.ok(error instanceof ProviderError, String(error))
  assertTellsNothing(error)
  return error
}

/** No key, none of Stripe's wording (which quotes what was sent), nothing chained that a log could unfold. */
function assertTellsNothing(error: ProviderError): void {
  const text = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join(' ')
  assert.doesNotMatch(text, /FakeStripeOfTheTests|fake-wording|dray\.test/)
  assert.deepEqual(Object.keys(error).sort(), [
    'isKept',
    'outcome',
    'provider',
    'retryAfterSeconds',
    'retryable',
  ])
}

const isUnknown = ({ outcome, retryable }: ProviderError): boolean => outcome === 'unknown' && retryable
const isRefused = ({ outcome, retryable }: ProviderError): boolean => outcome === 'refused' && !retryable

/** The call may have acted, or may yet act: ask again with the same key. */
const lost: Manner[] = ['reset', '500', 'conflict', 'rate_limit', 'unauthorized', 'forbidden', 'reset_after']
/** It has acted, and somebody answers, if only nonsense: how things stand can be looked at. */
const obscured: Manner[] = ['500_after', '500_kept', 'garbage', 'redirect']
const unanswered: Manner[] = ['silent', 'late', 'drip']

/** Until the call has come to Stripe: on a busy machine time may be up before. */
async function assertUnanswered(fake: FakeStripe, operation: Operation, call: () => Promise<unknown>) {
  const before = fake.askedFor(operation).length
  do assert.ok(isUnknown(await failureOf(call())), operation)
  while (fake.askedFor(operation).length === before)
}

describe('DESIGN 6.4, Stripe: holds', () => {
  test('a hold is a manual-capture intent of a saved card, with our key, and lasts as long as Stripe says', async () => {
    await using fake = await startFakeStripe({ holdSeconds: 4 * 86_400 })
    const card = fake.people.saveCard()
    const input = ask(card)
    const askedAt = Date.now()
    const authorization = await connect(fake).authorize(input)
    assert.equal(authorization.outcome, 'held')
    const [intent] = fake.books().intents
    assert.equal(authorization.reference, intent?.id)
    const expiresInDays = (Number(authorization.holdExpiresAt) - askedAt) / 86_400_000
    assert.ok(Math.abs(expiresInDays - 4) < 0.1, `it expires in ${expiresInDays} days`)
    assert.deepEqual(intent?.metadata, {
      dray_effect: input.key,
      dray_payment: 'payment-1',
      dray_job: 'job-1',
    })
    const [call] = fake.askedFor('authorize')
    assert.equal(call?.key, input.key)
    assert.equal(call?.headers['stripe-version'], stripeApiVersion)
    assert.equal(call?.form.return_url, returnUrl)
    assert.equal(fake.books().heldCents, 4_520)
  })

  test('what was in doubt for longer than Stripe remembers its key is found, and held once', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const input = ask(fake.people.saveCard())
    const first = await processor.authorize(input)
    fake.forgetKeys()
    assert.deepEqual(await processor.authorize({ ...input, inDoubt: true }), first)
    assert.equal(fake.books().intents.length, 1)
    const unmade = ask(fake.people.saveCard(), { inDoubt: true })
    assert.equal((await processor.authorize(unmade)).outcome, 'held')
  })

  test('a hold without capture_before is assumed to live less than the shortest, 4 days 18 hours', async () => {
    await using fake = await startFakeStripe({ holdSeconds: null })
    const askedAt = Date.now()
    const authorization = await connect(fake).authorize(ask(fake.people.saveCard()))
    assert.equal(authorization.outcome, 'held')
    const days = (Number(authorization.holdExpiresAt) - askedAt) / 86_400_000
    assert.ok(days > 3.5 && days < 4.75, `${days} days`)
  })

  const refusals: [CardManner, string][] = [
    ['declined', 'declined'],
    ['insufficient_funds', 'insufficient_funds'],
    ['expired_card', 'expired_card'],
  ]
  for (const [manner, refusal] of refusals) {
    test(`a card that is refused (${manner}) is an outcome and no error`, async () => {
      await using fake = await startFakeStripe()
      const authorization = await connect(fake).authorize(ask(fake.people.saveCard(manner)))
      const [intent] = fake.books().intents
      assert.deepEqual(authorization, { outcome: 'refused', reference: intent?.id, refusal })
      assert.deepEqual(await connect(fake).readAuthorization(intent?.id ?? ''), authorization)
      assert.equal(fake.books().heldCents, 0)
    })
  }

  test('a bank that asks the customer: confirmed on its page, then held; refused there, then not confirmed', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    for (const approve of [true, false]) {
      const asked = await processor.authorize(ask(fake.people.saveCard('confirm')))
      assert.equal(asked.outcome, 'action_required')
      assert.equal(asked.actionUrl, `${fake.url}/confirm/${asked.reference}`)
      assert.equal((await processor.readAuthorization(asked.reference)).outcome, 'action_required')
      fake.people.confirm(asked.reference, approve)
      const { holdExpiresAt: _, ...then } = {
        holdExpiresAt: null,
        ...(await processor.readAuthorization(asked.reference)),
      }
      const { reference } = asked
      assert.deepEqual(
        then,
        approve
          ? { outcome: 'held', reference }
          : { outcome: 'refused', reference, refusal: 'not_confirmed' },
      )
    }
  })

  test('a renewal happens without the customer: the bank cannot ask, and refuses', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const absent = { customerPresent: false, returnUrl: null }
    assert.equal((await processor.authorize(ask(fake.people.saveCard(), absent))).outcome, 'held')
    const refused = await processor.authorize(ask(fake.people.saveCard('confirm'), absent))
    assert.deepEqual([refused.outcome, 'refusal' in refused && refused.refusal], ['refused', 'not_confirmed'])
    for (const { form } of fake.askedFor('authorize')) assert.equal(form.off_session, 'true')
  })

  test('read again: pending while the bank works, captured, released', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const reference = await held(fake, processor)
    fake.people.process(reference)
    assert.deepEqual(await processor.readAuthorization(reference), { outcome: 'pending', reference })
    const taken = await captured(fake, processor)
    assert.deepEqual(await processor.readAuthorization(taken), {
      outcome: 'captured',
      reference: taken,
      capturedCents: 4_520,
    })
    fake.people.expireHold(reference)
    assert.deepEqual(await processor.readAuthorization(reference), { outcome: 'released', reference })
  })

  test('the same key answers the same hold, also after the answer was lost, and holds once', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    for (const manner of [...lost, ...obscured]) {
      const input = ask(fake.people.saveCard())
      fake.faults.next('authorize', manner)
      if (lost.includes(manner)) assert.ok(isUnknown(await failureOf(processor.authorize(input))), manner)
      const first = await processor.authorize(input)
      assert.equal(first.outcome, 'held', manner)
      assert.deepEqual(await processor.authorize(input), first, manner)
    }
    const { intents, heldCents } = fake.books()
    assert.deepEqual([intents.length, heldCents], [11, 11 * 4_520])
  })

  for (const manner of unanswered) {
    test(`no answer in time (${manner}): unknown, and asked again the hold is there, once`, async () => {
      await using fake = await startFakeStripe()
      const input = ask(fake.people.saveCard())
      fake.faults.next('authorize', manner)
      await assertUnanswered(fake, 'authorize', () => connect(fake, impatient).authorize(input))
      assert.equal((await connect(fake).authorize(input)).outcome, 'held')
      assert.equal(fake.books().intents.length, 1)
    })
  }

  test('a 500 that Stripe keeps under the key does not hide the hold', async () => {
    await using fake = await startFakeStripe()
    const input = ask(fake.people.saveCard())
    fake.faults.next('authorize', '500_kept')
    for (const _ of [1, 2]) assert.equal((await connect(fake).authorize(input)).outcome, 'held')
    assert.equal(fake.books().intents.length, 1)
  })

  test('a key that comes with another return address still finds its hold', async () => {
    await using fake = await startFakeStripe()
    const input = ask(fake.people.saveCard())
    const first = await connect(fake).authorize(input)
    assert.deepEqual(await connect(fake).authorize({ ...input, returnUrl: 'https://new.test/app' }), first)
    const strange = { ...input, payerReference: fake.people.saveCard().payerReference }
    assert.ok(isUnknown(await failureOf(connect(fake).authorize(strange))))
    assert.equal(fake.books().intents.length, 1)
  })

  test('what Stripe will never do is refused for good: no such card', async () => {
    await using fake = await startFakeStripe()
    const { payerReference } = fake.people.saveCard()
    const error = await failureOf(
      connect(fake).authorize(ask({ payerReference, methodReference: 'pm_gone' })),
    )
    assert.ok(isRefused(error))
    assert.match(error.message, /^stripe: status 404, code resource_missing, request req_\w+$/)
  })

  test('one call is made for one call: the package repeats nothing by itself', async () => {
    await using fake = await startFakeStripe()
    for (const manner of ['reset', 'reset_after', '500', 'conflict', 'rate_limit'] as const) {
      fake.faults.always('authorize', manner)
      const before = fake.askedFor('authorize').length
      await failureOf(connect(fake).authorize(ask(fake.people.saveCard())))
      assert.equal(fake.askedFor('authorize').length, before + 1, manner)
    }
  })

  test('nobody there: unknown, and the reason is a code', async () => {
    const processor = connect({ url: `http://127.0.0.1:${await closedPort()}` })
    const error = await failureOf(processor.readAuthorization('pi_1'))
    assert.ok(isUnknown(error))
    assert.equal(error.message, 'stripe: ECONNREFUSED')
  })
})

describe('DESIGN 6.4, Stripe: capture, void, refund', () => {
  test('a part of a hold is captured, once, and the rest is free', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const reference = await held(fake, processor)
    const input = { ...newCall(), reference, amountCents: 1_500 }
    const done = { outcome: 'captured', capturedCents: 1_500 }
    for (const _ of [1, 2]) assert.deepEqual(await processor.capture(input), done)
    const { captures, heldCents, capturedCents } = fake.books()
    assert.deepEqual([captures.length, heldCents, capturedCents], [1, 0, 1_500])
    assert.equal(captures[0]?.key, input.key)
  })

  test('a capture whose answer was lost is captured when asked again, once', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const done = { outcome: 'captured', capturedCents: 4_520 }
    for (const manner of lost) {
      const input = { ...newCall(), reference: await held(fake, processor), amountCents: 4_520 }
      fake.faults.next('capture', manner)
      assert.ok(isUnknown(await failureOf(processor.capture(input))), manner)
      assert.deepEqual(await processor.capture(input), done)
    }
    for (const manner of obscured) {
      const input = { ...newCall(), reference: await held(fake, processor), amountCents: 4_520 }
      fake.faults.next('capture', manner)
      for (const _ of [1, 2]) assert.deepEqual(await processor.capture(input), done)
    }
    assert.equal(fake.books().captures.length, lost.length + obscured.length)
    assert.equal(fake.books().heldCents, 0)
  })

  for (const manner of unanswered) {
    test(`no answer to a capture, a void, a refund, a transfer in time (${manner}): unknown, done once`, async () => {
      await using fake = await startFakeStripe()
      const patient = connect(fake)
      const hasty = connect(fake, impatient)
      const carrier = await patient.startPayoutSetup({ carrierId: 'carrier-1', reference: null, returnUrl })
      fake.people.finishPayoutSetup(carrier.reference)
      const [taken, given] = [await held(fake, patient), await held(fake, patient)]
      const calls = {
        capture: (by: Processor, key: string) => by.capture({ key, reference: taken, amountCents: 4_520 }),
        void: (by: Processor, key: string) => by.void({ key, reference: given }),
        refund: (by: Processor, key: string) =>
          by.refund({ ...callOf(key), reference: taken, amountCents: 100 }),
        transfer: (by: Processor, key: string) =>
          by.transfer({
            ...callOf(key),
            amountCents: 3_930,
            payoutReference: carrier.reference,
            sourceReference: taken,
          }),
      }
      for (const operation of ['capture', 'void', 'refund', 'transfer'] as const) {
        const key = newKey()
        fake.faults.next(operation, manner)
        await assertUnanswered(fake, operation, () => calls[operation](hasty, key))
        assert.match((await calls[operation](patient, key)).outcome, /^(captured|released|done)$/)
      }
      const { captures, cancels, refunds, transfers } = fake.books()
      assert.deepEqual(
        [captures, cancels, refunds, transfers].map(({ length }) => length),
        [1, 1, 1, 1],
      )
    })
  }

  test('a hold that is gone is refused as that, however it went', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const expired = await held(fake, processor)
    fake.people.expireHold(expired)
    const lateRefusal = await held(fake, processor, 'capture_fails')
    for (const reference of [expired, lateRefusal]) {
      const answer = await processor.capture({ ...newCall(), reference, amountCents: 4_520 })
      assert.deepEqual(answer, { outcome: 'refused', refusal: 'hold_gone' })
    }
    assert.equal(fake.books().captures.length, 0)
  })

  test('a capture that Stripe refuses while the hold is alive', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const reference = await held(fake, processor)
    fake.faults.next('capture', 'card_error')
    assert.deepEqual(await processor.capture({ ...newCall(), reference, amountCents: 4_520 }), {
      outcome: 'refused',
      refusal: 'other',
    })
    for (const amountCents of [4_521, 0]) {
      assert.ok(isRefused(await failureOf(processor.capture({ ...newCall(), reference, amountCents }))))
    }
    assert.equal(fake.books().heldCents, 4_520)
  })

  test('captured by other hands: whatever is asked for, the answer is what was captured', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const reference = await captured(fake, processor, 4_000)
    for (const amountCents of [4_000, 4_520]) {
      const answer = await processor.capture({ ...newCall(), reference, amountCents })
      assert.deepEqual(answer, { outcome: 'captured', capturedCents: 4_000 })
    }
    assert.equal(fake.books().captures.length, 1)
  })

  test('a void releases a hold, and an authorisation nobody confirmed; asked again, and by another key, the same', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const open = await processor.authorize(ask(fake.people.saveCard('confirm')))
    for (const reference of [await held(fake, processor), open.reference ?? '']) {
      const key = newKey()
      for (const each of [key, key, newKey()]) {
        assert.deepEqual(await processor.void({ key: each, reference }), { outcome: 'released' })
      }
    }
    assert.equal(fake.books().cancels.length, 2)
    assert.equal(fake.books().heldCents, 0)
  })

  test('a void after the capture says so', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const reference = await captured(fake, processor)
    const found = await processor.void({ ...newCall(), reference })
    assert.deepEqual(found, { outcome: 'already_captured', capturedCents: 4_520 })
    assert.equal(fake.books().capturedCents, 4_520)
  })

  test('a void whose answer was lost is released when asked again', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    for (const manner of lost) {
      const input = { ...newCall(), reference: await held(fake, processor) }
      fake.faults.next('void', manner)
      assert.ok(isUnknown(await failureOf(processor.void(input))), manner)
      assert.deepEqual(await processor.void(input), { outcome: 'released' })
    }
    for (const manner of obscured) {
      fake.faults.next('void', manner)
      const reference = await held(fake, processor)
      assert.deepEqual(await processor.void({ ...newCall(), reference }), { outcome: 'released' })
    }
    assert.equal(fake.books().heldCents, 0)
  })

  test('what was never there can be neither captured nor released nor read', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const reference = 'pi_none'
    const calls = [
      () => processor.capture({ ...newCall(), reference, amountCents: 1 }),
      () => processor.void({ ...newCall(), reference }),
      () => processor.readAuthorization(reference),
    ]
    for (const call of calls) assert.ok(isRefused(await failureOf(call())))
  })

  test('refunds in parts, each once, never above what was captured', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const reference = await captured(fake, processor)
    const first = { ...newCall(), reference, amountCents: 3_000 }
    const done = await processor.refund(first)
    assert.equal(done.outcome, 'done')
    assert.deepEqual(await processor.refund(first), done)
    assert.deepEqual(await processor.refund({ ...newCall(), reference, amountCents: 1_521 }), {
      outcome: 'refused',
      reason: 'amount_too_large',
    })
    assert.equal((await processor.refund({ ...newCall(), reference, amountCents: 1_520 })).outcome, 'done')
    assert.deepEqual(await processor.refund({ ...newCall(), reference, amountCents: 1 }), {
      outcome: 'refused',
      reason: 'charge_already_refunded',
    })
    assert.equal(fake.books().refundedCents, 4_520)
  })

  test('a refund that the bank sends back is refused, and stays so', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const input = { ...newCall(), reference: await captured(fake, processor), amountCents: 100 }
    fake.faults.next('refund', 'failed')
    const refused = { outcome: 'refused', reason: 'lost_or_stolen_card' }
    for (const _ of [1, 2]) assert.deepEqual(await processor.refund(input), refused)
  })

  for (const manner of ['pending', 'requires_action'] as const) {
    test(`a refund that Stripe answers as ${manner} is in progress, and read again until its bank answers`, async () => {
      await using fake = await startFakeStripe()
      const processor = connect(fake)
      const input = { ...newCall(), reference: await captured(fake, processor), amountCents: 100 }
      fake.faults.next('refund', manner)
      const made = await processor.refund(input)
      const [refund] = fake.books().refunds
      const reference = refund?.id ?? ''
      const needsAttention = manner === 'requires_action'
      assert.deepEqual(made, { outcome: 'in_progress', reference, needsAttention })
      assert.deepEqual(await processor.refund({ ...input, key: newKey() }), made, 'found by its effect')
      fake.people.endRefund(reference, 'succeeded')
      assert.deepEqual(await processor.readRefund(reference), { outcome: 'done', reference })
      fake.people.endRefund(reference, 'failed')
      const failed = { outcome: 'refused', reason: 'lost_or_stolen_card' }
      assert.deepEqual(await processor.readRefund(reference), failed)
      assert.deepEqual(await processor.refund(input), failed, 'the key it was made with')
      assert.equal((await processor.refund({ ...input, key: newKey() })).outcome, 'done', 'another key')
      assert.equal(fake.books().refunds.length, 1)
    })
  }

  test('an error that Stripe keeps under a key is told as kept, and another key is free of it', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const input = { ...newCall(), reference: await captured(fake, processor), amountCents: 100 }
    fake.faults.next('refund', '500_nothing')
    assert.equal((await failureOf(processor.refund(input))).isKept, false)
    assert.equal((await failureOf(processor.refund(input))).isKept, true)
    assert.equal((await processor.refund({ ...input, key: newKey() })).outcome, 'done')
    fake.faults.next('refund', 'refuse')
    const refused = { ...newCall(), reference: input.reference, amountCents: 100 }
    for (const _ of [1, 2]) {
      assert.deepEqual(await processor.refund(refused), { outcome: 'refused', reason: 'not_allowed_now' })
    }
    assert.equal((await processor.refund({ ...refused, key: newKey() })).outcome, 'done')
  })

  test('a refund whose answer was lost is done when asked again, once', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const reference = await captured(fake, processor)
    const manners = [...lost, ...obscured]
    for (const manner of manners) {
      const input = { ...newCall(), reference, amountCents: 100 }
      fake.faults.next('refund', manner)
      assert.ok(isUnknown(await failureOf(processor.refund(input))), manner)
      assert.equal((await processor.refund(input)).outcome, 'done', manner)
    }
    assert.equal(fake.books().refunds.length, manners.length)
  })
})

describe('DESIGN 6.4, Stripe: payouts', () => {
  async function carrierOf(fake: FakeStripe, processor: Processor): Promise<string> {
    const { reference } = await processor.startPayoutSetup({
      carrierId: newKey(),
      reference: null,
      returnUrl,
    })
    fake.people.finishPayoutSetup(reference)
    return reference
  }

  test('a carrier is an Express account: set up on Stripe’s page, ready when it says so, then led to its own page', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const input = { carrierId: 'carrier-1', reference: null, returnUrl }
    const started = await processor.startPayoutSetup(input)
    assert.equal(started.url, `${fake.url}/onboarding/${started.reference}`)
    // A second tap before the first was noted.
    assert.deepEqual(await processor.startPayoutSetup(input), started)
    const { reference } = started
    assert.deepEqual(await processor.readPayoutAccount(reference), { ready: false })
    fake.people.finishPayoutSetup(reference)
    assert.deepEqual(await processor.readPayoutAccount(reference), { ready: true })
    const again = await processor.startPayoutSetup({ ...input, reference })
    assert.deepEqual(again, { reference, url: `${fake.url}/dashboard/${reference}` })
    assert.equal(fake.askedFor('account').length, 2)
  })

  test('a transfer pays out of the charge it came from, once, and no more than that brought in', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const payoutReference = await carrierOf(fake, processor)
    const sourceReference = await captured(fake, processor)
    const input = { ...newCall(), amountCents: 3_930, payoutReference, sourceReference }
    const done = await processor.transfer(input)
    assert.equal(done.outcome, 'done')
    assert.deepEqual(await processor.transfer(input), done)
    const { transfers, captures } = fake.books()
    assert.equal(transfers.length, 1)
    assert.equal(transfers[0]?.sourceCharge, captures[0]?.id)
    assert.deepEqual(await processor.transfer({ ...input, ...newCall() }), {
      outcome: 'refused',
      reason: 'balance_insufficient',
    })
  })

  test('a transfer without a charge comes out of the available balance, and waits while that does not cover it', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const payoutReference = await carrierOf(fake, processor)
    await captured(fake, processor)
    const early = { ...newCall(), amountCents: 2_000, payoutReference, sourceReference: null }
    assert.deepEqual(await processor.transfer(early), { outcome: 'waiting', reason: 'balance_insufficient' })
    fake.people.makeAvailable()
    const input = { ...newCall(), amountCents: 2_000, payoutReference, sourceReference: null }
    assert.equal((await processor.transfer(input)).outcome, 'done')
    assert.equal(fake.books().transfers[0]?.sourceCharge, null)
  })

  test('a transfer is made once even when Stripe has forgotten its key, and after a hundred others', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const payoutReference = await carrierOf(fake, processor)
    await captured(fake, processor)
    fake.people.makeAvailable()
    const input = { ...newCall(), amountCents: 1_000, payoutReference, sourceReference: null }
    fake.faults.next('transfer', 'reset_after')
    await failureOf(processor.transfer(input))
    fake.forgetKeys()
    const others = Array.from({ length: 105 }, () => ({ ...input, ...newCall(), amountCents: 1 }))
    for (const other of others) assert.equal((await processor.transfer(other)).outcome, 'done')
    const done = await processor.transfer(input)
    assert.deepEqual(done, { outcome: 'done', reference: fake.books().transfers[0]?.id })
    assert.equal(fake.books().transfers.length, 1 + others.length)
  })

  test('a transfer whose answer was lost is done when asked again, once', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const payoutReference = await carrierOf(fake, processor)
    const sourceReference = await captured(fake, processor)
    const manners = [...lost, ...obscured]
    for (const manner of manners) {
      const input = { ...newCall(), amountCents: 100, payoutReference, sourceReference }
      fake.faults.next('transfer', manner)
      assert.ok(isUnknown(await failureOf(processor.transfer(input))), manner)
      assert.equal((await processor.transfer(input)).outcome, 'done', manner)
    }
    assert.equal(fake.books().transferredCents, manners.length * 100)
  })

  test('a carrier who is not ready, and a payment that brought nothing, are refused with a reason', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const { reference } = await processor.startPayoutSetup({ carrierId: 'c', reference: null, returnUrl })
    const input = { ...newCall(), amountCents: 100, payoutReference: reference }
    const refusedCard = await processor.authorize(ask(fake.people.saveCard('declined')))
    assert.deepEqual(await processor.transfer({ ...input, sourceReference: refusedCard.reference }), {
      outcome: 'refused',
      reason: 'nothing was captured',
    })
    assert.deepEqual(
      await processor.transfer({ ...input, sourceReference: await captured(fake, processor) }),
      {
        outcome: 'refused',
        reason: 'insufficient_capabilities_for_transfer',
      },
    )
  })

  test('STRIPE_PAYOUTS off: no account is made, no transfer, and both say so', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake, { STRIPE_PAYOUTS: 'off' })
    const started = await processor.startPayoutSetup({ carrierId: 'carrier-1', reference: null, returnUrl })
    assert.equal(started.url, null)
    assert.deepEqual(await processor.readPayoutAccount(started.reference), { ready: false })
    const refused = await processor.transfer({
      ...newCall(),
      amountCents: 100,
      payoutReference: started.reference,
      sourceReference: null,
    })
    assert.equal(refused.outcome, 'refused')
    assert.deepEqual(fake.asked, [])
  })
})

describe('Spec part 1, Stripe: cards are saved on its page, never here', () => {
  const setup = { setupId: 'setup-1', accountId: 'account-1', payerReference: null, returnUrl }

  test('a page for a new customer; the same attempt is the same page; then the card, by brand and last four', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const started = await processor.startCardSetup(setup)
    assert.equal(started.url, `${fake.url}/checkout/${started.reference}`)
    assert.deepEqual(await processor.startCardSetup(setup), started)
    assert.deepEqual(await processor.readCardSetup(started.reference), { outcome: 'pending' })
    fake.people.completeSetup(started.reference)
    const saved = await processor.readCardSetup(started.reference)
    assert.equal(saved.outcome, 'saved')
    const { reference, ...card } = saved.method
    assert.deepEqual(card, { brand: 'visa', lastFour: '4242', expiresMonth: 12, expiresYear: 2034 })
    const paid = await processor.authorize(
      ask({ payerReference: saved.payerReference, methodReference: reference }),
    )
    assert.equal(paid.outcome, 'held')
    const told = JSON.stringify(fake.askedFor('customer').map(({ form }) => form))
    assert.equal(
      told,
      JSON.stringify([{ 'metadata[dray_account]': 'account-1' }, { 'metadata[dray_account]': 'account-1' }]),
    )
  })

  test('a customer it knows already keeps its cards together', async () => {
    await using fake = await startFakeStripe()
    const { payerReference } = fake.people.saveCard()
    const { reference } = await connect(fake).startCardSetup({ ...setup, payerReference })
    fake.people.completeSetup(reference)
    const saved = await connect(fake).readCardSetup(reference)
    assert.equal(saved.outcome === 'saved' && saved.payerReference, payerReference)
    assert.equal(fake.askedFor('customer').length, 0)
  })

  test('a card that was refused there, and a page that ran out, are refused', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const [one, two] = [
      await processor.startCardSetup(setup),
      await processor.startCardSetup({ ...setup, setupId: 'setup-2' }),
    ]
    fake.people.refuseSetup(one.reference)
    fake.people.expireSetup(two.reference)
    for (const { reference } of [one, two]) {
      assert.deepEqual(await processor.readCardSetup(reference), { outcome: 'refused' })
    }
  })

  test('a card is forgotten once; one that is gone is forgotten', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const card = fake.people.saveCard()
    for (const _ of [1, 2]) await processor.forgetMethod(card.methodReference)
    await processor.forgetMethod('pm_none')
    assert.ok(isRefused(await failureOf(processor.authorize(ask(card)))))
  })

  const faults: Manner[] = ['500', 'reset', 'rate_limit', 'unauthorized', 'garbage', 'redirect']
  test('trouble while a card is saved or forgotten is an error that may pass', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake)
    const { reference } = await processor.startCardSetup(setup)
    const calls = {
      customer: () => processor.startCardSetup({ ...setup, accountId: newKey(), setupId: newKey() }),
      card_setup: () => processor.startCardSetup({ ...setup, setupId: newKey() }),
      read_card_setup: () => processor.readCardSetup(reference),
      forget_method: () => processor.forgetMethod(fake.people.saveCard().methodReference),
    }
    for (const operation of ['customer', 'card_setup', 'read_card_setup', 'forget_method'] as const) {
      for (const manner of faults) {
        fake.faults.next(operation, manner)
        assert.ok(isUnknown(await failureOf(calls[operation]())), `${operation} ${manner}`)
      }
      fake.faults.next(operation, 'refuse')
      // A method without a customer cannot be detached, and need not be; this one has a customer.
      assert.ok(isRefused(await failureOf(calls[operation]())), operation)
    }
  })
})

describe('DESIGN 2, doctor: Stripe', () => {
  test('all is well: null, and nothing but the balance was read', async () => {
    await using fake = await startFakeStripe()
    assert.equal(await connect(fake).probe(), null)
    assert.deepEqual(
      fake.asked.map(({ operation }) => operation),
      ['balance'],
    )
  })

  const troubles: [Manner, RegExp][] = [
    ['unauthorized', /does not know STRIPE_SECRET_KEY/],
    ['forbidden', /may not read the balance/],
    ['500', /status 500/],
    ['reset', /cannot be reached/],
  ]
  for (const [manner, says] of troubles) {
    test(`${manner}: it says what to fix, and shows no key`, async () => {
      await using fake = await startFakeStripe()
      fake.faults.next('balance', manner)
      const told = (await connect(fake).probe()) ?? ''
      assert.match(told, says)
      assert.doesNotMatch(told, /FakeStripeOfTheTests|fake-wording/)
    })
  }

  test('a live key that is answered by play money is noticed', async () => {
    await using fake = await startFakeStripe()
    const processor = connect(fake, { STRIPE_SECRET_KEY: 'sk_live_FakeStripeOfTheTests' })
    assert.match((await processor.probe()) ?? '', /test mode/)
  })

  test('bad settings are named, each, and never shown', () => {
    const good = settingsOf('https://api.stripe.com', { STRIPE_WEBHOOK_SECRET: 'whsec_a1, whsec_b2' })
    assert.deepEqual(stripe.faults(good), [])
    assert.deepEqual(stripe.faults({ ...good, STRIPE_API_URL: 'http://127.0.0.1:1234' }), [])
    assert.deepEqual(stripe.faults({ ...good, STRIPE_SECRET_KEY: 'rk_live_0123456789' }), [])
    const bad: [Partial<StripeSettings>, RegExp][] = [
      [{ STRIPE_SECRET_KEY: 'pk_live_hunter2secret' }, /STRIPE_SECRET_KEY is a publishable key/],
      [{ STRIPE_SECRET_KEY: 'hunter2secret' }, /STRIPE_SECRET_KEY must look like/],
      [{ STRIPE_WEBHOOK_SECRET: 'whsec_a1,hunter2secret' }, /STRIPE_WEBHOOK_SECRET/],
      [{ STRIPE_API_URL: 'http://api.stripe.com' }, /STRIPE_API_URL/],
      [{ STRIPE_API_URL: 'https://user:hunter2secret@api.stripe.com' }, /STRIPE_API_URL/],
      [{ STRIPE_API_URL: 'https://api.stripe.com/v1' }, /STRIPE_API_URL/],
      [{ STRIPE_API_URL: 'hunter2secret' }, /STRIPE_API_URL/],
    ]
    for (const [settings, says] of bad) {
      const faults = stripe.faults({ ...good, ...settings })
      assert.equal(faults.length, 1, JSON.stringify(settings))
      assert.match(faults[0] ?? '', says)
      assert.doesNotMatch(faults[0] ?? '', /hunter2secret/)
    }
  })
})

test('the pages of the fake, for browsers: a button answers and leads back to ours', async () => {
  await using fake = await startFakeStripe()
  const processor = connect(fake)
  const setup = await processor.startCardSetup({
    setupId: newKey(),
    accountId: newKey(),
    payerReference: null,
    returnUrl,
  })
  const asked = await processor.authorize(ask(fake.people.saveCard('confirm')))
  assert.equal(asked.outcome, 'action_required')
  const carrier = await processor.startPayoutSetup({ carrierId: newKey(), reference: null, returnUrl })
  for (const url of [setup.url, asked.actionUrl, carrier.url ?? '']) {
    assert.match(await (await fetch(url)).text(), /Approve.*Refuse/)
    const body = new URLSearchParams({ answer: 'yes' })
    const { status, headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    assert.deepEqual([status, headers.get('location')], [303, returnUrl])
  }
  assert.equal((await processor.readCardSetup(setup.reference)).outcome, 'saved')
  assert.equal((await processor.readAuthorization(asked.reference)).outcome, 'held')
  assert.deepEqual(await processor.readPayoutAccount(carrier.reference), { ready: true })
})
