import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ProviderError } from '../../server/lib/provider-error.ts'
import type { Settle } from '../../server/payments/effects/outcome.ts'
import { queueEffect } from '../../server/payments/effects/queue.ts'
import { runDueEffects } from '../../server/payments/effects/run.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { book } from '../../server/payments/ledger/entries.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import {
  balanceOf,
  beginPayment,
  newAccount,
  sandboxBooks,
  saveCard,
  testMoney,
} from '../support/payments.ts'

const attempts = 150
const fates = ['void', 'capture', 'capture and refund'] as const

/**
 * Half of all calls are lost, before or after they took effect, or refused for now, and one in five outcomes cannot be
 * stored. When all effects are settled, the processor's books and Dray's are equal.
 */
test('DESIGN 6, promise 4: with lost responses each hold, capture, release and refund happens once', async (t) => {
  await using db = await createDatabase()
  const seed = Math.floor(Math.random() * 2 ** 31)
  t.diagnostic(`seed ${seed}`)
  const random = randomFrom(seed)
  const money = await testMoney(db, (sandbox) => ({
    authorize: shaky(sandbox.authorize, random),
    capture: shaky(sandbox.capture, random),
    void: shaky(sandbox.void, random),
    refund: shaky(sandbox.refund, random),
  }))
  const fateOf = new Map<string, (typeof fates)[number]>()
  const settle: Settle = async (trx, settled) => {
    if (random() < 0.2) throw new Error('the database hiccups')
    const { kind, outcome, payment, effect } = settled
    const { id: paymentId, amountCents } = payment
    const fate = fateOf.get(paymentId) ?? 'void'
    if (kind === 'authorize' && outcome.outcome === 'held') {
      if (fate === 'void') await queueEffect(trx, { paymentId, kind: 'void', amountCents: 0 })
      else await queueEffect(trx, { paymentId, kind: 'capture', amountCents: Math.ceil(amountCents / 3) })
    }
    if (kind !== 'capture' || outcome.outcome !== 'captured') return
    if (fate === 'capture and refund')
      await queueEffect(trx, { paymentId, kind: 'refund', amountCents: effect.amountCents })
    else
      await book(trx, {
        kind: 'fee',
        debit: `captured:${paymentId}`,
        credit: 'platform:fees',
        amountCents: effect.amountCents,
        mode: payment.mode,
        jobId: null,
        paymentId,
        effectId: null,
      })
  }
  const accountId = await newAccount(db)
  const methodId = await saveCard(money, accountId, 'success')
  for (let i = 0; i < attempts; i++) {
    const amountCents = 100 + Math.floor(random() * 10_000)
    const { paymentId } = await beginPayment(money, 'success', { accountId, methodId, amountCents })
    fateOf.set(paymentId, fates[i % fates.length] ?? 'void')
  }
  await runAll(db, () => runDueEffects({ ...money, settle }, new AbortController().signal))
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
  const books = await sandboxBooks(db)
  assert.equal(books.authorizations.length, attempts, 'one authorisation for each attempt')
  assert.equal(books.heldCents, 0)
  const there = books.capturedCents - books.refundedCents - books.transferredCents
  assert.equal(await balanceOf(db, 'processor:sandbox'), -there)
  assert.equal(await balanceOf(db, 'platform:fees'), there)
  for (const each of books.authorizations) {
    const isVoid = fateOf.get(each.payment_id) === 'void'
    assert.equal(each.status, isVoid ? 'released' : 'captured')
    assert.equal(each.captured_cents, isVoid ? 0 : Math.ceil(each.amount_cents / 3))
  }
})

/** Runs and lets time pass until nothing is left to do. */
async function runAll({ kysely }: Pick<TestDatabase, 'kysely'>, run: () => Promise<void>): Promise<void> {
  for (let round = 0; round < 200; round++) {
    await run()
    const { numUpdatedRows } = await kysely
      .updateTable('payment_effect')
      .set({ due_at: sql<Date>`now() - interval '1 second'` })
      .where('settled_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
  }
  assert.fail('some effects never settled')
}

function shaky<Input, Output>(
  call: (input: Input) => Promise<Output>,
  random: () => number,
): (input: Input) => Promise<Output> {
  const error = (outcome: 'refused' | 'unknown') =>
    new ProviderError('sandbox', 'shaken', { retryable: true, outcome })
  return async (input) => {
    const dice = random()
    if (dice < 0.1) throw error('refused')
    if (dice < 0.25) throw error('unknown')
    const answer = await call(input)
    if (dice < 0.5) throw error('unknown')
    return answer
  }
}

/** mulberry32: a run that failed can be had again. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
