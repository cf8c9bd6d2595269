import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { newId } from '../../server/lib/ids.ts'
import { readTopUp, topUp } from '../../server/payments/cards/top-up.ts'
import { runDueEffects } from '../../server/payments/effects/run.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { listWalletEntries, readFunds } from '../../server/payments/wallet/balance.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import {
  balanceOf,
  beginPayment,
  carryOut,
  heldPayment,
  newAccount,
  newCarrier,
  paymentOf,
  runUntilSettled,
  sandboxBooks,
  saveCard,
  shareOut,
  type TestMoney,
  testMoney,
} from '../support/payments.ts'

let db: TestDatabase
before(async () => {
  db = await createDatabase()
})
afterEach(async () =>
  assert.deepEqual(await ledgerImbalance(db.kysely), [], 'the books agree after each test'),
)
after(() => db[Symbol.asyncDispose]())

const balanceOfWallet = async (accountId: string) => (await readFunds(db.kysely, accountId)).balanceCents

const returnUrl = 'http://dray.test/app/wallet'

/** Somebody with a card of this kind, and a first top-up by it. */
async function toppedUp(
  money: TestMoney,
  amountCents: number,
  does: 'success' | 'outcome_unknown' = 'success',
) {
  const accountId = await newAccount(db)
  const methodId = await saveCard(money, accountId, does)
  const paymentId = newId()
  const input = { paymentId, accountId, amountCents, methodId, returnUrl }
  const payment = await topUp(money, input)
  return { accountId, paymentId, input, payment }
}

const spend = (money: TestMoney, accountId: string, amountCents: number) =>
  beginPayment(money, 'success', { source: 'wallet', accountId, amountCents })

test('spec part 1, top-up: charges the card at once; the money is in the wallet', async () => {
  const money = await testMoney(db)
  const { accountId, payment } = await toppedUp(money, 5_000)
  assert.equal(payment?.status, 'captured')
  assert.equal(await balanceOfWallet(accountId), 5_000)
  assert.deepEqual(
    (await listWalletEntries(db.kysely, accountId)).map(({ kind, amountCents, jobId }) => [
      kind,
      amountCents,
      jobId,
    ]),
    [['top_up', 5_000, null]],
  )
  assert.deepEqual(money.settled, [], 'the money belongs to no job')
})

test('spec part 1, top-up: is never doubled: the same id again, at the same time or later, joins the charge', async () => {
  const money = await testMoney(db)
  const { accountId, paymentId, input } = await toppedUp(money, 5_000)
  const again = await topUp(money, { ...input, amountCents: 9_999 })
  assert.equal(again?.amountCents, 5_000)
  const other = { ...input, paymentId: newId() }
  await Promise.all(Array.from({ length: 20 }, () => topUp(money, other)))
  await runDueEffects(money, new AbortController().signal)
  assert.equal(await balanceOfWallet(accountId), 10_000)
  const mine = (await sandboxBooks(db)).authorizations.filter((each) =>
    [paymentId, other.paymentId].includes(each.payment_id),
  )
  assert.deepEqual(
    mine.map(({ captured_cents }) => captured_cents),
    [5_000, 5_000],
  )
})

test('spec part 1, top-up: charged once when responses are lost', async () => {
  const money = await testMoney(db)
  const { accountId, paymentId, payment } = await toppedUp(money, 2_000, 'outcome_unknown')
  assert.equal(payment?.status, 'authorizing')
  const effects = () =>
    db.kysely
      .selectFrom('payment_effect')
      .select('id')
      .where('payment_id', '=', paymentId)
      .where('settled_at', 'is', null)
      .execute()
  for (let left = await effects(); left.length > 0; left = await effects())
    for (const { id } of left) await runUntilSettled(money, id)
  assert.equal((await paymentOf(db, paymentId)).status, 'captured')
  assert.equal(await balanceOfWallet(accountId), 2_000)
})

test('spec part 1, top-up: another’s id, and a card of somebody else’s, are absent', async () => {
  const money = await testMoney(db)
  const { paymentId, input } = await toppedUp(money, 5_000)
  const stranger = await newAccount(db)
  assert.equal(await topUp(money, { ...input, accountId: stranger }), null)
  assert.equal(await topUp(money, { ...input, accountId: stranger, paymentId: newId() }), null)
  assert.equal(await readTopUp(money, { paymentId, accountId: stranger }), null)
  assert.equal(await balanceOfWallet(stranger), 0)
})

test('spec part 1, top-up: a charge captured by hand after it was given up is refunded to the card', async () => {
  const money = await testMoney(db, (sandbox) => ({
    capture: async (input) => {
      await sandbox.capture({ ...input, key: `by hand ${input.reference}` })
      return { outcome: 'refused', refusal: 'other' }
    },
  }))
  const { accountId, paymentId } = await toppedUp(money, 5_000)
  await runDueEffects(money, new AbortController().signal)
  const { capturedCents, refundedCents } = await paymentOf(db, paymentId)
  assert.deepEqual([capturedCents, refundedCents], [5_000, 5_000])
  assert.equal(await balanceOfWallet(accountId), 0)
})

test('spec part 1, top-up: a refused card puts nothing in', async () => {
  const money = await testMoney(db)
  const accountId = await newAccount(db)
  const methodId = await saveCard(money, accountId, 'declined')
  const payment = await topUp(money, {
    paymentId: newId(),
    accountId,
    amountCents: 5_000,
    methodId,
    returnUrl,
  })
  assert.deepEqual([payment?.status, payment?.refusal], ['refused', 'declined'])
  assert.equal(await balanceOfWallet(accountId), 0)
})

test('paying from the wallet: two spends of one balance: one is held, the other refused', async () => {
  const money = await testMoney(db)
  const { accountId } = await toppedUp(money, 5_000)
  const both = await Promise.all([spend(money, accountId, 3_000), spend(money, accountId, 3_000)])
  await Promise.all(both.map(({ effectId }) => runUntilSettled(money, effectId)))
  const payments = await Promise.all(both.map(({ paymentId }) => paymentOf(db, paymentId)))
  assert.deepEqual(payments.map(({ status, refusal }) => `${status} ${refusal}`).sort(), [
    'held null',
    'refused insufficient_funds',
  ])
  assert.equal(await balanceOfWallet(accountId), 2_000)
})

test('paying from the wallet: twenty spends of one balance never take more than there is', async () => {
  const money = await testMoney(db)
  const { accountId } = await toppedUp(money, 5_000)
  const spends = await Promise.all(Array.from({ length: 20 }, () => spend(money, accountId, 1_000)))
  await Promise.all(spends.map(({ effectId }) => runUntilSettled(money, effectId)))
  const statuses = await Promise.all(spends.map(async (each) => (await paymentOf(db, each.paymentId)).status))
  assert.equal(statuses.filter((status) => status === 'held').length, 5)
  assert.equal(await balanceOfWallet(accountId), 0)
})

test('paying from the wallet: settles like a card payment, without a call to a processor', async () => {
  const money = await testMoney(db, () => ({ authorize: () => Promise.reject(new Error('asked')) }))
  const funds = await testMoney(db)
  const { accountId } = await toppedUp(funds, 5_000)
  const { paymentId } = await heldPayment(money, 'success', {
    source: 'wallet',
    accountId,
    amountCents: 4_520,
  })
  await carryOut(money, { paymentId, kind: 'capture', amountCents: 1_500 })
  await carryOut(money, { paymentId, kind: 'refund', amountCents: 1_500 })
  assert.deepEqual(
    money.settled.map(({ kind, outcome }) => [kind, outcome.outcome]),
    [
      ['authorize', 'held'],
      ['capture', 'captured'],
      ['refund', 'done'],
    ],
  )
  const payment = await paymentOf(db, paymentId)
  assert.deepEqual([payment.status, payment.holdExpiresAt], ['captured', null])
  assert.deepEqual(
    (await listWalletEntries(db.kysely, accountId)).map(({ kind, amountCents }) => [kind, amountCents]),
    [
      ['refund', 1_500],
      ['release', 3_020],
      ['hold', -4_520],
      ['top_up', 5_000],
    ],
  )
  assert.equal(await balanceOfWallet(accountId), 5_000)
})

test('paying from the wallet: the carrier is paid by the processor from the top-up', async () => {
  const sources: (string | null)[] = []
  const money = await testMoney(db, (sandbox) => ({
    transfer: (input) => {
      sources.push(input.sourceReference)
      return sandbox.transfer(input)
    },
  }))
  const { accountId } = await toppedUp(money, 5_000)
  const carrierId = await newCarrier(money)
  const { paymentId } = await heldPayment(money, 'success', {
    source: 'wallet',
    accountId,
    amountCents: 4_520,
  })
  await carryOut(money, { paymentId, kind: 'capture', amountCents: 4_520 })
  await shareOut(money, paymentId, { [`carrier:${carrierId}`]: 4_520 })
  await carryOut(money, { paymentId, kind: 'transfer', amountCents: 4_520, carrierId })
  assert.deepEqual(sources, [null])
  assert.equal(await balanceOf(db, `carrier:${carrierId}`), 0)
})

test('paying from the wallet: a void puts it back', async () => {
  const money = await testMoney(db)
  const { accountId } = await toppedUp(money, 5_000)
  const { paymentId } = await heldPayment(money, 'success', {
    source: 'wallet',
    accountId,
    amountCents: 4_520,
  })
  assert.equal(await balanceOf(db, `held:${paymentId}`), 4_520)
  await carryOut(money, { paymentId, kind: 'void', amountCents: 0 })
  assert.equal((await paymentOf(db, paymentId)).status, 'released')
  assert.equal(await balanceOfWallet(accountId), 5_000)
})

test('paying from the wallet: a test job cannot be paid from a wallet, which holds real money', async () => {
  const money = await testMoney(db)
  const { accountId } = await toppedUp(money, 5_000)
  await assert.rejects(
    beginPayment(money, 'success', { source: 'wallet', accountId, amountCents: 4_520, mode: 'test' }),
    /check constraint/,
  )
})
