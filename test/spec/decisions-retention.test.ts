import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob, rateCustomer, readCarrierJob } from '#contract/app/carrier.ts'
import {
  cancelMyJob,
  changeNotes,
  listMyJobs,
  rateCarrier,
  readMyJob,
  startAgain,
} from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { removeOldData } from '../../server/privacy/retention.ts'
import { startImageHost } from '../support/image-host.ts'
import { foundAnywhere } from '../support/leftovers.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* DESIGN 6.8 and decision 21: deleted data is gone. Personal data of ended jobs is deleted by its age. */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app, partner } = market
const { pool, kysely } = app.db
const photoCollection = { pool, storage: disk.connect({}, { dataDir: app.dataDir }) }

const canary = {
  title: 'Canary piano of Ana',
  description: 'Canary description',
  pickup: { address: 'Calle de Alcala 7731, 28013 Madrid', floor: 3, has_elevator: false },
  dropoff: { address: 'Calle del Pinzon 7732, 50003 Zaragoza' },
  photos: [`${images.url}/red.jpg`],
}
const needles = ['Canary', 'lcala 7731', 'inzon 7732', 'Canary note', 'Canary comment', 'Canary reason']

const at = (jobId: string) => ({ params: { job_id: jobId } })
const defaults = {
  RETENTION_JOB_DAYS: 180,
  RETENTION_PHOTO_DAYS: 150,
  RETENTION_SMS_DAYS: 30,
  RETENTION_DOCUMENT_DAYS: 30,
  RETENTION_INVOICE_DAYS: 2_190,
}

async function remove(retention = defaults) {
  const removed: Record<string, number> = {}
  const onRemoved = (what: string, count: number) => (removed[what] = (removed[what] ?? 0) + count)
  await removeOldData({ kysely, retention, onRemoved })
  await collectOrphans(photoCollection)
  return removed
}

async function completedJob() {
  const customer = await market.person('Ana')
  const carrier = await market.carrier({ name: 'Benito' })
  const draft = await market.draft(customer, canary)
  const id = draft.job_id
  await customer.ok(changeNotes, { ...at(id), body: { notes: 'Canary note' } })
  await market.post(customer, id)
  await carrier.ok(acceptJob, at(id))
  await carrier.ok(deliverJob, { ...at(id), body: {} })
  await settleMoney(app)
  await customer.ok(rateCarrier, { ...at(id), body: { stars: 5, comment: 'Canary comment' } })
  const job = await customer.ok(readMyJob, at(id))
  assert.equal(job.status, 'completed')
  return { customer, carrier, id, job }
}

test('an ended job loses phone, addresses, texts and comments after RETENTION_JOB_DAYS, its photos and SMS before', async () => {
  const { customer, carrier, id, job } = await completedJob()
  const before = (await partner.read(id)).body
  await passTime(app.db, '29 days')
  assert.deepEqual(await remove(), {})
  await passTime(app.db, '2 days')
  assert.deepEqual(await remove(), { sms: 1 })
  await passTime(app.db, '120 days')
  assert.deepEqual(await remove(), { photo: 1 })
  assert.deepEqual((await customer.ok(readMyJob, at(id))).photos, [])
  assert.equal((await app.fetch(new URL(job.photos[0]?.url ?? '').pathname)).status, 404)
  assert.equal((await customer.ok(readMyJob, at(id))).pickup.address, canary.pickup.address)
  await passTime(app.db, '30 days')
  assert.deepEqual(await remove(), { job: 1 })
  const name = job.photos[0]?.url.split('/').at(-1) ?? assert.fail('no photo')
  assert.deepEqual(await foundAnywhere(app, [...needles, name]), [])
  const { rows } = await pool.query('select customer_phone, notes from job where id = $1', [id])
  assert.deepEqual(rows, [{ customer_phone: null, notes: null }])

  await app.db.pool.query(`update session set expires_at = now() + interval '1 day'`)
  const [mine, theirs] = [await customer.ok(readMyJob, at(id)), await carrier.ok(readCarrierJob, at(id))]
  assert.ok(mine.data_removed_at && theirs.data_removed_at)
  assert.deepEqual(
    [mine.title, mine.pickup.address, mine.pickup.floor],
    ['Madrid → Zaragoza', 'Madrid', null],
  )
  assert.equal(mine.price.total_cents, job.price.total_cents)
  assert.deepEqual([mine.rating_given?.stars, mine.rating_given?.comment], [5, null])
  assert.equal((await customer.ok(listMyJobs)).jobs[0]?.title, 'Madrid → Zaragoza')
  const afterwards = await partner.read(id)
  assert.deepEqual([afterwards.status, afterwards.body.status], [200, before.status])
  assert.deepEqual(await remove(), {}, 'once')
})

test('open jobs keep their data whatever their age; each setting is counted from the end of the job', async () => {
  const customer = await market.person('Eva')
  const { job_id } = await market.posted(customer, canary)
  await passTime(app.db, '400 days')
  assert.deepEqual(await remove(), { sms: 1 })
  const { rows } = await pool.query('select title, data_removed_at from job where id = $1', [job_id])
  assert.deepEqual(rows, [{ title: canary.title, data_removed_at: null }])
})

test('a cancelled job is not started again once its data is gone, and says so', async () => {
  const customer = await market.person('Eva')
  const { job_id } = await market.posted(customer, canary)
  await customer.ok(cancelMyJob, { ...at(job_id), body: { fee_cents: 0 } })
  await settleMoney(app)
  await pool.query(`update job set cancelled_at = now() - interval '9 days' where id = $1`, [job_id])
  await remove({ ...defaults, RETENTION_JOB_DAYS: 8 })
  const refusal = await customer.refused(startAgain, { ...at(job_id), body: { job_id: newId() } })
  assert.deepEqual([refusal.status, refusal.body.error], [409, 'wrong_state'])
  assert.match(refusal.body.message, /deleted because it ended long ago/)
})

test('retention on two nodes at once, or after a crash: each job is processed once', async () => {
  const { id } = await completedJob()
  await passTime(app.db, '181 days')
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from job where id = $1 for update', [id])
  assert.equal((await remove())['job'] ?? 0, 0, 'a locked job is left to the next run')
  await client.query('rollback')
  client.release()
  const counts = await Promise.all([remove(), remove()])
  assert.equal(
    counts.reduce((sum, removed) => sum + (removed['job'] ?? 0), 0),
    1,
  )
})

test('a rating is refused after the data was removed, also when it waited for the removal', async () => {
  const { carrier, id } = await completedJob()
  await passTime(app.db, '181 days')
  await pool.query(`update session set expires_at = now() + interval '1 day'`)
  const rating = { ...at(id), body: { stars: 4, comment: 'Canary comment' } }
  const removal = await pool.connect()
  await removal.query('begin')
  await removal.query('update rating set comment = null where job_id = $1', [id])
  await removal.query(
    'update job set customer_phone = null, notes = null, data_removed_at = now() where id = $1',
    [id],
  )
  const late = carrier.refused(rateCustomer, rating)
  await lockAwaited(app)
  await removal.query('commit')
  removal.release()
  assert.deepEqual([(await late).status, (await late).body.error], [409, 'wrong_state'])
  assert.equal((await carrier.ok(readCarrierJob, at(id))).may_rate, false)
  const { rows } = await pool.query('select comment from rating where job_id = $1', [id])
  assert.deepEqual(rows, [{ comment: null }])
})
