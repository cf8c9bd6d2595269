import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, giveBackJob } from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, readMyJob } from '#contract/app/customer.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { removeOldData } from '../../server/privacy/retention.ts'
import { startImageHost } from '../support/image-host.ts'
import { foundAnywhere } from '../support/leftovers.ts'
import { openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Personal data of a job that was given back and of its successor (decisions 21 and 65). */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app } = market
const { pool, kysely } = app.db
const at = (job_id: string) => ({ params: { job_id } })

const needles = ['Canary piano', 'lcala 7731', 'Canary note', 'Canary reason']

async function givenBack() {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id: id } = await market.draft(customer, {
    title: 'Canary piano',
    pickup: { address: 'Calle de Alcala 7731, 28013 Madrid' },
    photos: [`${images.url}/red.jpg`],
  })
  await customer.ok(changeNotes, { ...at(id), body: { notes: 'Canary note' } })
  await market.post(customer, id)
  await carrier.ok(acceptJob, at(id))
  await carrier.ok(giveBackJob, { ...at(id), body: { reason: 'Canary reason' } })
  const { successor_id } = await customer.ok(readMyJob, at(id))
  const next = await customer.ok(readMyJob, at(successor_id ?? assert.fail('no successor')))
  return { customer, id, next: next.job_id, photo: new URL(next.photos[0]?.url ?? '').pathname }
}

async function remove(): Promise<void> {
  const retention = {
    RETENTION_JOB_DAYS: 180,
    RETENTION_PHOTO_DAYS: 150,
    RETENTION_SMS_DAYS: 30,
    RETENTION_DOCUMENT_DAYS: 30,
    RETENTION_INVOICE_DAYS: 2_190,
  }
  await removeOldData({ kysely, retention, onRemoved: () => {} })
  await collectOrphans({ pool, storage: disk.connect({}, { dataDir: app.dataDir }) })
}

const endLongAgo = (jobId: string) =>
  pool.query(`update job set cancelled_at = now() - interval '181 days' where id = $1`, [jobId])

test('decision 65: the age of the ended job takes nothing from its successor, whose own age takes all, photos too', async () => {
  const { customer, id, next, photo } = await givenBack()
  await endLongAgo(id)
  await remove()
  const ended = await customer.ok(readMyJob, at(id))
  assert.deepEqual([ended.title, ended.notes, ended.successor_id], ['Madrid → Zaragoza', null, next])
  const kept = await customer.ok(readMyJob, at(next))
  assert.deepEqual([kept.title, kept.notes, kept.photos.length], ['Canary piano', 'Canary note', 1])
  assert.equal((await app.fetch(photo)).status, 200)
  await customer.ok(cancelMyJob, { ...at(next), body: { fee_cents: 0 } })
  await settleMoney(app)
  await endLongAgo(next)
  await pool.query(`update sms set created_at = created_at - interval '31 days'`)
  await remove()
  assert.equal((await app.fetch(photo)).status, 404)
  assert.deepEqual(await foundAnywhere(app, needles), [])
  assert.equal((await customer.ok(readMyJob, at(next))).predecessor_id, id)
})

test('decision 65: the export of the data has both jobs; erasing the customer leaves nothing of either', async () => {
  const { customer, id, next, photo } = await givenBack()
  const { jobs } = await customer.ok(downloadMyData)
  const names = jobs.map((job) => [job['job_id'], job['predecessor_id']])
  assert.deepEqual(
    names.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    [
      [id, null],
      [next, id],
    ].toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
  )
  const erase = () => eraseAccount(kysely, { accountId: customer.accountId, moneySettled: false })
  assert.equal((await erase()).outcome, 'blocked', 'the successor is open')
  await customer.ok(cancelMyJob, { ...at(next), body: { fee_cents: 0 } })
  await settleMoney(app)
  assert.equal((await erase()).outcome, 'erased')
  await collectOrphans({ pool, storage: disk.connect({}, { dataDir: app.dataDir }) })
  assert.deepEqual(await foundAnywhere(app, needles), [])
  assert.equal((await app.fetch(photo)).status, 404)
})
