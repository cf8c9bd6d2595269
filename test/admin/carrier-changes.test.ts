import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { listCarrierPhotos } from '#contract/admin/carrier-photos.ts'
import { approveCarrier, readCarrierForStaff, reviewCarrierChanges } from '#contract/admin/carriers.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { newId } from '../../server/lib/ids.ts'
import { savePlate, uploadPhotoOf } from '../support/carrier-photos.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

/* Decision 81: staff say that they have seen what was changed since the approval. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool } = app.db
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

/** What the page of a carrier shows: what is marked as changed, and the instant that a review sends. */
async function page({ accountId }: Person) {
  const params = { account_id: accountId }
  const carrier = await staff.ok(readCarrierForStaff, { params })
  const { photos, updated_at } = await staff.ok(listCarrierPhotos, { params })
  const [seen = ''] = [updated_at, carrier.updated_at].sort()
  const marked: string[] = photos.filter(({ changed }) => changed).map(({ kind }) => kind)
  return { params, marked: carrier.plate_changed ? [...marked, 'plate'] : marked, body: { updated_at: seen } }
}

const markedOf = async (carrier: Person) => (await page(carrier)).marked

const reviewsOf = async ({ accountId }: Person) => {
  const { rows } = await pool.query<{ actor_id: string }>(
    `select actor_id from audit_event where act = 'carrier.review_changes' and targets @> $1::jsonb`,
    [JSON.stringify([{ type: 'account', id: accountId }])],
  )
  return rows.map(({ actor_id }) => actor_id)
}

/** An approved carrier who has changed portrait, vehicle and plate since. */
async function changedCarrier() {
  const carrier = await market.carrier({ status: 'pending' })
  const { params, body } = await page(carrier)
  await staff.ok(approveCarrier, { params, body })
  await uploadPhotoOf(carrier)
  await uploadPhotoOf(carrier, { kind: 'vehicle' })
  await savePlate(carrier, '1234 BCD')
  return carrier
}

test('decision 81: what staff have seen is not marked any more, and who has seen it is recorded once', async () => {
  const carrier = await changedCarrier()
  const { params, body, marked } = await page(carrier)
  assert.deepEqual(marked, ['portrait', 'vehicle', 'plate'])
  const reviewed = await staff.ok(reviewCarrierChanges, { params, body })
  assert.equal(reviewed.plate_changed, false)
  assert.deepEqual(await markedOf(carrier), [])
  await owner.ok(reviewCarrierChanges, { params, body })
  assert.deepEqual(await reviewsOf(carrier), [staff.memberId], 'a repeated review changes nothing')
  const { rows } = await pool.query('select from notice where account_id = $1 and kind <> $2', [
    carrier.accountId,
    'carrier_approved',
  ])
  assert.equal(rows.length, 0, 'the carrier is not told')
  await savePlate(carrier, '9999 XYZ')
  assert.deepEqual(await markedOf(carrier), ['plate'], 'a later change is marked')
})

test('decision 81: the instant of the approval stays that of the approval, also in the copy of the data', async () => {
  const carrier = await changedCarrier()
  const instants = async () => (await carrier.ok(downloadMyData)).carrier
  const before = await instants()
  assert.equal(before?.changes_seen_at, null)
  const { params, body } = await page(carrier)
  await staff.ok(reviewCarrierChanges, { params, body })
  const seen = await instants()
  assert.deepEqual([seen?.admitted_at, seen?.changes_seen_at], [before?.admitted_at, before?.updated_at])
})

test('decision 81: a change that the page did not show stays marked', async () => {
  const carrier = await changedCarrier()
  const { params, body } = await page(carrier)
  await uploadPhotoOf(carrier)
  await staff.ok(reviewCarrierChanges, { params, body })
  assert.deepEqual(await markedOf(carrier), ['portrait'])
  const again = await page(carrier)
  await savePlate(carrier, '9999 XYZ')
  await staff.ok(reviewCarrierChanges, again)
  assert.deepEqual(await markedOf(carrier), ['plate'])
})

test('decision 81: of a review and a change at once, the change stays marked', async () => {
  const carrier = await changedCarrier()
  for (let round = 0; round < 3; round++) {
    const { params, body } = await page(carrier)
    await Promise.all([
      staff.ok(reviewCarrierChanges, { params, body }),
      uploadPhotoOf(carrier),
      owner.ok(reviewCarrierChanges, { params, body }),
      savePlate(carrier, `${round}000 XYZ`),
    ])
    assert.deepEqual(await markedOf(carrier), ['portrait', 'plate'])
  }
  assert.equal((await reviewsOf(carrier)).length, 3, 'of two reviews at once one is recorded')
})

test('decision 81: a photo that has waited for another change is later than it', async () => {
  const carrier = await changedCarrier()
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from carrier where account_id = $1 for update', [carrier.accountId])
  const waiting = uploadPhotoOf(carrier)
  await lockAwaited(app)
  await client.query(
    `update carrier set plate = '1', plate_changed_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1`,
    [carrier.accountId],
  )
  await client.query('commit')
  client.release()
  const { picture_id } = await waiting
  const { rows } = await pool.query(
    `select document.created_at > carrier.plate_changed_at as "isLater" from carrier_document document
     join carrier using (account_id) where document.id = $1`,
    [picture_id],
  )
  assert.deepEqual(rows, [{ isLater: true }])
})

test('decision 81: a review sees no change before it is made, whatever instant it names', async () => {
  const carrier = await changedCarrier()
  const { params } = await page(carrier)
  await staff.ok(reviewCarrierChanges, { params, body: { updated_at: '2999-01-01T00:00:00Z' } })
  assert.deepEqual(await markedOf(carrier), [])
  await uploadPhotoOf(carrier)
  assert.deepEqual(await markedOf(carrier), ['portrait'])
  await staff.ok(reviewCarrierChanges, { params, body: { updated_at: '2020-01-01T00:00:00Z' } })
  assert.deepEqual(await markedOf(carrier), ['portrait'])
})

test('decision 81: carriers admitted before there were photos are reviewed, and waiting ones have no change', async () => {
  const admitted = await market.carrier()
  await uploadPhotoOf(admitted)
  const before = await page(admitted)
  assert.deepEqual(before.marked, ['portrait'])
  await staff.ok(reviewCarrierChanges, before)
  assert.deepEqual(await markedOf(admitted), [])
  const waiting = await market.carrier({ status: 'pending' })
  await uploadPhotoOf(waiting)
  await staff.ok(reviewCarrierChanges, await page(waiting))
  assert.deepEqual(await reviewsOf(waiting), [])
  const { rows } = await pool.query('select admitted_at from carrier where account_id = $1', [
    waiting.accountId,
  ])
  assert.deepEqual(rows, [{ admitted_at: null }])
})

test('decision 81: a review is for staff, about a carrier, with an instant', async () => {
  const carrier = await changedCarrier()
  const { params, body, marked } = await page(carrier)
  assert.equal(await viewer.refused(reviewCarrierChanges, { params, body }), '403 role_too_low')
  const unknown = { params: { account_id: newId() }, body }
  assert.equal(await staff.refused(reviewCarrierChanges, unknown), '404 not_found')
  for (const odd of [{}, { updated_at: 'now' }, { ...body, reason: 'x' }])
    assert.equal(
      await staff.refused(reviewCarrierChanges, { params, body: odd as never }),
      '400 validation_error',
    )
  assert.deepEqual(await markedOf(carrier), marked)
})
