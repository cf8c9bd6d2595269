import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { topUpWallet } from '#contract/app/payments.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { newId } from '../../server/lib/ids.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { type Market, openMarket } from '../support/market.ts'
import { fillWallet, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { runCommand } from '../support/process.ts'

let market: Market
before(async () => {
  market = await openMarket()
})
after(() => market[Symbol.asyncDispose]())

const topUp = (person: Person, methodId: string, paymentId = newId(), amount_cents = 5_000) =>
  person.ok(topUpWallet, {
    body: { payment_id: paymentId, amount_cents, payment_method_id: methodId, return_path: '/app/wallet' },
  })

test('DESIGN 2 and 6: dray payment list, dray payment show and dray ledger check, beside a running server', async () => {
  const { db, dataDir } = market.app
  const env = { DATABASE_URL: db.url, DATA_DIR: dataDir }
  const person = await market.person()
  await fillWallet(person, 2_500)
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
  const list = await runCommand(['payment', 'list', '--json'], env)
  const [newest] = JSON.parse(list.stdout) as { id: string; status: string; stuck: boolean }[]
  assert.deepEqual([newest?.status, newest?.stuck], ['captured', false])
  const shown = await runCommand(['payment', 'show', newest?.id ?? '', '--json'], env)
  const { effects, ledger } = JSON.parse(shown.stdout) as {
    effects: { kind: string; status: string }[]
    ledger: { kind: string; amount_cents: number }[]
  }
  assert.deepEqual(
    effects.map(({ kind, status }) => [kind, status]),
    [
      ['authorize', 'done'],
      ['capture', 'done'],
    ],
  )
  assert.deepEqual(
    ledger.map(({ kind, amount_cents }) => [kind, amount_cents]),
    [
      ['hold', 2_500],
      ['capture', 2_500],
      ['top_up', 2_500],
    ],
  )
  assert.deepEqual(JSON.parse((await runCommand(['payment', 'list', '--stuck', '--json'], env)).stdout), [])
  const well = await runCommand(['ledger', 'check'], env)
  assert.deepEqual([well.code, well.stdout], [0, 'The books agree.\n'])
  await db.pool.query('update wallet set balance_cents = balance_cents + 1 where account_id = $1', [
    person.accountId,
  ])
  const wrong = await runCommand(['ledger', 'check', '--json'], env)
  assert.equal(wrong.code, 1)
  assert.deepEqual(JSON.parse(wrong.stdout), [
    {
      check: 'wallet balance',
      subject: `wallet:${person.accountId}`,
      expected_cents: 2_500,
      actual_cents: 2_501,
    },
  ])
})

test('DESIGN 2 and 6: /metrics tells how many calls wait, by kind', async () => {
  const person = await market.person()
  const { payment_id } = await topUp(person, await saveCard(person, 'outcome_unknown'))
  const { text } = await market.app.fetch('/metrics')
  assert.match(text, /^dray_payment_effects_waiting\{kind="authorize"\} [1-9]/m)
  assert.match(text, /^dray_payment_effect_oldest_seconds\{kind="authorize"\} \d/m)
  assert.ok(!text.includes(payment_id))
})

test('DESIGN 5: an unknown PAYMENT_PROCESSOR stops the start and lists the known processors', () => {
  assert.throws(() => readConfig({ PAYMENT_PROCESSOR: 'purse' }), /PAYMENT_PROCESSOR must be one of sandbox/)
})
