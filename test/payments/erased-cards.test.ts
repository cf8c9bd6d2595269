import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCardSetup } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { forgetRemovedMethods, settleLeftSetups } from '../../server/payments/cards/forget.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { startFakeStripe } from '../support/fake-stripe/start.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'

/* Decision 21: a page for saving a card that is still open when its account is erased saves no card. */
const fake = await startFakeStripe()
const market = await openMarket(fake.env)
const { app } = market
const { kysely, pool } = app.db
after(async () => {
  await market[Symbol.asyncDispose]()
  await fake[Symbol.asyncDispose]()
})

const signal = new AbortController().signal
const erase = ({ accountId }: Person) => eraseAccount(kysely, { accountId, moneySettled: false })

/** Opens the page for a card. @returns the name of the page at the processor. */
async function openPage(person: Person): Promise<string> {
  const { url } = await person.ok(startCardSetup, { body: { setup_id: newId(), return_path: '/app' } })
  return url.split('/').at(-1) ?? assert.fail('no page')
}

async function assertNothingKept({ accountId }: Person): Promise<void> {
  const cards = await pool.query(
    `select last_four, brand, removed_at is not null as removed, forgotten_at is not null as forgotten
     from payment_method where account_id = $1`,
    [accountId],
  )
  assert.deepEqual(cards.rows, [{ last_four: '', brand: '', removed: true, forgotten: true }])
  const kept = await pool.query(
    `select s.status, (select count(*)::int from payer where account_id = s.account_id) as payers
     from card_setup s where account_id = $1`,
    [accountId],
  )
  assert.deepEqual(kept.rows, [{ status: 'refused', payers: 0 }])
  assert.equal(fake.books().attachedCards, 0)
}

test('a card entered after the erasure is detached at the processor when its event arrives', async () => {
  const customer = await market.person('Ana')
  const session = await openPage(customer)
  assert.equal((await erase(customer)).outcome, 'erased')
  fake.people.completeSetup(session)
  assert.equal(fake.books().attachedCards, 1)
  assert.equal((await fake.post(app.url, fake.event('checkout.session.completed', session))).status, 200)
  await forgetRemovedMethods(app.dray.payments, signal)
  await assertNothingKept(customer)
})

test('without an event the background task asks: an open page stays open, an entered card is detached', async () => {
  const customer = await market.person('Ana')
  const session = await openPage(customer)
  await erase(customer)
  await settleLeftSetups(app.dray.payments, signal)
  const { rows } = await pool.query('select status from card_setup where account_id = $1', [
    customer.accountId,
  ])
  assert.deepEqual(rows, [{ status: 'pending' }])
  fake.people.completeSetup(session)
  await settleLeftSetups(app.dray.payments, signal)
  await forgetRemovedMethods(app.dray.payments, signal)
  await assertNothingKept(customer)
})

test('card pages of people who were not erased are not touched', async () => {
  const customer = await market.person('Ana')
  fake.people.completeSetup(await openPage(customer))
  await settleLeftSetups(app.dray.payments, signal)
  const { rows } = await pool.query('select status from card_setup where account_id = $1', [
    customer.accountId,
  ])
  assert.deepEqual(rows, [{ status: 'pending' }])
  await pool.query('delete from card_setup where account_id = $1', [customer.accountId])
})
