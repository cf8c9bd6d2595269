import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { TestCardBehaviour } from '#contract/app/test-cards.ts'
import { newId } from '../../server/lib/ids.ts'
import { ProviderError } from '../../server/lib/provider-error.ts'
import type { AuthorizeInput, CardSetupResult } from '../../server/payments/processor.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { cardNumberFor, newAccount, sandboxBooks, type TestMoney, testMoney } from '../support/payments.ts'

let db: TestDatabase
let money: TestMoney
before(async () => {
  db = await createDatabase()
  money = await testMoney(db)
})
after(() => db[Symbol.asyncDispose]())

async function cardOf(does: TestCardBehaviour): Promise<Extract<CardSetupResult, { outcome: 'saved' }>> {
  const accountId = await newAccount(db)
  const { reference } = await money.sandbox.startCardSetup({
    setupId: newId(),
    accountId,
    payerReference: null,
    returnUrl: 'http://dray.test/app',
    inPage: true,
  })
  await money.sandbox.fillCard(reference, { number: cardNumberFor(does) })
  const result = await money.sandbox.readCardSetup(reference)
  return result.outcome === 'saved' ? result : assert.fail('the card was not saved')
}

async function request(
  does: TestCardBehaviour,
  change: Partial<AuthorizeInput> = {},
): Promise<AuthorizeInput> {
  const { payerReference, method } = await cardOf(does)
  return {
    key: newId(),
    inDoubt: false,
    amountCents: 4_520,
    payerReference,
    methodReference: method.reference,
    customerPresent: true,
    returnUrl: 'http://dray.test/app/jobs/1?a=b',
    about: { jobId: null, paymentId: newId() },
    ...change,
  }
}

async function heldReference(does: TestCardBehaviour = 'success'): Promise<string> {
  const { reference } = await money.sandbox.authorize(await request(does))
  return reference ?? assert.fail('no authorisation')
}

const isUnknown = (error: unknown) => error instanceof ProviderError && error.outcome === 'unknown'
const isRefused = (error: unknown) => error instanceof ProviderError && error.outcome === 'refused'

function newCall() {
  const key = newId()
  return { key, effectId: key, effectCreatedAt: new Date() }
}

test('sandbox: a repeated key returns the first response, also to twenty concurrent calls, and moves money once', async () => {
  const input = await request('success')
  const answers = await Promise.all(Array.from({ length: 20 }, () => money.sandbox.authorize(input)))
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  const { authorizations } = await sandboxBooks(db)
  const mine = authorizations.filter((each) => each.payment_id === input.about.paymentId)
  assert.equal(mine.length, 1)
  await money.sandbox.void({ key: newId(), reference: mine[0]?.reference ?? '' })
  assert.deepEqual(await money.sandbox.authorize(input), answers[0], 'also when more has happened since')
})

test('sandbox: a key with another request is refused', async () => {
  const input = await request('success')
  await money.sandbox.authorize(input)
  await assert.rejects(money.sandbox.authorize({ ...input, amountCents: 4_521 }), isRefused)
})

test('sandbox: a hold lasts seven days by the clock of the database, and is gone then', async () => {
  const reference = await heldReference()
  const answer = await money.sandbox.readAuthorization(reference)
  assert.ok(answer.outcome === 'held' && answer.holdExpiresAt)
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from hold_expires_at - created_at)::float8 / 86400 as days
    from sandbox_authorization where reference = ${reference}`.execute(db.kysely)
  assert.equal(rows[0]?.days, 7)
  await db.kysely
    .updateTable('sandbox_authorization')
    .set({ hold_expires_at: sql<Date>`now()` })
    .where('reference', '=', reference)
    .execute()
  assert.equal((await money.sandbox.readAuthorization(reference)).outcome, 'released')
  const captured = await money.sandbox.capture({ key: newId(), reference, amountCents: 1 })
  assert.deepEqual(captured, { outcome: 'refused', refusal: 'hold_gone' })
})

test('sandbox: no more is captured than is held, and once', async () => {
  const reference = await heldReference()
  const take = (amountCents: number) => money.sandbox.capture({ key: newId(), reference, amountCents })
  assert.equal((await take(4_521)).outcome, 'refused')
  assert.equal((await take(4_520)).outcome, 'captured')
  assert.equal((await take(1)).outcome, 'refused')
  assert.equal((await money.sandbox.void({ key: newId(), reference })).outcome, 'already_captured')
})

test('sandbox: capture and void at once: one of them', async () => {
  const reference = await heldReference()
  const [captured, voided] = await Promise.all([
    money.sandbox.capture({ key: newId(), reference, amountCents: 4_520 }),
    money.sandbox.void({ key: newId(), reference }),
  ])
  assert.equal(captured.outcome === 'captured', voided.outcome === 'already_captured')
})

test('sandbox: no more is refunded than was captured, and no more transferred, also all at once', async () => {
  const reference = await heldReference()
  await money.sandbox.capture({ key: newId(), reference, amountCents: 1_000 })
  const carrierId = await newAccount(db)
  const payout = await money.sandbox.startPayoutSetup({ carrierId, reference: null, returnUrl: '' })
  assert.deepEqual(await money.sandbox.readPayoutAccount(payout.reference), { ready: true })
  const moves = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      i % 2
        ? money.sandbox.refund({ ...newCall(), reference, amountCents: 300 })
        : money.sandbox.transfer({
            ...newCall(),
            amountCents: 300,
            payoutReference: payout.reference,
            sourceReference: reference,
          }),
    ),
  )
  const done = (kind: 'refund' | 'transfer') =>
    moves.filter((move) => move.outcome === 'done' && move.reference.startsWith(kind)).length
  assert.deepEqual([done('refund'), done('transfer')], [3, 3])
})

test('decision 19, sandbox: concurrent transfers of wallet money stay together within what was captured', async () => {
  const reference = await heldReference()
  await money.sandbox.capture({ key: newId(), reference, amountCents: 4_520 })
  const carrierId = await newAccount(db)
  const payout = await money.sandbox.startPayoutSetup({ carrierId, reference: null, returnUrl: '' })
  const { rows } = await db.pool.query<{ cents: number }>(
    `select (select sum(captured_cents) from sandbox_authorization)::integer
       - coalesce((select sum(amount_cents) from sandbox_movement where kind = 'transfer'), 0)::integer as cents`,
  )
  const transfer = () =>
    money.sandbox.transfer({
      ...newCall(),
      amountCents: rows[0]?.cents ?? 0,
      payoutReference: payout.reference,
      sourceReference: null,
    })
  const holder = await db.pool.connect()
  try {
    // No transfer is written until both have begun.
    await holder.query('begin')
    await holder.query('lock table sandbox_movement in share mode')
    const both = Promise.all([transfer(), transfer()])
    await lockAwaited({ db }, 2)
    await holder.query('commit')
    assert.deepEqual((await both).map(({ outcome }) => outcome).sort(), ['done', 'refused'])
  } finally {
    // Closes the connection, which rolls back if the test has failed.
    holder.release(true)
  }
})

test('sandbox: an unknown payout account, card or authorisation is refused', async () => {
  const transfer = { ...newCall(), amountCents: 1, payoutReference: 'payout_x', sourceReference: null }
  assert.equal((await money.sandbox.transfer(transfer)).outcome, 'refused')
  const input = await request('success', { methodReference: 'card_x' })
  await assert.rejects(money.sandbox.authorize(input), isRefused)
  await assert.rejects(money.sandbox.readAuthorization('auth_x'), isRefused)
  await assert.rejects(
    money.sandbox.capture({ key: newId(), reference: 'auth_x', amountCents: 1 }),
    isRefused,
  )
})

test('sandbox: a foreign card and a removed card cannot pay', async () => {
  const other = await cardOf('success')
  const stolen = await request('success', { methodReference: other.method.reference })
  await assert.rejects(money.sandbox.authorize(stolen), isRefused)
  const input = await request('success')
  await money.sandbox.forgetMethod(input.methodReference)
  assert.equal((await money.sandbox.authorize(input)).outcome, 'refused')
})

describe('test cards behave as contract/app/test-cards.ts documents', () => {
  for (const [does, present, absent] of [
    ['success', 'held', 'held'],
    ['declined', 'refused', 'refused'],
    ['insufficient_funds', 'refused', 'refused'],
    ['expired_card', 'refused', 'refused'],
    ['asks_confirmation', 'action_required', 'held'],
    ['refused_at_capture', 'held', 'held'],
    ['hold_expires_at_once', 'held', 'held'],
    ['renewal_refused', 'held', 'refused'],
  ] as const) {
    test(`${does}: ${present}, and without the customer ${absent}`, async () => {
      const input = await request(does)
      assert.equal((await money.sandbox.authorize(input)).outcome, present)
      const alone = { ...input, key: newId(), customerPresent: false, returnUrl: null }
      assert.equal((await money.sandbox.authorize(alone)).outcome, absent)
    })
  }

  test('outcome_unknown: each call takes effect, its response is lost, and the same key returns the outcome', async () => {
    const input = await request('outcome_unknown')
    await assert.rejects(money.sandbox.authorize(input), isUnknown)
    const answer = await money.sandbox.authorize(input)
    assert.equal(answer.outcome, 'held')
    const reference = answer.reference ?? ''
    const capture = { key: newId(), reference, amountCents: 4_520 }
    await assert.rejects(money.sandbox.capture(capture), isUnknown)
    assert.equal((await money.sandbox.readAuthorization(reference)).outcome, 'captured')
    assert.deepEqual(await money.sandbox.capture(capture), { outcome: 'captured', capturedCents: 4_520 })
  })

  test('a confirmation is answered once', async () => {
    const reference = await heldReference('asks_confirmation')
    const answers = await Promise.all([
      money.sandbox.answerConfirmation(reference, true),
      money.sandbox.answerConfirmation(reference, false),
    ])
    assert.equal(answers.filter(Boolean).length, 1)
  })
})
