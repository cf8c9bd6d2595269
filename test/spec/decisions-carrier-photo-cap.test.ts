import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { deleteMyCarrierPhoto, readSignUp, uploadCarrierPhoto } from '#contract/app/sign-up.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { fileOf, fillPhotos, photoOf, uploadPhotoOf } from '../support/carrier-photos.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { photoFiles } from '../support/photo-files.ts'

/* Decision 81: a person has at most 20 stored photos, and can still take another one. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

async function storedIds({ accountId }: Person): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select document.id from carrier_document document join photo on photo.document_id = document.id
     where document.account_id = $1 order by document.created_at, document.id`,
    [accountId],
  )
  return rows.map(({ id }) => id)
}

/** A carrier with 20 stored photos, of which one is shown. The replaced ones are more than an hour old. */
async function fullCarrier(ageMinutes = 90) {
  const carrier = await market.carrier()
  const { picture_id } = await uploadPhotoOf(carrier)
  const replaced = await fillPhotos(pool, { accountId: carrier.accountId, ageMinutes })
  return { carrier, shown: picture_id, replaced }
}

test('decision 81: with 20 stored photos, a retake deletes the oldest replaced one, row and file', async () => {
  const carrier = await market.carrier()
  const first = await uploadPhotoOf(carrier)
  const file = await fileOf(pool, first.picture_id)
  const shown = await uploadPhotoOf(carrier)
  await pool.query(`update carrier_document set created_at = now() - interval '2 hours' where id = $1`, [
    first.picture_id,
  ])
  const [newest = ''] = (await fillPhotos(pool, { accountId: carrier.accountId, ageMinutes: 90 })).slice(-1)
  await pool.query('delete from photo where document_id = $1', [newest])
  assert.equal((await storedIds(carrier)).length, 20)
  const next = await uploadPhotoOf(carrier)
  const stored = await storedIds(carrier)
  assert.equal(stored.length, 20)
  assert.ok(stored.includes(next.picture_id) && stored.includes(shown.picture_id))
  assert.ok(!stored.includes(first.picture_id))
  assert.ok(!(await photoFiles(app)).includes(file), 'the file is deleted')
  const { rowCount } = await pool.query('select from photo where name = $1', [file])
  assert.equal(rowCount, 0)
})

test('decision 81: each retake works, and the shown photo of the other kind stays', async () => {
  const { carrier, replaced } = await fullCarrier()
  const vehicle = await uploadPhotoOf(carrier, { kind: 'vehicle' })
  for (let more = 0; more < 3; more++) await uploadPhotoOf(carrier)
  const stored = await storedIds(carrier)
  assert.equal(stored.length, 20)
  assert.ok(stored.includes(vehicle.picture_id))
  assert.deepEqual(
    replaced.filter((id) => !stored.includes(id)),
    replaced.slice(0, 4),
  )
})

test('decision 81: more photos than 20 in an hour are refused, until the oldest one is an hour old', async () => {
  const { carrier, replaced } = await fullCarrier(59)
  const before = await photoFiles(app)
  const { status, body, headers } = await carrier.refused(uploadCarrierPhoto, photoOf())
  assert.deepEqual([status, body.error], [429, 'rate_limit_exceeded'])
  assert.match(body.message, /in an hour/)
  const wait = Number(headers.get('retry-after'))
  assert.ok(wait > 0 && wait <= 62, String(wait))
  assert.deepEqual(await photoFiles(app), before, 'no file is stored')
  const age = `update carrier_document set created_at = created_at - interval '2 minutes' where id = $1`
  await pool.query(age, [replaced[0]])
  await uploadPhotoOf(carrier)
  assert.equal(
    (await carrier.refused(uploadCarrierPhoto, photoOf())).status,
    429,
    'the next one is too young',
  )
})

test('decision 81: of retakes at once each deletes another photo, and never more than 20 are stored', async () => {
  const { carrier, replaced } = await fullCarrier()
  // Two of a person are decoded at once.
  const sent = [
    ...(await Promise.all([uploadPhotoOf(carrier), uploadPhotoOf(carrier)])),
    ...(await Promise.all([uploadPhotoOf(carrier), uploadPhotoOf(carrier, { kind: 'vehicle' })])),
  ]
  const stored = await storedIds(carrier)
  assert.equal(stored.length, 20)
  assert.deepEqual(
    sent.filter(({ picture_id }) => !stored.includes(picture_id)),
    [],
  )
  assert.deepEqual(
    replaced.filter((id) => !stored.includes(id)),
    replaced.slice(0, 4),
  )
  assert.equal((await carrier.ok(readSignUp)).photos.length, 2)
})

test('decision 81: a repeated retake deletes one photo', async () => {
  const { carrier, replaced } = await fullCarrier()
  const input = photoOf()
  await Promise.all([1, 2].map(() => carrier.ok(uploadCarrierPhoto, input)))
  await carrier.ok(uploadCarrierPhoto, input)
  const stored = await storedIds(carrier)
  assert.deepEqual(
    replaced.filter((id) => !stored.includes(id)),
    replaced.slice(0, 1),
  )
})

test('decision 81: a retake that meets a deletion or an erasure leaves no more than there may be', async () => {
  const { carrier, shown } = await fullCarrier()
  await Promise.all([
    uploadPhotoOf(carrier),
    carrier.ok(deleteMyCarrierPhoto, { params: { picture_id: shown } }),
  ])
  assert.ok((await storedIds(carrier)).length <= 20)
  const { carrier: other } = await fullCarrier()
  const { accountId } = other
  await Promise.allSettled([uploadPhotoOf(other), eraseAccount(kysely, { accountId, moneySettled: false })])
  assert.deepEqual(await storedIds(other), [])
})

test('decision 81: a refused retake deletes nothing', async () => {
  const { carrier } = await fullCarrier()
  const before = await storedIds(carrier)
  const noPicture = photoOf({ bytes: Buffer.from('no picture') })
  assert.equal((await carrier.refused(uploadCarrierPhoto, noPicture)).status, 400)
  const another = await uploadPhotoOf(await market.carrier())
  const theirs = photoOf({ pictureId: another.picture_id })
  assert.equal((await carrier.refused(uploadCarrierPhoto, theirs)).status, 404)
  assert.deepEqual(await storedIds(carrier), before)
})

test('decision 81: a photo whose answer was lost is there once', async () => {
  const { carrier, replaced } = await fullCarrier()
  const input = photoOf()
  const abort = new AbortController()
  let repeated: Promise<{ state: string }>
  {
    await using held = await holdInTrigger(
      app.db,
      'after insert on carrier_document deferrable initially deferred for each row',
      'constraint trigger',
    )
    const lost = fetch(`${app.url}/app/v1/carrier/photos/${input.params.picture_id}?kind=portrait`, {
      method: 'PUT',
      headers: { ...carrier.headers, 'content-type': 'image/jpeg' },
      body: new Uint8Array(input.body),
      signal: abort.signal,
    })
    await held.reached()
    abort.abort()
    await assert.rejects(lost, { name: 'AbortError' })
    repeated = carrier.ok(uploadCarrierPhoto, input)
    // The first one waits in the trigger, and the repeated one for it.
    await lockAwaited(app, 2)
  }
  assert.equal((await repeated).state, 'shown')
  const stored = await storedIds(carrier)
  assert.equal(stored.length, 20)
  assert.deepEqual(
    replaced.filter((id) => !stored.includes(id)),
    replaced.slice(0, 1),
  )
  await pool.query(`update photo set created_at = now() - interval '2 hours' where document_id is null`)
  await collectOrphans({ pool, storage: disk.connect({}, { dataDir: app.dataDir }) })
  const { rowCount } = await pool.query('select from photo where document_id is null and job_id is null')
  assert.equal(rowCount, 0)
})
