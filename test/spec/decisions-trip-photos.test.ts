import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { reportTrip } from '#contract/app/trip-reports.ts'
import { collectOrphans } from '../../server/photos/collect.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { removeJobPhotos } from '../../server/privacy/remove-job-data.ts'
import { acceptedDeal, type Deal, photoOf } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAsOwner } from '../support/staff.ts'
import { absentReport, answeredBy, reportedBy, tripFees } from '../support/wasted-trips.ts'

/* The photo that a carrier sends with a report (decision 66), and its end (decision 21). */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const owner = await joinAsOwner(app)

const statusOf = async (url: string) => (await app.fetch(new URL(url).pathname)).status
const collect = () => collectOrphans({ pool, storage: disk.connect({}, { dataDir: app.dataDir }) })

/** A report with a photo. @returns its address, as the customer reads it. */
async function photographed(): Promise<{ deal: Deal; url: string }> {
  const deal = await acceptedDeal(market)
  const photo_id = await photoOf(deal.carrier)
  await reportedBy(deal, absentReport({ kind: 'wrong_address', photo_id }))
  const { trip_report } = await deal.customer.ok(readMyJob, { params: deal.params })
  return { deal, url: trip_report?.photo?.url ?? assert.fail('no photo') }
}

test('decision 66: the customer, the carrier and staff see the photo of a report, and it is not a photo of the goods', async () => {
  const { deal, url } = await photographed()
  assert.equal(await statusOf(url), 200)
  const { params } = deal
  const [seen, carriers] = [
    await deal.customer.ok(readMyJob, { params }),
    await deal.carrier.ok(readCarrierJob, { params }),
  ]
  assert.deepEqual([seen.photos, seen.delivery_photo, seen.problems], [[], null, []])
  assert.equal(carriers.trip_report?.photo?.url, url)
  const { trip_reports } = await owner.ok(readJobForStaff, { params })
  assert.deepEqual(
    trip_reports.map(({ photo_url }) => photo_url),
    [url],
  )
})

test('decision 66: a photo of another account, or of another job, is refused with the report', async () => {
  const [deal, other] = [await acceptedDeal(market), await photographed()]
  const used = other.url.split('/').at(-1)?.replace('.jpg', '') ?? ''
  for (const photo_id of [await photoOf(deal.customer), used]) {
    const body = absentReport({ kind: 'wrong_address', photo_id })
    const { status } = await deal.carrier.call(reportTrip, { params: deal.params, body })
    assert.ok(status === 400 || status === 404, String(status))
  }
  assert.equal((await deal.customer.ok(readMyJob, { params: deal.params })).trip_report, null)
})

test('decision 65: the photo of a report stays with the job of the carrier who reported it', async () => {
  const { deal, url } = await photographed()
  await deal.carrier.ok(giveBackJob, { params: deal.params, body: {} })
  const ended = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.equal(ended.trip_report?.photo?.url, url)
  const params = { job_id: ended.successor_id ?? assert.fail('no successor') }
  const next = await deal.customer.ok(readMyJob, { params })
  assert.deepEqual([next.trip_report, next.photos], [null, []])
})

test('decision 21: the photo of a report ends with the photos of its job', async () => {
  const { deal, url } = await photographed()
  await removeJobPhotos(kysely, [deal.job_id])
  assert.equal((await deal.customer.ok(readMyJob, { params: deal.params })).trip_report?.photo, null)
  assert.equal(await statusOf(url), 404)
  await collect()
  const { rowCount } = await pool.query(
    'select from photo where job_id = $1 or trip_report_id is not null and job_id is null',
    [deal.job_id],
  )
  assert.equal(rowCount, 0)
})

for (const side of ['carrier', 'customer'] as const)
  test(`decision 21: the erasure of the ${side} takes the photo of a report away`, async () => {
    const { deal, url } = await photographed()
    await answeredBy(deal, true)
    await settleMoney(app)
    const { outcome } = await eraseAccount(kysely, { accountId: deal[side].accountId, moneySettled: true })
    assert.equal(outcome, 'erased')
    assert.equal(await statusOf(url), 404)
    await collect()
    const { rowCount } = await pool.query('select from photo where job_id = $1', [deal.job_id])
    assert.equal(rowCount, 0)
  })
