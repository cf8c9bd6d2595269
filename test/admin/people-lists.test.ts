import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAccounts } from '#contract/admin/accounts.ts'
import { listCarriers, suspendCarrier } from '#contract/admin/carriers.ts'
import { newId } from '../../server/lib/ids.ts'
import { openMarket } from '../support/market.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

/* People in the panel: lists are read a page at a time, by filters that are combined. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

/** 120 carriers in Soria; each three share the instant of their status, to the microsecond. */
const addMany = (): Promise<unknown> =>
  app.db.pool.query(
    `with people as (
       insert into account (id, phone, name, language)
       select id, '+34600' || (100000 + n), 'Many ' || n, 'es' from unnest($1::uuid[]) with ordinality many (id, n)
       returning id, name)
     insert into carrier (account_id, status, status_changed_at, vehicle_size, vehicle, base_address, base_place,
       base_lat, base_lon, radius_km)
     select id, 'approved', now() - interval '1 day' - interval '7 microseconds' * (substr(name, 6)::int / 3),
       'S', 'van', 'Soria', 'Soria', 41.7, -2.4, 50 from people`,
    [Array.from({ length: 120 }, newId)],
  )

test('pages of carriers repeat and skip nobody, also when a status changes between them', async () => {
  await addMany()
  const body = { filters: { town: 'soria' } }
  const first = await viewer.ok(listCarriers, { body })
  assert.equal(first.carriers.length, 50)
  assert.equal(first.count, 120)
  // Moves to the start, so a page by number would repeat the 50th carrier.
  const moved = first.carriers[10]?.account_id ?? ''
  const params = { account_id: moved }
  await staff.ok(suspendCarrier, { params, body: { told: 'No insurance' } })
  const second = await viewer.ok(listCarriers, { body: { ...body, before: first.next ?? '' } })
  const third = await viewer.ok(listCarriers, { body: { ...body, before: second.next ?? '' } })
  assert.equal(third.next, null)
  const ids = [first, second, third].flatMap(({ carriers }) => carriers.map((c) => c.account_id))
  assert.equal(new Set(ids).size, 120)
  assert.equal(ids.length, 120)
  const again = await viewer.ok(listCarriers, { body })
  assert.equal(again.carriers[0]?.account_id, moved)
})

test('carriers are found by status, size of the vehicle, town and name together', async () => {
  const soria = async (more: object) => {
    const { carriers, count } = await viewer.ok(listCarriers, { body: { filters: { town: 'ORI', ...more } } })
    assert.equal(carriers.length, Math.min(count, 50))
    return count
  }
  assert.equal(await soria({ status: 'approved' }), 119)
  assert.equal(await soria({ status: 'suspended' }), 1)
  assert.equal(await soria({ vehicle_size: 'M' }), 0)
  assert.equal(await soria({ name: 'many 77' }), 1)
  assert.equal(await soria({ name: '%' }), 0)
  assert.equal(await soria({ name: "' or true --" }), 0)
})

test('people are found by how their name begins and by id, the newest first', async () => {
  const first = await market.person('Zoé Ruiz')
  const second = await market.person('zoé_sanz')
  const ids = async (filters: object) =>
    (await viewer.ok(listAccounts, { body: { filters } })).accounts.map(({ account_id }) => account_id)
  assert.deepEqual(await ids({ name: 'ZOÉ' }), [second.accountId, first.accountId])
  assert.deepEqual(await ids({ name: 'zoé_' }), [second.accountId])
  assert.deepEqual(await ids({ name: 'Ruiz' }), [])
  assert.deepEqual(await ids({ name: '\\' }), [])
  assert.deepEqual(await ids({ account_id: first.accountId }), [first.accountId])
  assert.deepEqual(await ids({ account_id: first.accountId, name: 'Pau' }), [])
  assert.deepEqual(await ids({ account_id: newId() }), [])
  const bad = '400 validation_error'
  assert.equal(await viewer.refused(listAccounts, { body: { filters: { account_id: 'x' } } }), bad)
  assert.equal(await viewer.refused(listAccounts, { body: { before: '%27' } }), bad)
})

test('pages of people repeat and skip nobody, also when somebody signs up between them', async () => {
  const pages: string[] = []
  let before: string | undefined
  do {
    const body = { filters: { name: 'many' }, ...(before !== undefined && { before }) }
    const { accounts, next } = await viewer.ok(listAccounts, { body })
    pages.push(...accounts.map(({ account_id }) => account_id))
    before = next ?? undefined
    if (pages.length === 50) await market.person('Many more')
  } while (before !== undefined)
  assert.equal(pages.length, 120)
  assert.equal(new Set(pages).size, 120)
})
