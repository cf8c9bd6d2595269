import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { exportJobTimeline, readJobForStaff } from '#contract/admin/jobs.ts'
import { collectJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { removeJobData, removeJobPhotos } from '../../server/privacy/remove-job-data.ts'
import { acceptedDeal, type Deal, photoOf } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAsOwner } from '../support/staff.ts'

/* Who reads the proofs of a job, and their end (decisions 21 and 73). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db
const owner = await joinAsOwner(app)

const latitude = 40.417_123
const place = { lat: latitude, lon: -3.703_456, accuracy_m: 11 }
const statusOf = async (url: string) => (await app.fetch(new URL(url).pathname)).status
const places = async ({ job_id }: Deal) =>
  (await pool.query<{ n: number }>('select count(lat)::int as n from job_proof where job_id = $1', [job_id]))
    .rows[0]?.n

/** A completed job with a photo and a place at both ends. @returns the addresses of the photos. */
async function proven(): Promise<{ deal: Deal; urls: string[] }> {
  const deal = await acceptedDeal(market)
  const { carrier, params } = deal
  await carrier.ok(collectJob, { params, body: { place, photo_id: await photoOf(carrier) } })
  await carrier.ok(deliverJob, { params, body: { place, photo_id: await photoOf(carrier) } })
  await settleMoney(app)
  const { proofs } = await deal.customer.ok(readMyJob, { params })
  return { deal, urls: proofs.map(({ photo }) => photo?.url ?? assert.fail('no photo')) }
}

test('decision 73: the carrier sees the photos for as long as the addresses, the customer and staff after that too', async () => {
  const { deal, urls } = await proven()
  const { params } = deal
  const carriers = async () => {
    const { collection_photo, delivery_photo } = await deal.carrier.ok(readCarrierJob, { params })
    return [collection_photo?.url, delivery_photo?.url]
  }
  assert.deepEqual(await carriers(), urls)
  await pool.query(
    `update job set accepted_at = accepted_at - interval '8 days', completed_at = completed_at - interval '8 days'
     where id = $1`,
    [deal.job_id],
  )
  assert.deepEqual(await carriers(), [undefined, undefined])
  const { proofs } = await deal.customer.ok(readMyJob, { params })
  assert.deepEqual(
    proofs.map(({ photo }) => photo?.url),
    urls,
  )
  const staff = await owner.ok(readJobForStaff, { params })
  assert.deepEqual(
    staff.proofs.map(({ photo_url }) => photo_url),
    urls,
  )
})

test('decision 73: the carrier exports the own places, the customer exports the instants', async () => {
  const { deal } = await proven()
  const [mine, theirs] = [await deal.carrier.ok(downloadMyData), await deal.customer.ok(downloadMyData)]
  assert.deepEqual(
    mine.carried_jobs[0]?.proofs.map(({ step, lat }) => [step, lat]),
    [
      ['collection', latitude],
      ['delivery', latitude],
    ],
  )
  assert.deepEqual(
    mine.carried_jobs[0]?.photos.map(({ purpose }) => purpose),
    ['collection', 'delivery'],
  )
  assert.equal(theirs.jobs[0]?.proofs.length, 2)
  assert.ok(!JSON.stringify(theirs).includes(String(latitude)))
})

test('decision 73: the download for a bank has both photos, and what was asked; a job without proofs has a file too', async () => {
  const { deal } = await proven()
  const bare = await acceptedDeal(market)
  for (const [{ params }, photos] of [
    [deal, 2],
    [bare, 0],
  ] as const) {
    const { headers, text } = await owner.call(exportJobTimeline, { params, query: { format: 'pdf' } })
    assert.equal(headers.get('content-type'), 'application/pdf')
    assert.ok(text.startsWith('%PDF-1.4'))
    assert.equal(text.split('/DCTDecode').length - 1, photos)
  }
})

test('decision 21: the photos end with the photos of the job, the places with its data', async () => {
  const { deal, urls } = await proven()
  await removeJobPhotos(kysely, [deal.job_id])
  for (const url of urls) assert.equal(await statusOf(url), 404)
  const { proofs } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(
    proofs.map(({ photo }) => photo),
    [null, null],
  )
  assert.equal(await places(deal), 2)
  await removeJobData(kysely, [deal.job_id])
  assert.equal(await places(deal), 0)
  const staff = await owner.ok(readJobForStaff, { params: deal.params })
  assert.deepEqual(
    staff.proofs.map(({ lat, away_m }) => [lat, away_m]),
    [
      [null, null],
      [null, null],
    ],
  )
})

for (const side of ['customer', 'carrier'] as const)
  test(`decision 21: after the erasure of the ${side} no place is left${side === 'customer' ? ', and no photo' : ''}`, async () => {
    const { deal, urls } = await proven()
    const { outcome } = await eraseAccount(kysely, { accountId: deal[side].accountId, moneySettled: true })
    assert.equal(outcome, 'erased')
    assert.equal(await places(deal), 0)
    // The photos of the goods and the door are those of the customer.
    for (const url of urls) assert.equal(await statusOf(url), side === 'customer' ? 404 : 200)
    await collectOrphans({ pool, storage: disk.connect({}, { dataDir: app.dataDir }) })
    const { rowCount } = await pool.query('select from photo where job_id = $1', [deal.job_id])
    assert.equal(rowCount, side === 'customer' ? 0 : 2)
  })
