import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob } from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, startAgain } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { startImageHost } from '../support/image-host.ts'
import { openMarket } from '../support/market.ts'

/* Jobs that start in the app: the customer's own drafts, uploaded photos, and retries of a create. */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app, partner } = market
const at = (job_id: string) => ({ params: { job_id } })

test('after a cancellation the same job starts again: same trip, price, notes and photos, but the customer’s own', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const draft = await market.draft(customer, { photos: [`${images.url}/red.jpg`, `${images.url}/blue.jpg`] })
  await customer.ok(changeNotes, { ...at(draft.job_id), body: { notes: 'Ring twice' } })
  await market.post(customer, draft.job_id)
  await carrier.ok(acceptJob, at(draft.job_id))
  const body = { job_id: newId() }
  const early = await customer.refused(startAgain, { ...at(draft.job_id), body })
  assert.deepEqual([early.status, early.body.error], [409, 'wrong_state'])
  await customer.ok(cancelMyJob, { ...at(draft.job_id), body: { fee_cents: 0 } })
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

test('start again: a foreign job is 404, a taken job_id is refused, a test job stays a test job', async () => {
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
