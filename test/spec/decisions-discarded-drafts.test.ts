import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { giveBackJob } from '#contract/app/carrier.ts'
import {
  discardDraft,
  listMyJobs,
  listStates,
  openDraft,
  publishJob,
  readMyJob,
  startMyJob,
} from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { runTasks } from '../support/dray.ts'
import { startImageHost } from '../support/image-host.ts'
import { foundAnywhere } from '../support/leftovers.ts'
import { openMarket } from '../support/market.ts'
import { payByCard, saveCard } from '../support/paying.ts'
import { until } from '../support/until.ts'

/* Decision 76: a customer discards a draft, and finds the others by their state. */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const { app, partner } = market
const { pool } = app.db
const at = (job_id: string) => ({ params: { job_id } })

test('a discarded draft of a partner is deleted as an expired one: 404, link dead, reference free, nothing left', async () => {
  await using _tasks = runTasks(app)
  const customer = await market.person('Ana')
  const order = {
    customer_phone: customer.phone,
    title: 'Discarded dresser',
    external_reference: 'discarded-1',
    photos: [`${images.url}/red.jpg`],
  }
  const { body } = await partner.create(order)
  const short_id = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  await customer.ok(openDraft, { params: { short_id } })
  await customer.ok(discardDraft, at(body.job_id))

  assert.equal((await partner.read(body.job_id)).status, 404)
  assert.equal((await customer.refused(openDraft, { params: { short_id } })).status, 404)
  assert.equal((await customer.refused(readMyJob, at(body.job_id))).status, 404)
  assert.equal((await customer.refused(discardDraft, at(body.job_id))).status, 404, 'repeated')
  assert.deepEqual((await customer.ok(listMyJobs, {})).jobs, [])
  await until('the photo is deleted', async () => (await pool.query('select from photo')).rowCount === 0)
  assert.deepEqual(await foundAnywhere(app, [order.title, order.external_reference, short_id]), [])
  assert.equal((await partner.create(order)).status, 201)
})

test('a draft is discarded only by the customer who has it', async () => {
  const [customer, other] = [await market.person(), await market.person()]
  const { body } = await partner.create({ customer_phone: customer.phone })
  const unopened = await customer.refused(discardDraft, at(body.job_id))
  assert.deepEqual([unopened.status, unopened.body.error], [404, 'not_found'])
  const { job_id } = await market.draft(customer)
  assert.equal((await other.refused(discardDraft, at(job_id))).status, 404)
  assert.equal((await customer.refused(discardDraft, at(newId()))).status, 404)
  assert.equal((await partner.read(job_id)).status, 200)
})

test('what is published is cancelled, not discarded, and a draft that is being paid stays', async () => {
  const customer = await market.person()
  const posted = await market.posted(customer)
  const refused = await customer.refused(discardDraft, at(posted.job_id))
  assert.deepEqual([refused.status, refused.body.error], [409, 'wrong_state'])

  const { job_id } = await market.draft(customer)
  const asking = await payByCard(customer, { job_id }, { does: 'asks_confirmation' })
  assert.equal(asking.payment.state, 'action_required')
  const paying = await customer.refused(discardDraft, at(job_id))
  assert.deepEqual([paying.status, paying.body.error], [409, 'payment_pending'])
  assert.equal((await customer.ok(readMyJob, at(job_id))).status, 'draft')
})

test('after a refused payment a draft can be discarded', async () => {
  const customer = await market.person()
  const { job_id } = await market.draft(customer)
  const refused = await payByCard(customer, { job_id }, { does: 'declined' })
  assert.equal(refused.payment.state, 'refused')
  await customer.ok(discardDraft, at(job_id))
})

test('discard and publish at once: a payment that was begun keeps its job, a discarded draft takes no money', async () => {
  const customer = await market.person()
  const outcomes = new Set<number>()
  for (let round = 0; round < 6; round++) {
    const { job_id } = await market.draft(customer)
    const payment_method_id = await saveCard(customer, 'success', job_id)
    const payment = { payment_id: newId(), source: 'card' as const, payment_method_id }
    const publish = () => customer.call(publishJob, { ...at(job_id), body: payment })
    const discard = () => customer.call(discardDraft, at(job_id))
    const [published, discarded] =
      round % 2 === 0
        ? await Promise.all([publish(), discard()])
        : (await Promise.all([discard(), publish()])).toReversed()
    assert.ok(published && discarded)
    outcomes.add(discarded.status)
    assert.deepEqual(published.status, discarded.status === 204 ? 404 : 200)
    assert.ok([204, 409].includes(discarded.status), String(discarded.status))
    const held = await pool.query('select from payment where id = $1', [payment.payment_id])
    assert.equal(held.rowCount, discarded.status === 204 ? 0 : 1)
  }
  assert.ok(outcomes.size > 0)
})

test('two discards at once: one deletes, the other finds no draft, and the partner counts one', async () => {
  const customer = await market.person()
  const withdrawn = async () => {
    const { rows } = await pool.query<{ drafts: number }>(
      `select coalesce(sum(drafts), 0)::int as drafts from draft_end where outcome = 'withdrawn'`,
    )
    return rows[0]?.drafts ?? 0
  }
  const before = await withdrawn()
  const { job_id } = await market.draft(customer)
  const both = await Promise.all([1, 2].map(() => customer.call(discardDraft, at(job_id))))
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 404],
  )
  assert.equal(await withdrawn(), before + 1)
})

test('the list of a customer is paged in each state, and the states together are the whole list', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await customer.ok(startMyJob, {
    body: {
      job_id: newId(),
      title: 'Box of books',
      size: 'S',
      pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
      dropoff: { address: 'Calle Real 5, 40001 Segovia' },
    },
  })
  await pool.query(
    `insert into job (id, short_id, mode, status, origin, customer_id, title, size, customer_phone, pickup, dropoff, route,
       duration_minutes, tariff_id, price, expires_at, created_at)
     select gen_random_uuid(), short_id || n, mode, status, origin, customer_id, title, size, customer_phone, pickup, dropoff,
       route, duration_minutes, tariff_id, price, expires_at, created_at - make_interval(secs => n) from job,
       generate_series(1, 24) as n where id = $1`,
    [job_id],
  )
  const given = await market.accepted(customer, carrier)
  await carrier.ok(giveBackJob, { ...at(given.job_id), body: {} })
  const all = async (state?: (typeof listStates)[number]) => {
    const ids: string[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const query = { ...(state && { state }), ...(before && { before }) }
      const page = await customer.ok(listMyJobs, { query })
      ids.push(...page.jobs.map((job) => job.job_id))
      before = page.next
    }
    return ids
  }
  const [drafts, active, done, whole] = [
    await all('draft'),
    await all('active'),
    await all('done'),
    await all(),
  ]
  assert.deepEqual([drafts.length, active.length, done.length, whole.length], [25, 1, 1, 27])
  assert.deepEqual([...drafts, ...active, ...done].toSorted(), whole.toSorted())

  const [draft] = (await customer.ok(listMyJobs, { query: { state: 'draft' } })).jobs
  const [ended] = (await customer.ok(listMyJobs, { query: { state: 'done' } })).jobs
  assert.ok(Date.parse(draft?.expires_at ?? '') > Date.now())
  assert.deepEqual([ended?.job_id, ended?.successor_id, ended?.expires_at], [given.job_id, active[0], null])
  const bad = await customer.refused(listMyJobs, { query: { state: 'lost' as 'done' } })
  assert.deepEqual([bad.status, bad.body.error], [400, 'validation_error'])
})
