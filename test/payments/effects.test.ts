import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ProviderError } from '../../server/lib/provider-error.ts'
import { backoffSeconds } from '../../server/payments/ask-processor.ts'
import { claimEffect, queueEffect } from '../../server/payments/effects.ts'
import { ledgerImbalance } from '../../server/payments/ledger-check.ts'
import type { Authorization } from '../../server/payments/processor.ts'
import { recheckAuthorization, runDueEffects, runEffect } from '../../server/payments/run-effect.ts'
import { listPayments } from '../../server/payments/show-payments.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import {
  allowPayouts,
  balanceOf,
  beginPayment,
  carryOut,
  heldPayment,
  makeDue,
  newCarrier,
  paymentOf,
  queue,
  readEffect,
  runUntilSettled,
  sandboxBooks,
  shareOut,
  testMoney,
} from '../support/payments.ts'
import { until } from '../support/until.ts'

let db: TestDatabase
before(async () => {
  db = await createDatabase()
})
afterEach(async () =>
  assert.deepEqual(await ledgerImbalance(db.kysely), [], 'the books agree after each test'),
)
after(() => db[Symbol.asyncDispose]())

const lost = new ProviderError('sandbox', 'the line broke', { retryable: true, outcome: 'unknown' })
const down = new ProviderError('sandbox', 'ECONNREFUSED', { retryable: true, outcome: 'refused' })
const never = new ProviderError('sandbox', 'status 400', { retryable: false, outcome: 'refused' })

const authorizationsOf = async (paymentId: string) =>
  (await sandboxBooks(db)).authorizations.filter((each) => each.payment_id === paymentId)

const age = (effectId: string, minutes: number) =>
  db.kysely
    .updateTable('payment_effect')
    .set({ created_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
    .where('id', '=', effectId)
    .execute()

describe('DESIGN 6, promise 4: hold, capture, void and transfer happen once', () => {
  test('twenty at once make one call, and it is heard once', async () => {
    const keys: string[] = []
    const money = await testMoney(db, (sandbox) => ({
      authorize: (input) => {
        keys.push(input.key)
        return sandbox.authorize(input)
      },
    }))
    const { effectId, paymentId } = await beginPayment(money, 'success')
    await Promise.all(Array.from({ length: 20 }, () => runEffect(money, effectId)))
    assert.deepEqual(keys, [effectId], 'the key is the id of the row that was there before the call')
    assert.equal(money.heard.length, 1)
    const payment = await paymentOf(db, paymentId)
    assert.equal(payment.status, 'held')
    assert.ok(payment.heldAt && payment.holdExpiresAt && payment.reference)
    assert.equal(await balanceOf(db, `held:${paymentId}`), 4_520)
  })

  test('an answer that is lost is asked for again with the same key until there is one true outcome', async () => {
    const money = await testMoney(db)
    const { effectId, paymentId } = await beginPayment(money, 'outcome_unknown')
    await runEffect(money, effectId)
    const effect = await readEffect(db, effectId)
    assert.deepEqual([effect.status, effect.in_doubt], ['due', true])
    assert.equal((await paymentOf(db, paymentId)).status, 'authorizing')
    assert.equal(money.heard.length, 0)
    await makeDue(db, effectId)
    await runEffect(money, effectId)
    assert.equal((await paymentOf(db, paymentId)).status, 'held')
    assert.deepEqual(
      (await authorizationsOf(paymentId)).map(({ status }) => status),
      ['held'],
    )
    const captureId = await queue(money, { paymentId, kind: 'capture', amountCents: 4_520 })
    await runEffect(money, captureId)
    assert.equal((await readEffect(db, captureId)).in_doubt, true)
    await makeDue(db, captureId)
    await runEffect(money, captureId)
    assert.equal((await paymentOf(db, paymentId)).status, 'captured')
    assert.deepEqual(
      (await authorizationsOf(paymentId)).map(({ captured_cents }) => captured_cents),
      [4_520],
    )
    assert.deepEqual(
      money.heard.map(({ kind, outcome }) => [kind, outcome.outcome]),
      [
        ['authorize', 'held'],
        ['capture', 'captured'],
      ],
    )
    await carryOut(money, { paymentId, kind: 'refund', amountCents: 4_520 })
  })

  test('a processor that answers late is waited for', async () => {
    const money = await testMoney(db)
    const { effectId, paymentId } = await beginPayment(money, 'answers_late')
    await runEffect(money, effectId)
    assert.equal((await paymentOf(db, paymentId)).status, 'held')
    assert.equal((await readEffect(db, effectId)).attempts, 1)
  })

  test('a crash between the call and its settling is taken up when the lease runs out; the zombie changes nothing', async () => {
    const held = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    let calls = 0
    const money = await testMoney(db, (sandbox) => ({
      authorize: async (input) => {
        const answer = await sandbox.authorize(input)
        if (calls++ > 0) return answer
        held.resolve()
        await gate.promise
        return answer
      },
    }))
    const { effectId, paymentId } = await beginPayment(money, 'success')
    const zombie = runEffect(money, effectId)
    await held.promise
    await runEffect(money, effectId)
    assert.equal(calls, 1, 'while the lease lasts nobody else calls')
    await makeDue(db, effectId)
    await runEffect(money, effectId)
    assert.equal((await paymentOf(db, paymentId)).status, 'held')
    gate.resolve()
    await zombie
    assert.equal(money.heard.length, 1)
    assert.equal((await authorizationsOf(paymentId)).length, 1)
    assert.deepEqual(money.errors, [])
  })

  test('a crash before the call is taken up by the task, and counts as a lost answer', async () => {
    const money = await testMoney(db)
    const { effectId, paymentId } = await beginPayment(money, 'success')
    assert.ok(await claimEffect(db.kysely, effectId))
    await makeDue(db, effectId)
    const again = await claimEffect(db.kysely, effectId)
    assert.equal(again?.inDoubt, true)
    await makeDue(db, effectId)
    await runDueEffects(money, new AbortController().signal)
    assert.equal((await paymentOf(db, paymentId)).status, 'held')
  })

  test('what hangs on it fails: nothing is written, and the next try hears the same outcome', async () => {
    const money = await testMoney(db)
    const { effectId, paymentId } = await beginPayment(money, 'success')
    const failing = { ...money, settle: () => Promise.reject(new Error('the job is locked')) }
    await runEffect(failing, effectId)
    const effect = await readEffect(db, effectId)
    assert.deepEqual([effect.status, effect.in_doubt, effect.settled_at], ['due', true, null])
    assert.equal((await paymentOf(db, paymentId)).status, 'authorizing')
    assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
    await makeDue(db, effectId)
    await runEffect(money, effectId)
    assert.equal((await paymentOf(db, paymentId)).status, 'held')
    assert.equal((await authorizationsOf(paymentId)).length, 1)
  })

  test('many that are due are all made, a few at a time', async () => {
    let running = 0
    let most = 0
    const money = await testMoney(db, (sandbox) => ({
      authorize: async (input) => {
        most = Math.max(most, ++running)
        const answer = await sandbox.authorize(input).finally(() => running--)
        return answer
      },
    }))
    const first = await beginPayment(money, 'success')
    const { methodId } = await paymentOf(db, first.paymentId)
    const { accountId } = first
    const others = await Promise.all(
      Array.from({ length: 60 }, () => beginPayment(money, 'success', { accountId, methodId })),
    )
    await runDueEffects(money, new AbortController().signal)
    const statuses = await Promise.all(
      others.map(async (each) => (await paymentOf(db, each.paymentId)).status),
    )
    assert.deepEqual(new Set(statuses), new Set(['held']))
    assert.ok(most <= 5, `${most} at once`)
  })

  test('running for days leaves nothing on the signal of the stop', async () => {
    const money = await testMoney(db)
    const { signal } = new AbortController()
    for (let i = 0; i < 5; i++) {
      await beginPayment(money, 'declined')
      await runDueEffects(money, signal)
    }
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  })

  test('a stop does not wait for a processor that hangs', async () => {
    const money = await testMoney(db, () => ({ authorize: () => new Promise<Authorization>(() => {}) }))
    const { effectId } = await beginPayment(money, 'success')
    const stopping = new AbortController()
    const run = runDueEffects(money, stopping.signal)
    await until('the call is in progress', async () => (await readEffect(db, effectId)).status === 'running')
    // The timer of the stop keeps no process alive by itself; a server's socket does.
    const alive = setInterval(() => {}, 1_000)
    stopping.abort()
    await run
    clearInterval(alive)
    assert.equal((await readEffect(db, effectId)).status, 'running')
    await db.kysely.deleteFrom('payment_effect').where('id', '=', effectId).execute()
  })
})

describe('what a processor says no to', () => {
  for (const refusal of ['declined', 'insufficient_funds', 'expired_card'] as const) {
    test(`a card that is refused (${refusal}) refuses the payment, and nothing is held`, async () => {
      const money = await testMoney(db)
      const { paymentId, effectId } = await heldPayment(money, refusal)
      const payment = await paymentOf(db, paymentId)
      assert.deepEqual([payment.status, payment.refusal], ['refused', refusal])
      assert.equal((await readEffect(db, effectId)).status, 'refused')
      assert.deepEqual(
        money.heard.map(({ kind, outcome }) => [kind, outcome.outcome]),
        [['authorize', 'refused']],
      )
      assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
    })
  }

  test('a request the processor will never take refuses the payment', async () => {
    const money = await testMoney(db, () => ({ authorize: () => Promise.reject(never) }))
    const { paymentId } = await heldPayment(money)
    const payment = await paymentOf(db, paymentId)
    assert.deepEqual([payment.status, payment.refusal], ['refused', 'other'])
  })

  test('a processor that is down is tried again, and a customer who is long gone is not charged later', async () => {
    const money = await testMoney(db, () => ({ authorize: () => Promise.reject(down) }))
    const { paymentId, effectId } = await beginPayment(money, 'success')
    await runEffect(money, effectId)
    const effect = await readEffect(db, effectId)
    assert.deepEqual([effect.status, effect.in_doubt, effect.last_error], ['due', false, down.message])
    await age(effectId, 11)
    await makeDue(db, effectId)
    await runEffect(money, effectId)
    assert.equal((await paymentOf(db, paymentId)).status, 'refused')
  })

  test('so it is with a processor that is not connected any more: nobody waits for it for ever', async () => {
    const money = await testMoney(db)
    const { paymentId, effectId } = await beginPayment(money, 'success')
    const away: typeof money = { ...money, processors: { ...money.processors, named: () => null } }
    await runEffect(away, effectId)
    assert.equal((await readEffect(db, effectId)).last_error, 'sandbox is not connected')
    await age(effectId, 11)
    await makeDue(db, effectId)
    await runEffect(away, effectId)
    assert.equal((await paymentOf(db, paymentId)).status, 'refused')
    assert.deepEqual(await authorizationsOf(paymentId), [])
  })

  test('a hold at a processor that is not connected any more waits for it, and is captured there', async () => {
    const money = await testMoney(db)
    const { paymentId } = await heldPayment(money)
    const away: typeof money = { ...money, processors: { ...money.processors, named: () => null } }
    const captureId = await queue(money, { paymentId, kind: 'capture', amountCents: 4_520 })
    await age(captureId, 11)
    await runEffect(away, captureId)
    assert.deepEqual((await readEffect(db, captureId)).status, 'due')
    await makeDue(db, captureId)
    await runEffect(money, captureId)
    assert.equal((await paymentOf(db, paymentId)).status, 'captured')
    await carryOut(money, { paymentId, kind: 'refund', amountCents: 4_520 })
  })

  test('an authorisation in doubt is never given up', async () => {
    let isDown = false
    const money = await testMoney(db, (sandbox) => ({
      authorize: async (input) => {
        if (isDown) throw down
        await sandbox.authorize(input)
        throw lost
      },
    }))
    const { paymentId, effectId } = await beginPayment(money, 'success')
    await runEffect(money, effectId)
    isDown = true
    await age(effectId, 600)
    await makeDue(db, effectId)
    await runEffect(money, effectId)
    const effect = await readEffect(db, effectId)
    assert.deepEqual([effect.status, effect.in_doubt], ['due', true])
    await makeDue(db, effectId)
    await runEffect(await testMoney(db), effectId)
    assert.equal((await paymentOf(db, paymentId)).status, 'held')
  })

  test('the waits between tries are 1, 2, 4, 8 and then 15 seconds', () => {
    assert.deepEqual([1, 2, 3, 4, 5, 6, 100].map(backoffSeconds), [1, 2, 4, 8, 15, 15, 15])
  })

  test('a bug of a provider may have struck after the money moved, and its words are not kept', async () => {
    const money = await testMoney(db, () => ({
      authorize: () => Promise.reject(new TypeError('card 4242 of +34600111222')),
    }))
    const { effectId } = await beginPayment(money, 'success')
    await runEffect(money, effectId)
    const effect = await readEffect(db, effectId)
    assert.deepEqual([effect.in_doubt, effect.last_error], [true, 'sandbox: unexpected TypeError'])
    await runUntilSettled(await testMoney(db), effectId)
  })
})

describe('after the hold', () => {
  test('a capture takes at most what is held, and the rest goes back with it', async () => {
    const money = await testMoney(db)
    const { paymentId } = await heldPayment(money)
    await carryOut(money, { paymentId, kind: 'capture', amountCents: 2_500 })
    const payment = await paymentOf(db, paymentId)
    assert.deepEqual([payment.status, payment.capturedCents], ['captured', 2_500])
    assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
    assert.equal(await balanceOf(db, `captured:${paymentId}`), 2_500)
    await carryOut(money, { paymentId, kind: 'refund', amountCents: 2_500 })
    assert.equal((await paymentOf(db, paymentId)).refundedCents, 2_500)
  })

  test('a hold is released once, and not captured after that', async () => {
    const money = await testMoney(db)
    const { paymentId } = await heldPayment(money)
    await queue(money, { paymentId, kind: 'void', amountCents: 0 })
    await assert.rejects(queue(money, { paymentId, kind: 'void', amountCents: 0 }), /payment_effect_once/)
    await assert.rejects(queue(money, { paymentId, kind: 'capture', amountCents: 4_520 }), /no state/)
  })

  test('a refused capture is heard, the payment is refused, and what is still held there is let go', async () => {
    const money = await testMoney(db)
    const { paymentId } = await heldPayment(money, 'refused_at_capture')
    const captureId = await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
    assert.equal((await readEffect(db, captureId)).status, 'refused')
    assert.equal((await paymentOf(db, paymentId)).status, 'refused')
    assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
    assert.deepEqual(
      money.heard.map(({ kind, outcome }) => [kind, outcome.outcome]),
      [
        ['authorize', 'held'],
        ['capture', 'refused'],
        ['void', 'released'],
      ],
    )
  })

  test('a hold that is gone by the time of the capture is heard as that', async () => {
    const money = await testMoney(db)
    const { paymentId } = await heldPayment(money, 'hold_expires_at_once')
    assert.equal((await paymentOf(db, paymentId)).status, 'held')
    await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
    assert.deepEqual(money.heard.at(-1)?.outcome, { outcome: 'refused', refusal: 'hold_gone' })
  })

  test('a void gives the hold back', async () => {
    const money = await testMoney(db)
    const { paymentId } = await heldPayment(money)
    await carryOut(money, { paymentId, kind: 'void', amountCents: 0 })
    assert.equal((await paymentOf(db, paymentId)).status, 'released')
    assert.deepEqual(
      (await authorizationsOf(paymentId)).map(({ status }) => status),
      ['released'],
    )
    assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
  })

  test('a void of an attempt that was never asked for asks for nothing', async () => {
    const money = await testMoney(db)
    const { paymentId, effectId } = await beginPayment(money, 'success')
    const voidId = await queue(money, { paymentId, kind: 'void', amountCents: 0 })
    await runEffect(money, effectId)
    await runUntilSettled(money, voidId)
    assert.equal((await paymentOf(db, paymentId)).status, 'refused')
    assert.deepEqual(await authorizationsOf(paymentId), [])
  })

  test('a void of an attempt whose answer was lost waits for that answer, and then lets go', async () => {
    const money = await testMoney(db)
    const { paymentId, effectId } = await beginPayment(money, 'outcome_unknown')
    await runEffect(money, effectId)
    const voidId = await queue(money, { paymentId, kind: 'void', amountCents: 0 })
    await runEffect(money, voidId)
    assert.equal((await readEffect(db, voidId)).status, 'due')
    await makeDue(db, effectId)
    await makeDue(db, voidId)
    await runEffect(money, effectId)
    await runUntilSettled(money, voidId)
    assert.equal((await paymentOf(db, paymentId)).status, 'released')
    assert.deepEqual(
      (await authorizationsOf(paymentId)).map(({ status }) => status),
      ['released'],
    )
  })

  test('a void that finds the money captured says so, and the books follow', async () => {
    const money = await testMoney(db)
    const { paymentId } = await heldPayment(money)
    const { reference } = await paymentOf(db, paymentId)
    await money.sandbox.capture({ key: 'by hand', reference: reference ?? '', amountCents: 4_520 })
    const refunding: typeof money = {
      ...money,
      settle: async (trx, settled) => {
        await money.settle(trx, settled)
        if (settled.kind === 'void') await queueEffect(trx, { paymentId, kind: 'refund', amountCents: 4_520 })
      },
    }
    await carryOut(refunding, { paymentId, kind: 'void', amountCents: 0 })
    assert.deepEqual(
      money.heard.slice(1).map(({ kind, outcome }) => [kind, outcome.outcome]),
      [
        ['void', 'already_captured'],
        ['refund', 'done'],
      ],
    )
    const payment = await paymentOf(db, paymentId)
    assert.deepEqual(
      [payment.status, payment.capturedCents, payment.refundedCents],
      ['captured', 4_520, 4_520],
    )
  })

  test('a void that finds captured what was refused here before says so, and the books follow', async () => {
    const money = await testMoney(db, (sandbox) => ({
      capture: async (input) => {
        await sandbox.capture({ ...input, key: 'by hand on the page of the processor' })
        return { outcome: 'refused', refusal: 'other' }
      },
    }))
    const refunding: typeof money = {
      ...money,
      settle: async (trx, { kind, payment: { id } }) =>
        kind === 'void'
          ? void (await queueEffect(trx, { paymentId: id, kind: 'refund', amountCents: 4_520 }))
          : undefined,
    }
    const { paymentId } = await heldPayment(money)
    await carryOut(refunding, { paymentId, kind: 'capture', amountCents: 4_520 })
    const { status, capturedCents, refundedCents } = await paymentOf(db, paymentId)
    assert.deepEqual([status, capturedCents, refundedCents], ['captured', 4_520, 4_520])
    assert.equal(await balanceOf(db, `held:${paymentId}`), 0)
  })

  test('a transfer waits for a payout account, is made once, and is booked', async () => {
    const money = await testMoney(db)
    const carrierId = await newCarrier(money, { canBePaid: false })
    const { paymentId } = await heldPayment(money)
    await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
    await shareOut(money, paymentId, { [`carrier:${carrierId}`]: 3_930, 'platform:fees': 590 })
    const transferId = await queue(money, { paymentId, kind: 'transfer', amountCents: 3_930, carrierId })
    await runEffect(money, transferId)
    assert.equal((await readEffect(db, transferId)).last_error, 'the carrier has no payout account yet')
    await allowPayouts(money, carrierId)
    await makeDue(db, transferId)
    await Promise.all(Array.from({ length: 10 }, () => runEffect(money, transferId)))
    const effect = await readEffect(db, transferId)
    assert.equal(effect.status, 'done')
    assert.match(effect.reference ?? '', /^transfer_/)
    assert.equal(await balanceOf(db, `carrier:${carrierId}`), 0)
  })

  test('a transfer that is refused stays, for people to see, and is asked for hourly with the same key', async () => {
    const money = await testMoney(db, () => ({
      transfer: () => Promise.resolve({ outcome: 'refused', reason: 'account closed' }),
    }))
    const carrierId = await newCarrier(money)
    const { paymentId } = await heldPayment(money)
    await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
    await shareOut(money, paymentId, { [`carrier:${carrierId}`]: 4_520 })
    const transferId = await queue(money, { paymentId, kind: 'transfer', amountCents: 4_520, carrierId })
    await runEffect(money, transferId)
    const effect = await readEffect(db, transferId)
    assert.deepEqual([effect.status, effect.last_error], ['due', 'account closed'])
    assert.ok(effect.due_at.getTime() - effect.created_at.getTime() >= 3_600_000)
    const stuck = await listPayments(db.kysely, { most: 100, stuckOnly: true })
    assert.equal(stuck.find(({ id }) => id === paymentId)?.trouble, 'transfer: account closed')
    await makeDue(db, transferId)
    await runEffect(await testMoney(db), transferId)
    assert.equal((await readEffect(db, transferId)).status, 'done')
    assert.ok(
      !(await listPayments(db.kysely, { most: 100, stuckOnly: true })).some(({ id }) => id === paymentId),
    )
  })
})

describe('an authorisation that the customer has to confirm', () => {
  test('is told once, and again when the bank has said yes', async () => {
    const money = await testMoney(db)
    const { paymentId, effectId } = await beginPayment(money, 'asks_confirmation')
    await runEffect(money, effectId)
    const asked = await paymentOf(db, paymentId)
    assert.equal(asked.status, 'action_required')
    assert.equal(
      asked.actionUrl,
      `/app/sandbox/confirm?payment=${paymentId}&back=${encodeURIComponent('/app/jobs/1')}`,
    )
    await recheckAuthorization(money, paymentId)
    assert.equal(money.heard.length, 1, 'nothing new, nothing told')
    assert.ok(await money.sandbox.answerConfirmation(asked.reference ?? '', true))
    await Promise.all(Array.from({ length: 10 }, () => recheckAuthorization(money, paymentId)))
    const held = await paymentOf(db, paymentId)
    assert.deepEqual([held.status, held.actionUrl, held.abandonAt], ['held', null, null])
    assert.deepEqual(
      money.heard.map(({ outcome }) => outcome.outcome),
      ['action_required', 'held'],
    )
    assert.equal(await balanceOf(db, `held:${paymentId}`), 4_520)
  })

  test('is refused when the bank says no', async () => {
    const money = await testMoney(db)
    const { paymentId, effectId } = await beginPayment(money, 'asks_confirmation')
    await runEffect(money, effectId)
    await money.sandbox.answerConfirmation((await paymentOf(db, paymentId)).reference ?? '', false)
    await recheckAuthorization(money, paymentId)
    const payment = await paymentOf(db, paymentId)
    assert.deepEqual([payment.status, payment.refusal], ['refused', 'not_confirmed'])
  })

  test('is let go when the job is given up meanwhile, and is not heard of again', async () => {
    const money = await testMoney(db)
    const { paymentId, effectId } = await beginPayment(money, 'asks_confirmation')
    await runEffect(money, effectId)
    await carryOut(money, { paymentId, kind: 'void', amountCents: 0 })
    await runUntilSettled(money, effectId)
    assert.ok((await readEffect(db, effectId)).settled_at)
    const payment = await paymentOf(db, paymentId)
    assert.deepEqual([payment.status, payment.actionUrl, payment.refusal], ['released', null, null])
    assert.deepEqual(
      money.heard.map(({ kind, outcome }) => [kind, outcome.outcome]),
      [
        ['authorize', 'action_required'],
        ['void', 'released'],
      ],
    )
  })

  test('is found by the task when the customer never comes back, held or given up', async () => {
    const money = await testMoney(db)
    const confirmed = await beginPayment(money, 'asks_confirmation')
    const ignored = await beginPayment(money, 'asks_confirmation')
    for (const { effectId } of [confirmed, ignored]) await runEffect(money, effectId)
    const { reference } = await paymentOf(db, confirmed.paymentId)
    await money.sandbox.answerConfirmation(reference ?? '', true)
    await db.kysely
      .updateTable('payment')
      .set({ abandon_at: sql<Date>`now() - interval '1 second'` })
      .where('status', '=', 'action_required')
      .execute()
    for (const { effectId } of [confirmed, ignored]) await makeDue(db, effectId)
    await runDueEffects(money, new AbortController().signal)
    assert.equal((await paymentOf(db, confirmed.paymentId)).status, 'held')
    const given = await paymentOf(db, ignored.paymentId)
    assert.deepEqual([given.status, given.refusal], ['refused', 'not_confirmed'])
    assert.deepEqual(
      (await authorizationsOf(ignored.paymentId)).map(({ status }) => status),
      ['released'],
      'and its page is closed at the processor',
    )
    assert.equal(await money.sandbox.answerConfirmation(given.reference ?? '', true), false)
  })

  test('is not asked for where no customer is present', async () => {
    const money = await testMoney(db)
    const { paymentId } = await heldPayment(money, 'asks_confirmation', {
      purpose: 'renewal',
      returnUrl: null,
    })
    assert.equal((await paymentOf(db, paymentId)).status, 'held')
    const refused = await heldPayment(money, 'renewal_refused', { purpose: 'renewal', returnUrl: null })
    assert.equal((await paymentOf(db, refused.paymentId)).status, 'refused')
    const present = await heldPayment(money, 'renewal_refused')
    assert.equal((await paymentOf(db, present.paymentId)).status, 'held')
  })
})
