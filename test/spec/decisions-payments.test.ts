import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDraft } from '#contract/app/customer.ts'
import {
  confirmSandboxPayment,
  fillSandboxCard,
  listPaymentMethods,
  readCardSetup,
  readTopUp,
  readWallet,
  removePaymentMethod,
  startCardSetup,
  topUpWallet,
} from '#contract/app/payments.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { newId } from '../../server/lib/ids.ts'
import { ledgerImbalance } from '../../server/payments/ledger-check.ts'
import { runTasks } from '../support/dray.ts'
import { type Market, openMarket } from '../support/market.ts'
import { answerBank, fillWallet, payByCard, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { runCommand } from '../support/process.ts'
import { until } from '../support/until.ts'

let market: Market
before(async () => {
  market = await openMarket()
})
after(() => market[Symbol.asyncDispose]())

const setUp = (person: Person, setup_id: string) =>
  person.ok(startCardSetup, { body: { setup_id, return_path: '/app/wallet' } })

const topUp = (person: Person, methodId: string, paymentId = newId(), amount_cents = 5_000) =>
  person.ok(topUpWallet, {
    body: { payment_id: paymentId, amount_cents, payment_method_id: methodId, return_path: '/app/wallet' },
  })

describe('spec part 1, 3: a payment method is added if none is saved; full card data is not stored', () => {
  test('a card is saved on a page of the processor, and comes back with its last four', async () => {
    const person = await market.person()
    const setup_id = newId()
    const { url } = await setUp(person, setup_id)
    const back = encodeURIComponent(`/app/wallet?card_setup=${setup_id}`)
    assert.equal(url, `/app/sandbox/card?setup=${setup_id}&back=${back}`)
    const params = { setup_id }
    assert.deepEqual(await person.ok(readCardSetup, { params }), {
      setup_id,
      status: 'pending',
      method: null,
    })
    await person.ok(fillSandboxCard, { params, body: { card_number: '4242 4242 4242 4242' } })
    const { status, method } = await person.ok(readCardSetup, { params })
    assert.equal(status, 'saved')
    assert.deepEqual([method?.brand, method?.last_four], ['visa', '4242'])
    const { methods, wallet_cents, sandbox } = await person.ok(listPaymentMethods)
    assert.deepEqual([methods, wallet_cents, sandbox], [[method], 0, true])
    const stored = await market.app.db.pool.query(
      `select to_jsonb(m)::text as row from payment_method m
       union all select to_jsonb(s)::text from sandbox_card s union all select to_jsonb(u)::text from sandbox_setup u`,
    )
    assert.ok(!JSON.stringify(stored.rows).includes('424242424242'))
  })

  test('the same setup again answers the same page, at once or later', async () => {
    const person = await market.person()
    const setup_id = newId()
    const pages = await Promise.all(Array.from({ length: 5 }, () => setUp(person, setup_id)))
    assert.equal(new Set(pages.map(({ url }) => url)).size, 1)
    const { rows } = await market.app.db.pool.query('select 1 from card_setup where id = $1', [setup_id])
    assert.equal(rows.length, 1)
  })

  test('a card that comes back on many calls at once is saved once', async () => {
    const person = await market.person()
    const setup_id = newId()
    const params = { setup_id }
    await setUp(person, setup_id)
    await person.ok(fillSandboxCard, { params, body: { card_number: '4242424242424242' } })
    const read = await Promise.all(Array.from({ length: 10 }, () => person.ok(readCardSetup, { params })))
    const { methods } = await person.ok(listPaymentMethods)
    assert.equal(methods.length, 1)
    assert.ok(read.every(({ status }) => status === 'saved'))
  })

  test('a number that is not a test card is refused: real ones must not be typed into a sandbox', async () => {
    const person = await market.person()
    const setup_id = newId()
    const params = { setup_id }
    await setUp(person, setup_id)
    await person.ok(fillSandboxCard, { params, body: { card_number: '5555555555554444' } })
    assert.deepEqual(await person.ok(readCardSetup, { params }), {
      setup_id,
      status: 'refused',
      method: null,
    })
    assert.deepEqual((await person.ok(listPaymentMethods)).methods, [])
  })

  test("another account's ids are 404", async () => {
    const [owner, stranger] = [await market.person(), await market.person()]
    const setup_id = newId()
    const params = { setup_id }
    await setUp(owner, setup_id)
    const body = { setup_id, return_path: '/app/wallet' }
    const card = await saveCard(owner)
    const payment_id = newId()
    await topUp(owner, card, payment_id)
    for (const refusal of [
      await stranger.refused(startCardSetup, { body }),
      await stranger.refused(readCardSetup, { params }),
      await stranger.refused(fillSandboxCard, { params, body: { card_number: '4242424242424242' } }),
      await stranger.refused(removePaymentMethod, { params: { payment_method_id: card } }),
      await stranger.refused(readTopUp, { params: { payment_id } }),
      await stranger.refused(confirmSandboxPayment, { params: { payment_id }, body: { approve: true } }),
      await stranger.refused(topUpWallet, {
        body: { payment_id: newId(), amount_cents: 500, payment_method_id: card, return_path: '/app' },
      }),
    ])
      assert.deepEqual([refusal.status, refusal.body.error], [404, 'not_found'])
  })

  test('the way back is a path of the app and never a foreign address', async () => {
    const person = await market.person()
    for (const return_path of [
      '//evil.example/app',
      'https://evil.example',
      '/app/../evil',
      '/other',
      '/app?x=1',
    ]) {
      const { status, body } = await person.refused(startCardSetup, {
        body: { setup_id: newId(), return_path },
      })
      assert.deepEqual([status, body.error], [400, 'validation_error'])
    }
  })

  test('a card is forgotten, here and at the processor; a repeat is 404', async () => {
    const person = await market.person()
    const payment_method_id = await saveCard(person)
    const params = { payment_method_id }
    await person.ok(removePaymentMethod, { params })
    assert.deepEqual((await person.ok(listPaymentMethods)).methods, [])
    assert.equal((await person.refused(removePaymentMethod, { params })).status, 404)
    const { rows } = await market.app.db.pool.query(
      `select m.forgotten_at, c.forgotten_at as at_sandbox from payment_method m
       join sandbox_card c on c.reference = m.reference where m.id = $1`,
      [payment_method_id],
    )
    assert.ok(rows[0]?.forgotten_at && rows[0]?.at_sandbox)
    const { status } = await person.refused(topUpWallet, {
      body: { payment_id: newId(), amount_cents: 500, payment_method_id, return_path: '/app' },
    })
    assert.equal(status, 404)
  })

  test('a card whose hold may need renewing stays', async () => {
    const person = await market.person()
    const draft = await market.draft(person)
    const methodId = await saveCard(person)
    const job = await payByCard(person, draft, { methodId })
    assert.equal(job.payment.state, 'held')
    const { status, body } = await person.refused(removePaymentMethod, {
      params: { payment_method_id: methodId },
    })
    assert.deepEqual([status, body.error], [409, 'wrong_state'])
    assert.equal((await person.ok(listPaymentMethods)).methods.length, 1)
  })
})

describe('DESIGN 3, Keys: money of test jobs is sandbox money', () => {
  test('the cards of a test job are asked for with it; of another’s job they are 404', async () => {
    const [person, stranger] = [await market.person(), await market.person()]
    const partner = await market.app.partner({ mode: 'test' })
    const { body } = await partner.create({ customer_phone: person.phone })
    const short_id = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
    const { job_id } = await person.ok(openDraft, { params: { short_id } })
    await saveCard(person, 'success', job_id)
    const { methods, sandbox } = await person.ok(listPaymentMethods, { query: { job_id } })
    assert.deepEqual([methods.length, sandbox], [1, true])
    assert.equal((await stranger.refused(listPaymentMethods, { query: { job_id } })).status, 404)
    const setup = { setup_id: newId(), return_path: '/app', job_id }
    assert.equal((await stranger.refused(startCardSetup, { body: setup })).status, 404)
  })
})

describe('spec part 1, 3: a platform wallet', () => {
  test('a top-up charges the card once, however often it is sent, and is listed', async () => {
    const person = await market.person()
    const card = await saveCard(person)
    const payment_id = newId()
    const answers = await Promise.all(Array.from({ length: 10 }, () => topUp(person, card, payment_id)))
    assert.ok(answers.every((each) => each.payment_id === payment_id && each.amount_cents === 5_000))
    const done = await topUp(person, card, payment_id, 50_000)
    assert.deepEqual(done, {
      payment_id,
      amount_cents: 5_000,
      status: 'done',
      action_url: null,
      refusal: null,
    })
    const { balance_cents, entries } = await person.ok(readWallet)
    assert.equal(balance_cents, 5_000)
    assert.deepEqual(
      entries.map(({ kind, amount_cents, job_id }) => [kind, amount_cents, job_id]),
      [['top_up', 5_000, null]],
    )
    assert.equal((await person.ok(listPaymentMethods)).wallet_cents, 5_000)
  })

  test('5 to 500 €', async () => {
    const person = await market.person()
    const payment_method_id = await saveCard(person)
    for (const amount_cents of [499, 50_001, 1_000.5, -500]) {
      const body = { payment_id: newId(), amount_cents, payment_method_id, return_path: '/app' }
      assert.equal((await person.refused(topUpWallet, { body })).status, 400)
    }
  })

  test('a refused card is said in a word a customer can act on', async () => {
    const person = await market.person()
    for (const refusal of ['declined', 'insufficient_funds', 'expired_card'] as const) {
      const { status, refusal: said } = await topUp(person, await saveCard(person, refusal))
      assert.deepEqual([status, said], ['refused', refusal])
    }
    assert.equal((await person.ok(readWallet)).balance_cents, 0)
  })

  test('a card that asks for a confirmation waits for the customer, and then is charged or not', async () => {
    const person = await market.person()
    const card = await saveCard(person, 'asks_confirmation')
    const [approved, denied] = [newId(), newId()]
    for (const payment_id of [approved, denied]) {
      const { status, action_url } = await topUp(person, card, payment_id)
      assert.equal(status, 'action_required')
      const back = encodeURIComponent(`/app/wallet?payment=${payment_id}`)
      assert.equal(action_url, `/app/sandbox/confirm?payment=${payment_id}&back=${back}`)
      assert.equal((await person.ok(readTopUp, { params: { payment_id } })).status, 'action_required')
    }
    await answerBank(person, approved, true)
    await answerBank(person, denied, false)
    const read = (payment_id: string) => person.ok(readTopUp, { params: { payment_id } })
    assert.equal((await read(approved)).status, 'done')
    const { status, refusal, action_url } = await read(denied)
    assert.deepEqual([status, refusal, action_url], ['refused', 'not_confirmed', null])
    assert.equal((await person.ok(readWallet)).balance_cents, 5_000)
  })

  test('an answer that was lost is found by the background tasks', async () => {
    await using _ = runTasks(market.app)
    const person = await market.person()
    const card = await saveCard(person, 'outcome_unknown')
    const { payment_id, status } = await topUp(person, card)
    assert.equal(status, 'pending')
    await until('the top-up is done', async () => {
      const { status: now } = await person.ok(readTopUp, { params: { payment_id } })
      return now === 'done'
    })
    assert.equal((await person.ok(readWallet)).balance_cents, 5_000)
  })
})

describe('DESIGN 2 and 6: the operator sees the money', () => {
  test('dray payment list, dray payment show and dray ledger check, beside a running server', async () => {
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

  test('/metrics tells how many calls wait, by kind', async () => {
    const person = await market.person()
    const { payment_id } = await topUp(person, await saveCard(person, 'outcome_unknown'))
    const { text } = await market.app.fetch('/metrics')
    assert.match(text, /^dray_payment_effects_waiting\{kind="authorize"\} [1-9]/m)
    assert.match(text, /^dray_payment_effect_oldest_seconds\{kind="authorize"\} \d/m)
    assert.ok(!text.includes(payment_id))
  })
})

test('DESIGN 5: PAYMENT_PROCESSOR that nobody knows stops the start and names those that are', () => {
  assert.throws(() => readConfig({ PAYMENT_PROCESSOR: 'purse' }), /PAYMENT_PROCESSOR must be one of sandbox/)
})
