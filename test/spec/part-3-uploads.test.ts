import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import { deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob, startMyJob, uploadPhoto } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { order, picture, upload } from '../support/app-drafts.ts'
import { at } from '../support/job-requests.ts'
import { allFiles } from '../support/leftovers.ts'
import { openMarket } from '../support/market.ts'

/* Jobs that start in the app: the customer's own drafts, uploaded photos, and retries of a create. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool } = app.db

test('an upload is stored small, without its metadata, and shown until a job takes it', async () => {
  const customer = await market.person()
  const photo = await upload(customer)
  assert.deepEqual([photo.width, photo.height], [1_600, 800])
  const file = (await allFiles(app)).find((path) => path.endsWith(photo.photo_id)) ?? ''
  const stored = await readFile(file)
  assert.ok(!stored.includes('EXIF-of-the-phone'))
  assert.ok(picture.includes('EXIF-of-the-phone'), 'which it had')
  const path = new URL(photo.url).pathname
  assert.equal((await app.fetch(path)).status, 200)
  const { photos } = await customer.ok(startMyJob, order({ photo_ids: [photo.photo_id] }))
  assert.deepEqual(photos, [{ url: photo.url, width: 1_600, height: 800 }])
  assert.equal((await app.fetch(path)).status, 200)
})

test('an invalid picture is refused; so are photos of others, of another job, listed twice, or a day old', async () => {
  const customer = await market.person()
  const none = await customer.refused(uploadPhoto, { body: Buffer.from('<svg/>') })
  assert.deepEqual([none.status, Object.keys(none.body.details ?? {})], [400, ['body']])
  const theirs = (await upload(await market.person())).photo_id
  const [used, old, good] = [await upload(customer), await upload(customer), await upload(customer)]
  await customer.ok(startMyJob, order({ photo_ids: [used.photo_id] }))
  await pool.query(`update photo set created_at = now() - interval '24 hours' where name = $1`, [
    old.photo_id,
  ])
  const lists = [
    [theirs],
    [used.photo_id],
    [old.photo_id],
    [good.photo_id, good.photo_id],
    [good.photo_id, theirs],
  ]
  for (const photo_ids of lists) {
    const refusal = await customer.refused(startMyJob, order({ photo_ids }))
    assert.deepEqual([refusal.status, Object.keys(refusal.body.details ?? {})], [400, ['photo_ids']])
  }
  const { photos } = await customer.ok(startMyJob, order({ photo_ids: [good.photo_id] }))
  assert.equal(photos.length, 1, 'what was refused with others is still free')
})

test('an upload no job takes is deleted after a day, one a job has is not', async () => {
  const customer = await market.person()
  const [left, fresh, taken] = [await upload(customer), await upload(customer), await upload(customer)]
  await customer.ok(startMyJob, order({ photo_ids: [taken.photo_id] }))
  const age = (name: string) =>
    pool.query(`update photo set created_at = now() - interval '24 hours' where name = $1`, [name])
  await age(left.photo_id)
  await age(taken.photo_id)
  await collectOrphans({ pool, storage: disk.connect({}, app) })
  const statuses = await Promise.all(
    [left, fresh, taken].map(async ({ url }) => (await app.fetch(new URL(url).pathname)).status),
  )
  assert.deepEqual(statuses, [404, 200, 200])
  assert.ok(!(await allFiles(app)).some((path) => path.endsWith(left.photo_id)))
})

test('uploads without a job are limited to forty per account', async () => {
  const customer = await market.person()
  await pool.query(
    `insert into photo (name, account_id, bytes, width, height, position)
     select 'x' || n || $1, $2, 1, 1, 1, -100 from generate_series(1, 40) n`,
    [newId(), customer.accountId],
  )
  const refusal = await customer.refused(uploadPhoto, { body: picture })
  assert.deepEqual([refusal.status, refusal.body.error], [429, 'rate_limit_exceeded'])
  await pool.query(`delete from photo where name in (select name from photo where account_id = $1 limit 1)`, [
    customer.accountId,
  ])
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => customer.call(uploadPhoto, { body: picture })),
  )
  for (const { status } of answers) assert.ok(status === 201 || status === 429, String(status))
  const { rows } = await pool.query<{ waiting: number }>(
    'select count(*)::int as waiting from photo where account_id = $1',
    [customer.accountId],
  )
  assert.ok(Number(rows[0]?.waiting) <= 40, 'also when many come at once')
})

test('a text that is not the name of a photo is refused as such', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  for (const name of ['a\u0000', '../a.jpg', `${'a'.repeat(65)}.jpg`]) {
    const start = await customer.refused(startMyJob, order({ photo_ids: [name] }))
    assert.deepEqual([start.status, Object.keys(start.body.details ?? {})], [400, ['photo_ids[0]']])
    const delivery = await carrier.refused(deliverJob, { ...at(job_id), body: { photo_id: name } })
    assert.deepEqual([delivery.status, Object.keys(delivery.body.details ?? {})], [400, ['photo_id']])
  }
})

test('a delivery may have a photo, which both sides see separately from the photos of the goods', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  const foreign = (await upload(customer)).photo_id
  const refusal = await carrier.refused(deliverJob, { ...at(job_id), body: { photo_id: foreign } })
  assert.deepEqual([refusal.status, Object.keys(refusal.body.details ?? {})], [400, ['photo_id']])
  assert.equal(
    (await carrier.ok(readCarrierJob, at(job_id))).delivered_at,
    null,
    'then nothing was delivered',
  )
  const photo = await upload(carrier)
  const job = await carrier.ok(deliverJob, { ...at(job_id), body: { photo_id: photo.photo_id } })
  assert.deepEqual([job.delivery_photo?.url, job.photos], [photo.url, []])
  assert.equal((await customer.ok(readMyJob, at(job_id))).delivery_photo?.url, photo.url)
})
