import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMe } from '#contract/app/account.ts'
import { readFeedJob, saveCarrier } from '#contract/app/carrier.ts'
import { changeNotes, listMyJobs, readMyJob, startMyJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { openMarket } from '../support/market.ts'

/* Jobs that start in the app: the customer's own drafts, uploaded photos, and retries of a create. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
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

test('texts of the app with invisible or bidi control characters are refused', async () => {
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

test('texts of a partner are stored unchanged, and shown in the app without bidi control characters', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const words = { title: 'Sofa \u202E04', description: 'Two\nseats\u2069 👩‍👧' }
  const shown = { title: 'Sofa 04', description: 'Two\nseats 👩‍👧' }
  const { job_id } = await market.posted(customer, words)
  const { jobs } = await customer.ok(listMyJobs)
  assert.equal(jobs[0]?.title, shown.title)
  const offered = await carrier.ok(readFeedJob, at(job_id))
  for (const { title, description } of [await customer.ok(readMyJob, at(job_id)), offered])
    assert.deepEqual({ title, description }, shown)
  const { rows } = await pool.query('select title, description from job where id = $1', [job_id])
  assert.deepEqual(rows, [words])
  const blank = await market.partner.create({ title: '\u200F\u200B', customer_phone: customer.phone })
  assert.equal(blank.status, 400, 'a title that shows nothing is refused')
})
