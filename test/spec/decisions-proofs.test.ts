import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { collectJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { proofRules } from '#contract/proof.ts'
import { readProofs } from '../../server/jobs/proof/read-proofs.ts'
import { acceptedDeal, type Deal, photoOf } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { acceptedUnder } from '../support/proofs.ts'
import { joinAsOwner } from '../support/staff.ts'

/* Proof of the collection and the delivery (decision 73). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db
const owner = await joinAsOwner(app)

const steps = { collection: collectJob, delivery: deliverJob } as const
type Step = keyof typeof steps

/** Some 330 metres north of a point. */
const northOf = ({ lat, lon }: { lat: number; lon: number }) => ({ lat: lat + 0.003, lon, accuracy_m: 9 })

const seen = ({ customer, params }: Deal) => customer.ok(readMyJob, { params })
const rowsOf = async ({ job_id }: Deal) =>
  (await pool.query('select step, tapped_at, lat from job_proof where job_id = $1 order by step', [job_id]))
    .rows

test('decision 73: photos are asked for by default, the customer sees both with their times, and staff see the places', async () => {
  const deal = await acceptedDeal(market)
  const { carrier, customer, params } = deal
  assert.deepEqual((await carrier.ok(readCarrierJob, { params })).asked_proof, {
    collection_photo: 'asked',
    delivery_photo: 'asked',
    code: false,
    code_tries: 0,
  })
  const { pickup, dropoff } = await seen(deal)
  const collection = { photo_id: await photoOf(carrier), place: northOf(pickup.point) }
  const delivery = { photo_id: await photoOf(carrier), place: northOf(dropoff.point) }
  await carrier.ok(collectJob, { params, body: collection })
  const carriers = await carrier.ok(deliverJob, { params, body: delivery })
  const job = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    job.proofs.map(({ step, photo, code }) => [step, photo?.url.includes(collection.photo_id), code]),
    [
      ['collection', true, null],
      ['delivery', false, null],
    ],
  )
  assert.equal(job.collection_photo?.url, job.proofs[0]?.photo?.url)
  assert.equal(job.delivery_photo?.url, carriers.delivery_photo?.url)
  assert.ok(!JSON.stringify(job).includes('accuracy_m'), 'the customer gets no place')
  assert.ok(!JSON.stringify(carriers).includes('proofs'), 'the carrier gets none either')
  const { proofs } = await owner.ok(readJobForStaff, { params })
  assert.deepEqual(
    proofs.map(({ step, lat, accuracy_m, away_m }) => [step, lat, accuracy_m, away_m]),
    [
      ['collection', collection.place.lat, 9, 334],
      ['delivery', delivery.place.lat, 9, 334],
    ],
  )
})

for (const step of ['collection', 'delivery'] as const)
  for (const rule of proofRules)
    test(`decision 73: ${step}, \`${rule}\`: ${rule === 'required' ? 'refused' : 'accepted'} without a photo, accepted with one`, async () => {
      const deal = await acceptedUnder(market, { [step]: rule })
      const { carrier, params } = deal
      if (step === 'delivery') await carrier.ok(collectJob, { params })
      const without = await carrier.call(steps[step], { params, body: {} })
      if (rule !== 'required') return assert.equal(without.status, 200)
      const { status, body } = await carrier.refused(steps[step], { params, body: {} })
      assert.deepEqual(
        [status, body.error, Object.keys(body.details ?? {})],
        [400, 'validation_error', ['photo_id']],
      )
      const before = await seen(deal)
      assert.equal(step === 'collection' ? before.collected_at : before.delivered_at, null)
      await carrier.ok(steps[step], { params, body: { photo_id: await photoOf(carrier) } })
      assert.equal((await seen(deal)).proofs.at(-1)?.step, step)
    })

test('decision 73: a change of the settings counts for jobs that are accepted after it, so no act that waits is refused', async () => {
  const before = await acceptedUnder(market, {})
  const later = await acceptedUnder(market, { collection: 'required', delivery: 'required', hasCode: true })
  for (const operation of [collectJob, deliverJob]) {
    await before.carrier.ok(operation, { params: before.params, body: {} })
    assert.equal((await later.carrier.refused(operation, { params: later.params, body: {} })).status, 400)
  }
})

test('decision 73: a job that was accepted before there were settings asks for photos and requires none', async () => {
  const deal = await acceptedDeal(market)
  await pool.query('delete from asked_proof where job_id = $1', [deal.job_id])
  const { asked_proof } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.deepEqual([asked_proof.collection_photo, asked_proof.code], ['asked', false])
  await deal.carrier.ok(deliverJob, { params: deal.params, body: {} })
})

test('decision 73: a delivery without a reported collection is not refused for the photo of the collection', async () => {
  const { carrier, params } = await acceptedUnder(market, { collection: 'required' })
  await carrier.ok(deliverJob, { params, body: {} })
})

test("decision 73: the phone's clock is shown where it can be true; the server's instant is kept, and the job has it", async () => {
  const minutes = (n: number) => new Date(Date.now() + n * 60_000)
  const taps: [string, Date, boolean][] = [
    ['an hour ago, before the acceptance', minutes(-60), false],
    ['in an hour', minutes(60), false],
    ['now', new Date(), true],
  ]
  for (const [when, tapped, isBelieved] of taps) {
    const deal = await acceptedDeal(market)
    await pool.query(`update job set accepted_at = accepted_at - interval '20 minutes' where id = $1`, [
      deal.job_id,
    ])
    await deal.carrier.ok(collectJob, { params: deal.params, body: { tapped_at: tapped.toISOString() } })
    const { proofs, collected_at } = await seen(deal)
    assert.equal(proofs[0]?.at === tapped.toISOString(), isBelieved, when)
    assert.equal(proofs[0]?.received_at, collected_at)
    const staff = await owner.ok(readJobForStaff, { params: deal.params })
    assert.equal(staff.proofs[0]?.tapped_at, tapped.toISOString())
  }
})

test('decision 73: a photo of another account, or of another job, is refused with the act', async () => {
  const [deal, other] = [await acceptedDeal(market), await acceptedDeal(market)]
  const used = await photoOf(deal.carrier)
  const second = await market.accepted(await market.person(), deal.carrier)
  await deal.carrier.ok(collectJob, { params: { job_id: second.job_id }, body: { photo_id: used } })
  for (const photo_id of [used, await photoOf(other.carrier)])
    for (const step of ['collection', 'delivery'] as Step[]) {
      const { status, body } = await deal.carrier.refused(steps[step], {
        params: deal.params,
        body: { photo_id },
      })
      assert.deepEqual([status, Object.keys(body.details ?? {})], [400, ['photo_id']])
    }
  assert.deepEqual([(await seen(deal)).collected_at, await rowsOf(deal)], [null, []])
})

test('decision 73: a place outside of the world, or without its accuracy, is refused', async () => {
  const { carrier, params } = await acceptedDeal(market)
  const places = [
    { lat: 91, lon: 0, accuracy_m: 1 },
    { lat: 1, lon: 1 },
    { lat: 1, lon: 1, accuracy_m: -1 },
  ]
  for (const place of places) {
    const { status } = await carrier.call(collectJob, { params, body: { place } as never })
    assert.equal(status, 400)
  }
})

test('decision 73: a repeated act, and two devices at once, leave one proof with its first photo', async () => {
  const deal = await acceptedDeal(market)
  const { carrier, params } = deal
  for (const operation of [collectJob, deliverJob]) {
    const photos = [await photoOf(carrier), await photoOf(carrier), await photoOf(carrier)]
    const answers = await Promise.all(
      photos.map((photo_id) => carrier.call(operation, { params, body: { photo_id } })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const first = (await seen(deal)).proofs
    await carrier.ok(operation, { params, body: { photo_id: await photoOf(carrier) } })
    assert.deepEqual((await seen(deal)).proofs, first)
  }
  assert.equal((await rowsOf(deal)).length, 2)
  const { rowCount } = await pool.query('select from photo where job_id = $1', [deal.job_id])
  assert.equal(rowCount, 2)
})

test('decision 73: the customer has cancelled before the collection arrives: refused as always, and its photo stays free', async () => {
  const deal = await acceptedDeal(market)
  await deal.customer.ok(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } })
  const photo_id = await photoOf(deal.carrier)
  const { status, body } = await deal.carrier.refused(collectJob, { params: deal.params, body: { photo_id } })
  assert.deepEqual([status, body.error], [409, 'wrong_state'])
  assert.deepEqual(await rowsOf(deal), [])
  const { rowCount } = await pool.query('select from photo where name = $1 and job_id is null', [photo_id])
  assert.equal(rowCount, 1)
})

test('decision 73: the distance is told from the end of the step, as far as it is known', async () => {
  const deal = await acceptedDeal(market)
  const { dropoff } = await seen(deal)
  const stop = { ...dropoff.point, uncertaintyKm: 0.05 }
  await pool.query(
    `update job set dropoff = dropoff || '{"uncertaintyKm": 0.05}', pickup = pickup || '{"uncertaintyKm": 3}' where id = $1`,
    [deal.job_id],
  )
  await deal.carrier.ok(collectJob, { params: deal.params, body: { place: northOf(dropoff.point) } })
  await deal.carrier.ok(deliverJob, { params: deal.params, body: { place: northOf(stop) } })
  const { proofs } = await seen(deal)
  assert.deepEqual(
    proofs.map(({ step, distance, distance_m }) => [step, distance, distance_m && distance_m < 1_000]),
    [
      ['collection', 'about', false],
      ['delivery', 'about', true],
    ],
  )
  const job = await kysely
    .selectFrom('job')
    .selectAll()
    .where('id', '=', deal.job_id)
    .executeTakeFirstOrThrow()
  assert.equal((await readProofs(kysely, job))[1]?.awayM, 334)
})
