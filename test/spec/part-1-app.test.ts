import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, collectJob, deliverJob, rateCustomer, readFeedJob } from '#contract/app/carrier.ts'
import { changeNotes, openDraft, rateCarrier, readMyJob } from '#contract/app/customer.ts'
import { runTasks } from '../support/dray.ts'
import { startImageHost } from '../support/image-host.ts'
import { openMarket } from '../support/market.ts'
import { payByCard } from '../support/paying.ts'
import { signIn, stranger } from '../support/person.ts'
import { until } from '../support/until.ts'

/* Spec part 1: the five steps that the customer completes in the app, in order, over HTTP only. */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app } = market
const partner = await app.partner({ companyName: 'Muebles Sol' })

const order = {
  title: 'Oak wardrobe',
  description: 'Three doors',
  size: 'M' as const,
  pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
  photos: [`${images.url}/red.jpg`, `${images.url}/blue.jpg`],
}
/** The short id in the link of the last SMS to the customer. */
const linkIn = async (phone: string): Promise<string> => {
  const text = (await app.texts()).findLast(({ to_phone }) => to_phone === phone)?.body ?? ''
  return /\/draft\/(\w+)\?phone=/.exec(text)?.[1] ?? assert.fail(`no link in ${text}`)
}
const at = (job_id: string) => ({ params: { job_id } })

test('1 from the text to the ratings: the five steps of the app', async () => {
  const phone = '+34677000001'
  const created = await partner.create({ ...order, customer_phone: phone })
  const short_id = await linkIn(phone)

  // 1: the customer signs in with a code; on match the draft is linked to the account.
  const customer = await signIn(app, phone)
  const draft = await customer.ok(openDraft, { params: { short_id } })
  assert.equal(draft.job_id, created.body.job_id)

  // 2: reviews the partner's data; may add notes.
  const { pricing } = created.body
  assert.deepEqual(
    [draft.title, draft.description, draft.size, draft.company_name, draft.origin, draft.status],
    ['Oak wardrobe', 'Three doors', 'M', 'Muebles Sol', 'partner', 'draft'],
  )
  assert.deepEqual(
    [draft.pickup.address, draft.pickup.floor, draft.pickup.has_elevator],
    [order.pickup.address, 2, false],
  )
  assert.equal(draft.dropoff.place, 'Zaragoza')
  assert.deepEqual(
    draft.photos.map(({ url }) => url),
    created.body.photos,
  )
  assert.ok(draft.duration_minutes > 0)
  assert.equal(draft.distance_km, pricing.calculation_breakdown.distance_km)
  assert.equal(draft.price.total_cents, Math.round(pricing.total_customer_pays_eur * 100))
  const { breakdown, base_cents, fee_cents, total_cents } = draft.price
  assert.equal(breakdown.base_by_size_cents + breakdown.distance_cents + breakdown.stairs_cents, base_cents)
  assert.equal(base_cents + fee_cents, total_cents)
  const noted = await customer.ok(changeNotes, { ...at(draft.job_id), body: { notes: 'Ring\ntwice' } })
  assert.equal(noted.notes, 'Ring\ntwice')

  // 3 and 4: adds a card, publishes; the amount is held and not captured.
  const posted = await payByCard(customer, draft)
  assert.deepEqual(
    [posted.status, posted.payment.state, posted.payment.charged_cents],
    ['posted', 'held', null],
  )

  // 5: a carrier sees the job, accepts, collects, delivers; the payment is captured, and both sides rate.
  await using _tasks = runTasks(app)
  const carrier = await market.carrier()
  const offer = await carrier.ok(readFeedJob, at(draft.job_id))
  assert.equal(offer.earns_cents, base_cents)
  await carrier.ok(acceptJob, at(draft.job_id))
  await carrier.ok(collectJob, at(draft.job_id))
  await carrier.ok(deliverJob, { ...at(draft.job_id), body: {} })
  const read = () => customer.ok(readMyJob, at(draft.job_id))
  await until('the capture is confirmed', async () => (await read()).status === 'completed')
  assert.equal((await read()).payment.charged_cents, total_cents)
  await customer.ok(rateCarrier, { ...at(draft.job_id), body: { stars: 5 } })
  await carrier.ok(rateCustomer, { ...at(draft.job_id), body: { stars: 5 } })
})

test('1.1 only the holder of that number can access the draft; every other account gets the same 404', async () => {
  const phone = '+34677000002'
  const { body } = await partner.create({ customer_phone: phone })
  const short_id = await linkIn(phone)
  const other = await signIn(app, '+34677000003')
  const theirs = await other.refused(openDraft, { params: { short_id } })
  const unknown = await other.refused(openDraft, { params: { short_id: 'Zz0Zz0Zz0Zz0Zz' } })
  assert.equal((await other.refused(readMyJob, at(body.job_id))).status, 404)
  await app.db.pool.query('update job set expires_at = now() where id = $1', [body.job_id])
  const holder = await signIn(app, phone)
  const expired = await holder.refused(openDraft, { params: { short_id } })
  for (const answer of [theirs, unknown, expired])
    assert.deepEqual([answer.status, answer.body], [404, unknown.body])
  assert.equal((await stranger(app).refused(openDraft, { params: { short_id } })).status, 401)
  const { rows } = await app.db.pool.query('select customer_id from job where id = $1', [body.job_id])
  assert.deepEqual(rows, [{ customer_id: null }])
})

test('1.1 opening the link again finds the same job in any state', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const { rows } = await app.db.pool.query<{ short_id: string }>('select short_id from job where id = $1', [
    draft.job_id,
  ])
  const params = { short_id: rows[0]?.short_id ?? '' }
  await Promise.all([1, 2, 3].map(() => customer.ok(openDraft, { params })))
  await market.post(customer, draft.job_id)
  assert.equal((await customer.ok(openDraft, { params })).status, 'posted')
  const { rowCount } = await app.db.pool.query(
    `select from job_event where job_id = $1 and reason = 'opened'`,
    [draft.job_id],
  )
  assert.equal(rowCount, 1, 'it was linked once')
})
