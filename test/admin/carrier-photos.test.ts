import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { listCarrierPhotos, removeCarrierPhoto } from '#contract/admin/carrier-photos.ts'
import { approveCarrier, readCarrierForStaff } from '#contract/admin/carriers.ts'
import { listCarrierDocuments } from '#contract/admin/documents.ts'
import { readSignUp } from '#contract/app/sign-up.ts'
import { savePlate, uploadPhotoOf } from '../support/carrier-photos.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { joinAs, joinAsOwner, origin, type Staff } from '../support/staff.ts'

/* Decision 81: staff see face, plate and vehicle, what was changed since the approval, and remove what is not proper. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool } = app.db
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

const paramsOf = ({ accountId }: Person) => ({ account_id: accountId })

async function pictureFor({ cookies }: Staff, path: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(app.url + path, { headers: { origin, cookie } })
  await answer.arrayBuffer()
  return answer
}

test('decision 81: what was changed since the approval is marked until the next one', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  const params = paramsOf(carrier)
  await uploadPhotoOf(carrier)
  await savePlate(carrier, '1234 BCD')
  const marks = async () => {
    const { photos } = await staff.ok(listCarrierPhotos, { params })
    const { plate_changed } = await staff.ok(readCarrierForStaff, { params })
    return [...photos.map(({ kind, changed }) => `${kind} ${changed}`), `plate ${plate_changed}`]
  }
  assert.deepEqual(await marks(), ['portrait false', 'plate false'], 'none was admitted')
  const { updated_at } = await staff.ok(readCarrierForStaff, { params })
  await staff.ok(approveCarrier, { params, body: { updated_at } })
  assert.deepEqual(await marks(), ['portrait false', 'plate false'])
  await uploadPhotoOf(carrier)
  assert.deepEqual(await marks(), ['portrait true', 'plate false'])
  await savePlate(carrier, '1234-bcd')
  assert.deepEqual(await marks(), ['portrait true', 'plate false'], 'the same plate in other words')
  await savePlate(carrier, '9999 XYZ')
  await uploadPhotoOf(carrier, { kind: 'vehicle' })
  assert.deepEqual(await marks(), ['portrait true', 'vehicle true', 'plate true'])
})

test('decision 81: of a carrier admitted before there were photos, the first ones are marked', async () => {
  const carrier = await market.carrier()
  await uploadPhotoOf(carrier)
  const { photos } = await staff.ok(listCarrierPhotos, { params: paramsOf(carrier) })
  assert.deepEqual(
    photos.map(({ changed }) => changed),
    [true],
  )
})

test('decision 81: staff open a photo, which is recorded; viewers see that there is one', async () => {
  const carrier = await market.carrier()
  const { picture_id } = await uploadPhotoOf(carrier)
  const path = `/admin/v1/carriers/${carrier.accountId}/photos/${picture_id}/picture`
  const seen = await pictureFor(staff, path)
  assert.deepEqual([seen.status, seen.headers.get('cache-control')], [200, 'private, no-store'])
  assert.equal((await pictureFor(viewer, path)).status, 403)
  const { photos } = await viewer.ok(listCarrierPhotos, { params: paramsOf(carrier) })
  assert.equal(photos.length, 1)
  const another = await market.carrier()
  const elsewhere = path.replace(carrier.accountId, another.accountId)
  assert.equal((await pictureFor(staff, elsewhere)).status, 404)
  // Nor does the way to documents show it, nor their list.
  const asDocument = path.replace('/photos/', '/documents/')
  assert.equal((await pictureFor(staff, asDocument)).status, 404)
  const { documents } = await staff.ok(listCarrierDocuments, { params: paramsOf(carrier), query: {} })
  assert.deepEqual(documents, [])
  const { rows } = await pool.query(
    `select actor_id from audit_event where act = 'carrier.view_photo' and targets @> $1::jsonb`,
    [JSON.stringify([{ type: 'document', id: picture_id }])],
  )
  assert.deepEqual(rows, [{ actor_id: staff.memberId }])
})

test('decision 81: a photo that is not proper is removed once, and the carrier is told why', async () => {
  const carrier = await market.carrier()
  const { picture_id } = await uploadPhotoOf(carrier)
  const removal = { params: { ...paramsOf(carrier), picture_id }, body: { told: 'This is a dog.' } }
  const answers = await Promise.all([1, 2].map(() => staff.call(removeCarrierPhoto, removal)))
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
  )
  const { photos } = await carrier.ok(readSignUp)
  assert.deepEqual(
    photos.map(({ state, reason }) => [state, reason]),
    [['removed', 'This is a dog.']],
  )
  const notices = await pool.query('select kind from notice where account_id = $1', [carrier.accountId])
  assert.deepEqual(notices.rows, [{ kind: 'photo_removed' }])
  const { rows } = await pool.query(
    `select reason from audit_event where act = 'carrier.remove_photo' and targets @> $1::jsonb`,
    [JSON.stringify([{ type: 'document', id: picture_id }])],
  )
  assert.deepEqual(rows, [{ reason: null }], 'the reason is in the row, which an erasure deletes')
  const unknown = { ...removal, params: { ...removal.params, picture_id: carrier.accountId } }
  assert.equal(await staff.refused(removeCarrierPhoto, unknown), '404 not_found')
  const next = await uploadPhotoOf(carrier)
  const { photos: shown } = await staff.ok(listCarrierPhotos, { params: paramsOf(carrier) })
  assert.deepEqual(
    shown.map((photo) => [photo.picture_id, photo.state]),
    [[next.picture_id, 'shown']],
  )
})
