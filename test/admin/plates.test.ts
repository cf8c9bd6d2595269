import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readAccountByPhone } from '#contract/admin/accounts.ts'
import { listCarriers, readCarrierForStaff } from '#contract/admin/carriers.ts'
import { savePlate } from '../support/carrier-photos.ts'
import { openMarket } from '../support/market.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

/* Decision 81: plates are for staff, and in no URL. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

const searched = async () =>
  (await app.db.pool.query(`select from audit_event where act = 'carrier.search_plate'`)).rows.length

test('decision 81: staff find carriers by the whole plate, in any form; the list does not show it', async () => {
  const carrier = await market.carrier({ name: 'Olga' })
  await savePlate(carrier, 'M-7777 ZZ')
  for (const plate of ['m7777zz', 'M 7777 ZZ', 'm-7777-zz']) {
    const { carriers } = await staff.ok(listCarriers, { body: { filters: { plate } } })
    assert.deepEqual(
      carriers.map((each) => [each.account_id, 'plate' in each]),
      [[carrier.accountId, false]],
    )
  }
  assert.deepEqual((await staff.ok(listCarriers, { body: { filters: { plate: '7777' } } })).carriers, [])
})

test('decision 81: a search for a plate is recorded, with who was found and without the plate', async () => {
  const [one, other] = [await market.carrier(), await market.carrier()]
  await savePlate(one, '4444 KKK')
  await savePlate(other, '4444-kkk')
  await staff.ok(listCarriers, { body: { filters: { plate: '4444KKK' } } })
  await staff.ok(listCarriers, { body: { filters: { plate: '0000 ZZZ' } } })
  const { rows } = await app.db.pool.query(
    `select actor_id, targets, changes, reason from audit_event where act = 'carrier.search_plate'
     order by id desc limit 2`,
  )
  const found = rows[1].targets.map(({ id }: { id: string }) => id).sort()
  assert.deepEqual(found, [one.accountId, other.accountId].sort())
  assert.deepEqual([rows[0].targets, rows[0].actor_id], [[], staff.memberId])
  assert.doesNotMatch(JSON.stringify(rows), /4444|0000/)
})

test('decision 85: a search for a plate is recorded once for its pages, with all carriers, and with another one again', async () => {
  for (const each of [await market.carrier(), await market.carrier()]) await savePlate(each, '6666 PPP')
  const before = await searched()
  const body = { filters: { plate: '6666 PPP' }, limit: 1 }
  const { next } = await staff.ok(listCarriers, { body })
  assert.ok(next)
  const again = { ...body, before: next }
  assert.equal((await staff.ok(listCarriers, { body: again })).carriers.length, 1)
  assert.equal(await searched(), before + 1)
  const { rows } = await app.db.pool.query(
    `select targets from audit_event where act = 'carrier.search_plate' order by id desc limit 1`,
  )
  assert.equal(rows[0].targets.length, 2)
  const [at, id] = next.split('~')
  // Alone, changed, of another member, and with another search.
  await staff.ok(listCarriers, { body: { ...body, before: `${at}~${id}` } })
  await staff.ok(listCarriers, { body: { ...body, before: `${at}~${id}~${'0'.repeat(32)}` } })
  await owner.ok(listCarriers, { body: again })
  await staff.ok(listCarriers, { body: { ...again, filters: { plate: '9999 ZZZ' } } })
  assert.equal(await searched(), before + 5)
})

test('decision 81: a viewer sees that there is a plate, cannot search for one, and no search is recorded', async () => {
  const [carrier, without] = [await market.carrier(), await market.carrier()]
  await savePlate(carrier, '5555 LLL')
  const plateFor = async (by: typeof staff, { accountId }: typeof carrier) =>
    (await by.ok(readCarrierForStaff, { params: { account_id: accountId } })).plate
  assert.deepEqual([await plateFor(staff, carrier), await plateFor(owner, carrier)], ['5555 LLL', '5555 LLL'])
  assert.deepEqual([await plateFor(viewer, carrier), await plateFor(viewer, without)], ['•••••', null])
  const before = await searched()
  const body = { filters: { plate: '5555 LLL' } }
  assert.equal(await viewer.refused(listCarriers, { body }), '403 role_too_low')
  assert.equal(await searched(), before)
  await viewer.ok(listCarriers, { body: { filters: { name: 'Luis' } } })
  assert.equal(await searched(), before, 'other searches are not recorded')
})

test('decision 81: plates and phones are searched for 20 times a minute together', async () => {
  const member = await joinAs(app, owner, 'staff')
  const body = { filters: { plate: '1111 AAA' } }
  for (let more = 0; more < 10; more++) {
    await member.ok(listCarriers, { body })
    await member.ok(readAccountByPhone, { body: { phone: '+34612345678' } })
  }
  assert.equal(await member.refused(listCarriers, { body }), '429 rate_limit_exceeded')
  await member.ok(listCarriers, { body: {} })
})
