import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exportLedgerRows, type LedgerRow, listLedgerRows, readLedger } from '#contract/admin/money/ledger.ts'
import { readMoney } from '#contract/admin/money/overview.ts'
import { exportWallets, listWallets, readWalletForStaff } from '#contract/admin/money/wallets.ts'
import { publishJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { download, type MoneyList, walk } from '../support/money-lists.ts'
import { fillWallet } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'
import { checkLedger } from '../support/today-scenes.ts'

/* Issue 9, money: wallets, and the ledger with drill-down. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')
const change = (statement: string, ...values: unknown[]) => app.db.pool.query(statement, values)

const wallets: MoneyList = { list: listWallets, file: exportWallets, rows: 'wallets', id: 'account_id' }
const ledger: MoneyList = { list: listLedgerRows, file: exportLedgerRows, rows: 'rows', id: 'row_id' }

const before = await viewer.ok(readLedger)
const [rich, poor, namesake] = [
  await market.person('Bea'),
  await market.person('=Ana'),
  await market.person('bea'),
]
await fillWallet(rich, 50_000)
await fillWallet(poor, 2_000)
await fillWallet(namesake, 50_000)
const draft = await market.draft(rich)
const params = { job_id: draft.job_id }
await rich.ok(publishJob, { params, body: { payment_id: newId(), source: 'wallet' } })
const deals = [await completedDeal(market), await completedDeal(market)] as const
await settleMoney(app)

const rowsOf = async (query: object): Promise<LedgerRow[]> =>
  (await viewer.ok(listLedgerRows, { query })).rows

test('wallets: by size and by name, found by how the name begins, and as a file', async () => {
  const customers = { holder: 'customer' }
  const bySize = await walk(viewer, wallets, customers)
  assert.deepEqual(
    bySize,
    [namesake, rich, poor].map(({ accountId }) => accountId),
  )
  const byName = await walk(viewer, wallets, { ...customers, order: 'name' })
  assert.deepEqual(
    byName,
    [poor, rich, namesake].map(({ accountId }) => accountId),
  )
  assert.deepEqual(await walk(viewer, wallets, { ...customers, name: 'BE' }), bySize.slice(0, 2))
  assert.deepEqual(await walk(viewer, wallets, { ...customers, name: '%' }), [])
  assert.deepEqual(await walk(viewer, wallets, { ...customers, max_cents: 2_000 }), [poor.accountId])
  const lines = await download(viewer, wallets, { ...customers, order: 'name' })
  assert.deepEqual(lines[0], [poor.accountId, "'=Ana", '2000'])
  assert.equal(lines.length, 3)
  const money = await viewer.ok(readMoney)
  const { rows } = await change('select sum(balance_cents)::int as cents from wallet')
  assert.deepEqual(money.wallets, { cents: rows[0].cents, count: 3 })
})

test('wallets: what is owed to a carrier is the balance in the ledger', async () => {
  const owed = { holder: 'carrier' }
  assert.equal((await walk(viewer, wallets, owed)).length, deals.length)
  const { wallets: found } = await viewer.ok(listWallets, { body: { filters: { holder: 'carrier' } } })
  for (const { account_id, balance_cents } of found) {
    const wallet = await viewer.ok(readWalletForStaff, { params: { account_id } })
    assert.deepEqual([wallet.is_carrier, wallet.owed_cents], [true, balance_cents])
  }
  const wallet = await viewer.ok(readWalletForStaff, { params: { account_id: rich.accountId } })
  assert.deepEqual(
    [wallet.name, wallet.is_carrier, wallet.balance_cents, wallet.available_cents, wallet.owed_cents],
    ['Bea', false, 50_000 - draft.price.total_cents, 50_000 - draft.price.total_cents, 0],
  )
  assert.equal(await viewer.refused(readWalletForStaff, { params: { account_id: newId() } }), '404 not_found')
})

test('ledger: the rows of an account are found, and add up to its balance', async () => {
  const account = `wallet:${rich.accountId}`
  const rows = await rowsOf({ account })
  assert.deepEqual(
    rows.map(({ kind, debit, purpose, effect }) => [kind, debit === account, purpose, effect?.kind]),
    [
      ['hold', true, 'publish', 'authorize'],
      ['top_up', false, 'top_up', 'capture'],
    ],
  )
  const sum = rows.reduce((sum, row) => sum + (row.credit === account ? 1 : -1) * row.amount_cents, 0)
  assert.equal(sum, 50_000 - draft.price.total_cents)
  assert.equal(rows[0]?.job?.job_id, draft.job_id)
})

test('ledger: every filter, and the file of exactly what is filtered', async () => {
  const all = await walk(viewer, ledger)
  const { rows } = await change(
    'select id, payment_id, job_id, at from ledger_transfer order by at desc, id desc',
  )
  assert.deepEqual(
    all,
    rows.map(({ id }) => id),
  )
  const member = await joinAs(app, owner, 'viewer')
  assert.deepEqual(
    (await download(member, ledger)).map(([id]) => id),
    all,
  )
  const [deal] = deals
  const ofJob = await walk(viewer, ledger, { job_id: deal.job_id })
  assert.deepEqual(
    ofJob,
    rows.flatMap(({ id, job_id }) => (job_id === deal.job_id ? [id] : [])),
  )
  const { payment_id } = rows.find(({ job_id }) => job_id === deal.job_id)
  assert.deepEqual(await walk(viewer, ledger, { payment_id }), ofJob)
  assert.equal((await walk(viewer, ledger, { kind: 'share' })).length, deals.length)
  assert.equal((await walk(viewer, ledger, { kind: 'share', job_id: deal.job_id })).length, 1)
  assert.deepEqual(await walk(viewer, ledger, { min_cents: 50_001 }), [])
  assert.equal((await walk(viewer, ledger, { min_cents: 50_000 })).length, 6)
  assert.deepEqual(await walk(viewer, ledger, { from: '2099-01-01T00:00:00Z' }), [])
  const filtered = { account: 'platform:fees', kind: 'fee' }
  assert.deepEqual(
    (await download(member, ledger, filtered)).map(([id]) => id),
    await walk(viewer, ledger, filtered),
  )
  assert.equal(
    await viewer.refused(listLedgerRows, { query: { account: "x' or 1=1" } }),
    '400 validation_error',
  )
})

test('ledger: balances of the last check add up to zero, and a difference is named', async () => {
  assert.deepEqual([before.balanced, before.checked_at, before.balances], [null, null, []])
  await checkLedger(market)
  const { balances, ...state } = await viewer.ok(readLedger)
  assert.deepEqual([state.balanced, state.unbalanced_since, state.differences], [true, null, []])
  assert.equal(
    balances.reduce((sum, { balance_cents }) => sum + balance_cents, 0),
    0,
  )
  const of = (name: string) => balances.find(({ account }) => account === name)
  const money = await viewer.ok(readMoney)
  assert.deepEqual(of('wallet'), {
    account: 'wallet',
    balance_cents: money.wallets.cents,
    accounts: money.wallets.count,
  })
  assert.deepEqual([of('held')?.balance_cents, of('held')?.accounts], [money.held.cents, 1])
  assert.equal(of('carrier')?.balance_cents, money.owed_to_carriers.cents)
  assert.ok((of('processor:sandbox')?.balance_cents ?? 0) < 0)
  await change('update wallet set balance_cents = balance_cents + 1 where account_id = $1', poor.accountId)
  await checkLedger(market)
  const wrong = await viewer.ok(readLedger)
  assert.equal(wrong.balanced, false)
  assert.ok(wrong.unbalanced_since)
  assert.deepEqual(wrong.differences, [
    {
      check: 'wallet balance',
      subject: `wallet:${poor.accountId}`,
      expected_cents: 2_000,
      actual_cents: 2_001,
    },
  ])
  assert.equal((await viewer.ok(readMoney)).ledger.balanced, false)
})
