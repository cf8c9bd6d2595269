import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { downloadMyData } from '#contract/app/data.ts'
import { readSignUp } from '#contract/app/sign-up.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { removeOldData } from '../../server/privacy/retention.ts'
import { fileOf, knownCarrier, uploadPhotoOf } from '../support/carrier-photos.ts'
import { openMarket } from '../support/market.ts'

/* Decision 81: how face, plate and vehicle of a carrier end. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const collection = { pool, storage: disk.connect({}, { dataDir: app.dataDir }) }

async function isStored(name: string): Promise<boolean> {
  const found = await collection.storage.read(name)
  found?.stream.destroy()
  return found !== null
}

test('decision 81: an erasure removes face, vehicle and plate, with their files', async () => {
  const { carrier, portrait, vehicle } = await knownCarrier(market)
  const files = [await fileOf(pool, portrait), await fileOf(pool, vehicle)]
  const data = await carrier.ok(downloadMyData)
  assert.equal(data.carrier?.plate, '1234 bcd')
  assert.deepEqual(data.documents.map(({ kind }) => kind).sort(), ['portrait', 'vehicle'])
  assert.equal(
    (await eraseAccount(kysely, { accountId: carrier.accountId, moneySettled: false })).outcome,
    'erased',
  )
  await collectOrphans(collection)
  assert.deepEqual(await Promise.all(files.map(isStored)), [false, false])
  const { rows } = await pool.query(
    `select plate, plate_key, (select count(*)::int from carrier_document d where d.account_id = c.account_id) as photos
     from carrier c where account_id = $1`,
    [carrier.accountId],
  )
  assert.deepEqual(rows, [{ plate: null, plate_key: null, photos: 0 }])
})

test('decision 81: an upload that meets an erasure leaves nothing', async () => {
  const person = await market.person('Ana')
  const [uploaded] = await Promise.allSettled([
    uploadPhotoOf(person),
    eraseAccount(kysely, { accountId: person.accountId, moneySettled: false }),
  ])
  assert.ok(uploaded)
  const { rows } = await pool.query('select from carrier_document where account_id = $1', [person.accountId])
  assert.equal(rows.length, 0)
})

const days = (count: number) => ({
  RETENTION_JOB_DAYS: 9_999,
  RETENTION_PHOTO_DAYS: 9_999,
  RETENTION_SMS_DAYS: 9_999,
  RETENTION_DOCUMENT_DAYS: count,
  RETENTION_INVOICE_DAYS: 9_999,
})

test('decision 81: replaced photos and those of people who did not go on end with their age, shown ones stay', async () => {
  const { carrier, portrait } = await knownCarrier(market)
  const old = await fileOf(pool, portrait)
  const next = await uploadPhotoOf(carrier)
  const beginner = await market.person('Eva')
  const left = await uploadPhotoOf(beginner)
  const rejected = await knownCarrier(market)
  const rejectedFile = await fileOf(pool, rejected.portrait)
  await pool.query(
    `update carrier set status = 'rejected', admitted_at = null, status_changed_at = now() - interval '31 days'
     where account_id = $1`,
    [rejected.carrier.accountId],
  )
  await pool.query(
    `update carrier_document set created_at = created_at - interval '31 days', decided_at = decided_at - interval '31 days'
     where account_id = any($1::uuid[])`,
    [[carrier.accountId, beginner.accountId, rejected.carrier.accountId]],
  )
  const leftFile = await fileOf(pool, left.picture_id)
  await removeOldData({ kysely, retention: days(30), onRemoved: () => {} })
  await collectOrphans(collection)
  for (const file of [old, leftFile, rejectedFile]) assert.equal(await isStored(file), false)
  assert.equal(await isStored(await fileOf(pool, next.picture_id)), true)
  assert.deepEqual((await beginner.ok(readSignUp)).photos, [])
})
