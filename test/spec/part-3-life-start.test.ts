import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import sharp from 'sharp'
import { changeMe } from '#contract/app/account.ts'
import {
  acceptJob,
  deliverJob,
  giveBackJob,
  readCarrierJob,
  readFeedJob,
  saveCarrier,
} from '#contract/app/carrier.ts'
import {
  cancelMyJob,
  changeNotes,
  estimateMyJob,
  listMyJobs,
  readMyJob,
  startAgain,
  startMyJob,
  uploadPhoto,
} from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'

import { runTasks } from '../support/dray.ts'
import { startImageHost } from '../support/image-host.ts'
import { allFiles, foundAnywhere } from '../support/leftovers.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { until } from '../support/until.ts'

/* Jobs that start in the app: the customer's own, uploaded photos, and the same job once more. */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app, partner } = market
const { pool } = app.db

const trip = {
  size: 'S' as const,
  pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 3, has_elevator: false },
  dropoff: { address: 'Calle Real 5, 40001 Segovia' },
}
const profile = {
  name: 'Eva',
  vehicle_size: 'M' as const,
  vehicle: 'Van',
  base_address: '28013 Madrid',
  radius_km: 50,
}
const at = (job_id: string) => ({ params: { job_id } })
const order = (more: { job_id?: string; photo_ids?: string[]; title?: string } = {}) => ({
  body: { job_id: newId(), title: 'Box of books', ...trip, ...more },
})
const picture = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: 'red' } })
  .withExif({ IFD0: { Copyright: 'EXIF-of-the-phone' } })
  .jpeg()
  .toBuffer()
const upload = (person: Person) => person.ok(uploadPhoto, { body: picture })

test('a job started in the app is priced as a partner would be told, by the tariff of the house', async () => {
  const customer = await market.person()
  const estimate = await customer.ok(estimateMyJob, { body: trip })
  const { body } = await partner.estimate(trip)
  assert.equal(estimate.price.total_cents, Math.round(body.total_customer_pays_eur * 100))
  assert.equal(estimate.disclaimer, body.disclaimer)
  const job = await customer.ok(startMyJob, order())
  assert.deepEqual(job.price, estimate.price)
  assert.deepEqual(
    [job.status, job.origin, job.company_name, job.test, job.distance_km],
    ['draft', 'app', null, false, estimate.distance_km],
  )
  assert.equal(Date.parse(job.expires_at) - Date.parse(job.created_at), 172_800_000)
  assert.equal((await market.post(customer, job.job_id)).status, 'posted')
})

test('2.1, 5.6 jobs created directly in the app are not readable with any key', async () => {
  const { job_id } = await (await market.person()).ok(startMyJob, order())
  const { status, body } = await partner.read(job_id)
  assert.deepEqual([status, (body as unknown as { error: string }).error], [403, 'unauthorized'])
})

test('the same job_id again answers the same job, also when both come at once; another job’s is refused', async () => {
  const customer = await market.person()
  const same = order({ photo_ids: [(await upload(customer)).photo_id] })
  const jobs = await Promise.all([1, 2, 3, 4].map(() => customer.ok(startMyJob, same)))
  for (const job of jobs) assert.deepEqual(job, jobs[0])
  const job_id = same.body.job_id
  const other = await customer.refused(startMyJob, order({ job_id, title: 'A piano' }))
  assert.deepEqual([other.status, other.body.error], [409, 'wrong_state'])
  const stranger = await (await market.person()).refused(startMyJob, same)
  assert.deepEqual([stranger.status, stranger.body.error], [409, 'wrong_state'])
  const listed = await customer.ok(listMyJobs)
  assert.deepEqual(
    listed.jobs.map((job) => [job.job_id, job.photo?.url]),
    [[job_id, jobs[0]?.photos[0]?.url]],
  )
})

test('an address nobody finds is 422 and nothing is started', async () => {
  const customer = await market.person()
  const body = { ...order().body, dropoff: { address: 'qqqqq wwwww 0' } }
  const refusal = await customer.refused(startMyJob, { body })
  assert.deepEqual([refusal.status, Object.keys(refusal.body.details ?? {})], [422, ['dropoff.address']])
  assert.deepEqual((await customer.ok(listMyJobs)).jobs, [])
})

test('my jobs are mine, the newest first, 20 at a time', async () => {
  const stranger = await market.person()
  await stranger.ok(startMyJob, order({ job_id: crypto.randomUUID() }))
  const customer = await market.person()
  const ids: string[] = []
  // Ids of a client's own making, in no order.
  for (let i = 0; i < 21; i++)
    ids.unshift((await customer.ok(startMyJob, order({ job_id: crypto.randomUUID() }))).job_id)
  const first = await customer.ok(listMyJobs)
  assert.deepEqual(
    first.jobs.map(({ job_id }) => job_id),
    ids.slice(0, 20),
  )
  const second = await customer.ok(listMyJobs, { query: { before: first.next ?? '' } })
  assert.deepEqual([second.jobs.map(({ job_id }) => job_id), second.next], [[ids[20]], null])
  const afterTheirs = await stranger.ok(listMyJobs, { query: { before: first.next ?? '' } })
  assert.deepEqual(afterTheirs, { jobs: [], next: null }, 'when another’s job was made is told to nobody')
})

test('DESIGN 3, Limits: nobody fills the disk with drafts; a repeated call is answered all the same', async () => {
  const customer = await market.person()
  const first = order()
  const { job_id } = await customer.ok(startMyJob, first)
  await pool.query(
    `insert into job (id, short_id, mode, status, origin, customer_id, title, size, customer_phone, pickup, dropoff, route,
       duration_minutes, tariff_id, price, expires_at)
     select gen_random_uuid(), 'draft' || n, mode, status, origin, customer_id, title, size, customer_phone, pickup, dropoff,
       route, duration_minutes, tariff_id, price, expires_at from job, generate_series(1, 49) as n where id = $1`,
    [job_id],
  )
  const { status, body } = await customer.refused(startMyJob, order())
  assert.deepEqual([status, body.error], [429, 'rate_limit_exceeded'])
  assert.equal((await customer.ok(startMyJob, first)).job_id, job_id)
  await pool.query(`update job set expires_at = now() where customer_id = $1 and id <> $2`, [
    customer.accountId,
    job_id,
  ])
  await customer.ok(startMyJob, order())
})

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

test('a picture that is none is refused; so are photos of others, of another job, twice, or a day old', async () => {
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

test('an account keeps no photo store: forty that wait are the most', async () => {
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

test('what is written in the app can be seen and turns no text around it', async () => {
  const customer = await market.person()
  const { job_id } = await customer.ok(startMyJob, order())
  const [turned, unseen] = ['Ana \u202Egpj', '\u200B\u2060\u3164']
  for (const text of [turned, unseen, 'a\u0000', '\u061C', 'a\u2066b']) {
    const refusals = [
      ['title', await customer.refused(startMyJob, order({ title: text }))],
      ['description', await customer.refused(startMyJob, { body: { ...order().body, description: text } })],
      ['notes', await customer.refused(changeNotes, { ...at(job_id), body: { notes: text } })],
      ['name', await customer.refused(changeMe, { body: { name: text } })],
      ['name', await customer.refused(saveCarrier, { body: { ...profile, name: text } })],
      ['vehicle', await customer.refused(saveCarrier, { body: { ...profile, vehicle: text } })],
    ] as const
    for (const [field, { status, body }] of refusals) {
      assert.deepEqual([status, Object.keys(body.details ?? {})], [400, [field]])
      assert.match(body.details?.[field] ?? '', /can be seen/)
    }
  }
  for (const notes of ['Ring\ntwice 👩‍👧', 'Привет, 世界', 'مرحبا', '']) {
    const noted = await customer.ok(changeNotes, { ...at(job_id), body: { notes } })
    assert.equal(noted.notes ?? '', notes)
  }
})

test('a partner’s words are stored as they came, and shown in the app without what turns text around', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const words = { title: 'Sofa \u202E04', description: 'Two\nseats\u2069 👩‍👧' }
  const told = { title: 'Sofa 04', description: 'Two\nseats 👩‍👧' }
  const { job_id } = await market.posted(customer, words)
  const { jobs } = await customer.ok(listMyJobs)
  assert.equal(jobs[0]?.title, told.title)
  const offered = await carrier.ok(readFeedJob, at(job_id))
  for (const { title, description } of [await customer.ok(readMyJob, at(job_id)), offered])
    assert.deepEqual({ title, description }, told)
  const { rows } = await pool.query('select title, description from job where id = $1', [job_id])
  assert.deepEqual(rows, [words])
  const blank = await market.draft(customer, { title: '\u200F\u200B' })
  assert.equal((await customer.ok(readMyJob, at(blank.job_id))).title, '–')
})

test('what is no name of a photo is refused as such', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  for (const name of ['a\u0000', '../a.jpg', `${'a'.repeat(65)}.jpg`]) {
    const start = await customer.refused(startMyJob, order({ photo_ids: [name] }))
    assert.deepEqual([start.status, Object.keys(start.body.details ?? {})], [400, ['photo_ids[0]']])
    const delivery = await carrier.refused(deliverJob, { ...at(job_id), body: { photo_id: name } })
    assert.deepEqual([delivery.status, Object.keys(delivery.body.details ?? {})], [400, ['photo_id']])
  }
})

test('a delivery may come with a photo, which both sides see apart from those of the goods', async () => {
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

test('after a cancellation the same job starts again: same trip, price, notes and photos, but the customer’s own', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const draft = await market.draft(customer, { photos: [`${images.url}/red.jpg`, `${images.url}/blue.jpg`] })
  await customer.ok(changeNotes, { ...at(draft.job_id), body: { notes: 'Ring twice' } })
  await market.post(customer, draft.job_id)
  await carrier.ok(acceptJob, at(draft.job_id))
  const body = { job_id: newId() }
  const early = await customer.refused(startAgain, { ...at(draft.job_id), body })
  assert.deepEqual([early.status, early.body.error], [409, 'wrong_state'])
  await carrier.ok(giveBackJob, { ...at(draft.job_id), body: {} })
  const jobs = await Promise.all([1, 2, 3].map(() => customer.ok(startAgain, { ...at(draft.job_id), body })))
  const [again] = jobs
  assert.ok(again)
  for (const job of jobs) assert.deepEqual(job, again)
  for (const field of ['title', 'price', 'pickup', 'dropoff', 'distance_km', 'size'] as const)
    assert.deepEqual(again[field], draft[field], field)
  assert.deepEqual(
    [again.status, again.origin, again.company_name, again.notes],
    ['draft', 'app', null, 'Ring twice'],
  )
  assert.equal(again.photos.length, 2)
  for (const { url } of [...again.photos, ...draft.photos]) {
    assert.equal((await app.fetch(new URL(url).pathname)).status, 200, 'both jobs have their own files')
  }
  assert.equal((await partner.read(again.job_id)).status, 403)
  assert.equal((await market.post(customer, again.job_id)).status, 'posted')
  await carrier.ok(acceptJob, at(again.job_id))
})

test('again: nobody else’s job, no job_id of another, and a test job stays one', async () => {
  const customer = await market.person()
  const tester = await app.partner({ mode: 'test' })
  const { job_id } = await market.draft(customer, {}, tester)
  await market.post(customer, job_id)
  await customer.ok(cancelMyJob, { ...at(job_id), body: { fee_cents: 0 } })
  const stranger = await market.person()
  const body = { job_id: newId() }
  assert.equal((await stranger.refused(startAgain, { ...at(job_id), body })).status, 404)
  const taken = await customer.refused(startAgain, { ...at(job_id), body: { job_id } })
  assert.deepEqual([taken.status, taken.body.error], [409, 'wrong_state'])
  const again = await customer.ok(startAgain, { ...at(job_id), body })
  assert.equal(again.test, true)
})

test('DESIGN 6, 8: an expired draft of the app leaves no title, address, notes or photo', async () => {
  const customer = await market.person()
  const photo = await upload(customer)
  const body = {
    ...order({ photo_ids: [photo.photo_id], title: 'Canary harp 4410' }).body,
    description: 'canary strings 4411',
    pickup: { address: 'Calle Canaria 4412, 28013 Madrid' },
  }
  const { job_id } = await customer.ok(startMyJob, { body })
  await customer.ok(changeNotes, { ...at(job_id), body: { notes: 'canary notes 4413' } })
  const needles = [
    'Canary harp 4410',
    'canary strings 4411',
    'Canaria 4412',
    'canary notes 4413',
    photo.photo_id,
  ]
  assert.deepEqual(await foundAnywhere(app, needles), needles, 'while it lives all of it is there')
  await pool.query('update job set expires_at = now() where id = $1', [job_id])
  assert.equal((await customer.refused(readMyJob, at(job_id))).status, 404)
  assert.deepEqual((await customer.ok(listMyJobs)).jobs, [])
  assert.equal((await app.fetch(new URL(photo.url).pathname)).status, 404)
  await using _tasks = runTasks(app)
  await until('all of it is gone', async () => (await foundAnywhere(app, needles)).length === 0)
})
