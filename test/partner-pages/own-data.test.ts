import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acceptJob, giveBackJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import {
  exportOwnRequests,
  listOwnRequestErrors,
  listOwnRequests,
  readOwnFunnel,
  readOwnUsage,
} from '#contract/partner-panel/activity.ts'
import { listOwnJobs, readOwnJob } from '#contract/partner-panel/jobs.ts'
import { readOwnKeyWindow } from '#contract/partner-panel/keys.ts'
import { previewSms } from '#contract/partner-panel/sms-preview.ts'
import { exportOwnStatement, readOwnStatement } from '#contract/partner-panel/statements.ts'
import { personLanguages } from '#contract/vocabulary.ts'
import { deliveredDeal } from '../support/deals.ts'
import type { TestPartner } from '../support/dray.ts'
import { type Market, openMarket } from '../support/market.ts'
import { joinAsPartner, type PartnerPerson } from '../support/partner-people.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Decision 35: the people of a partner see everything of their partner, nothing of another one, and no people. */
let market: Market
let other: TestPartner
let viewer: PartnerPerson
let stranger: PartnerPerson
before(async () => {
  market = await openMarket()
  other = await market.app.partner({ companyName: 'Other Furniture', smsLanguage: 'es' })
  viewer = await joinAsPartner(market.app, market.partner.partnerId, 'viewer')
  stranger = await joinAsPartner(market.app, other.partnerId, 'viewer')
})
after(() => market[Symbol.asyncDispose]())

const flush = () => market.app.dray.activity.flush()

test('the jobs have towns and a masked phone; neither streets nor people', async () => {
  const customer = await market.person('Rosa Gil')
  const carrier = await market.carrier({ name: 'Pedro Mas' })
  const { job_id } = await market.accepted(customer, carrier, { external_reference: 'order 77' })
  const { jobs, next } = await viewer.ok(listOwnJobs, { query: { reference: 'order 77' } })
  assert.equal(next, null)
  const [job] = jobs
  assert.deepEqual(
    [job?.job_id, job?.key_id, job?.status, job?.mode, job?.external_reference],
    [job_id, market.partner.keyId, 'accepted', 'live', 'order 77'],
  )
  assert.deepEqual([job?.pickup_town, job?.dropoff_town], ['Madrid', 'Zaragoza'])
  assert.equal(job?.customer_phone, `+34•••••${customer.phone.slice(-3)}`)
  const { text, body } = await viewer.call(readOwnJob, { params: { job_id } })
  for (const secret of [customer.phone, customer.accountId, carrier.accountId, 'Rosa', 'Pedro', 'Calle'])
    assert.ok(!text.includes(secret), secret)
  assert.ok('timeline' in body)
  assert.deepEqual(
    body.timeline.map(({ from_status, to_status }) => [from_status, to_status]),
    [
      [null, 'draft'],
      ['draft', 'posted'],
      ['posted', 'accepted'],
    ],
  )
  assert.equal(body.stage, 'accepted')
  assert.equal(body.sms?.status, 'sent')
})

test('decision 65: of a job that was given back they see what became of it, and no call reads the job as which it goes on', async () => {
  const [customer, carrier, other] = [
    await market.person('Ana'),
    await market.carrier(),
    await market.carrier(),
  ]
  const params = { job_id: (await market.accepted(customer, carrier)).job_id }
  const goesOn = async () => (await viewer.ok(readOwnJob, { params })).goes_on?.status ?? null
  assert.equal(await goesOn(), null)
  await carrier.ok(giveBackJob, { params, body: {} })
  assert.equal(await goesOn(), 'posted')
  const { successor_id } = await customer.ok(readMyJob, { params })
  const second = { params: { job_id: successor_id ?? assert.fail('no successor') } }
  await other.ok(acceptJob, second)
  await other.ok(giveBackJob, { ...second, body: {} })
  assert.equal(await goesOn(), 'posted', 'the last job of the chain')
  const { text, body } = await viewer.call(readOwnJob, { params })
  assert.ok('timeline' in body)
  assert.equal(body.status, 'cancelled')
  for (const secret of [second.params.job_id, customer.accountId, other.accountId])
    assert.ok(!text.includes(secret))
  assert.equal((await viewer.call(readOwnJob, second)).status, 404)
})

test('a list is filtered by status, mode, time and reference, and its pages stay where they are', async () => {
  const partner = await market.app.partner()
  const person = await joinAsPartner(market.app, partner.partnerId, 'viewer')
  const made = []
  for (let at = 0; at < 5; at++)
    made.push((await partner.create({ external_reference: `r${at}` })).body.job_id)
  const first = await person.ok(listOwnJobs, { query: { limit: 2 } })
  await partner.create()
  const ids = first.jobs.map(({ job_id }) => job_id)
  let { next } = first
  while (next) {
    const page = await person.ok(listOwnJobs, { query: { limit: 2, before: next } })
    ids.push(...page.jobs.map(({ job_id }) => job_id))
    next = page.next
  }
  assert.deepEqual(ids, made.toReversed())
  const found = async (query: object) => (await person.ok(listOwnJobs, { query })).jobs.length
  assert.equal(await found({ status: 'draft' }), 6)
  assert.equal(await found({ status: 'posted' }), 0)
  assert.equal(await found({ mode: 'test' }), 0)
  assert.equal(await found({ reference: 'r3' }), 1)
  assert.equal(await found({ reference: 'r' }), 0)
  assert.equal(await found({ to: '2026-01-01T00:00:00Z' }), 0)
  assert.equal(await person.refused(listOwnJobs, { query: { before: 'x' } }), '400 validation_error')
})

test('nothing of another partner is found, whatever the request names', async () => {
  const customer = await market.person()
  const { job_id } = await market.draft(customer, { external_reference: 'secret order' })
  await market.partner.call('/v1/jobs/nothing')
  await flush()
  assert.deepEqual((await stranger.ok(listOwnJobs)).jobs, [])
  assert.deepEqual((await stranger.ok(listOwnJobs, { query: { reference: 'secret order' } })).jobs, [])
  assert.equal(await stranger.refused(readOwnJob, { params: { job_id } }), '404 not_found')
  const key = { params: { key_id: market.partner.keyId } }
  assert.equal(await stranger.refused(readOwnKeyWindow, key), '404 not_found')
  assert.deepEqual((await stranger.ok(listOwnRequests)).requests, [])
  const ofKey = { query: { key_id: market.partner.keyId } }
  assert.deepEqual((await stranger.ok(listOwnRequests, ofKey)).requests, [])
  assert.deepEqual((await stranger.ok(listOwnRequestErrors, ofKey)).errors, [])
  assert.deepEqual((await stranger.ok(readOwnUsage, { query: { step: 'day' } })).points, [])
  const { stages } = await stranger.ok(readOwnFunnel)
  assert.ok(stages.every(({ reached }) => reached === 0))
  // A partner that the request names is not looked at.
  const named = { query: { partner_id: market.partner.partnerId, step: 'day' as const } }
  assert.deepEqual((await stranger.ok(readOwnUsage, named)).points, [])
  const csv = await stranger.call(exportOwnRequests)
  assert.equal(csv.text.trim().split('\r\n').length, 1, 'only the heads')
})

test('the calls, their errors, the usage, the funnel and the window are those of the partner', async () => {
  const partner = await market.app.partner({ rateLimit: 50 })
  const person = await joinAsPartner(market.app, partner.partnerId, 'viewer')
  await partner.create()
  await partner.create({ size: 'XXL' as never })
  await flush()
  const { requests } = await person.ok(listOwnRequests)
  assert.deepEqual(
    requests.map(({ status }) => status),
    [400, 201],
  )
  const { errors } = await person.ok(listOwnRequestErrors)
  assert.deepEqual(
    errors.map(({ field, guide }) => [field, guide]),
    [['size', '/docs/create#request']],
  )
  const { points } = await person.ok(readOwnUsage, { query: { step: 'hour' } })
  assert.equal(
    points.reduce((sum, { calls }) => sum + calls, 0),
    2,
  )
  const { stages } = await person.ok(readOwnFunnel)
  assert.equal(stages[0]?.reached, 1)
  const window = await person.ok(readOwnKeyWindow, { params: { key_id: partner.keyId } })
  assert.deepEqual([window.limit, window.used], [50, 2])
})

test('the SMS is previewed in each language, as a customer would get it', async () => {
  const { messages } = await stranger.ok(previewSms, { query: { title: 'Wardrobe https://evil.example' } })
  assert.deepEqual(
    messages.map(({ language, is_used }) => [language, is_used]),
    personLanguages.map((language) => [language, language === 'es']),
  )
  for (const { text, segments } of messages) {
    assert.ok(text.startsWith('Other Furniture: '))
    assert.match(text, /Madrid .*Getafe/)
    assert.ok(!text.includes('evil.example'))
    assert.equal(text.match(/https?:\/\//g)?.length, 1)
    assert.ok(segments >= 1 && segments <= 4)
  }
  const { messages: byPhone } = await viewer.ok(previewSms)
  assert.ok(byPhone.every(({ is_used }) => is_used))
})

test('a reference that looks like a phone is whole on the pages of the partner, in the file too', async () => {
  const deal = await deliveredDeal(market)
  await settleMoney(market.app)
  const reference = '612 345 678'
  const write = 'update job set external_reference = $2 where id = $1'
  await market.app.db.pool.query(write, [deal.job_id, reference])
  const query = { month: new Date().toISOString().slice(0, 7) }
  const { lines } = await viewer.ok(readOwnStatement, { query })
  assert.equal(lines.find(({ job_id }) => job_id === deal.job_id)?.external_reference, reference)
  assert.ok((await viewer.call(exportOwnStatement, { query })).text.includes(reference))
})

test('the statement of a month and its file are those of the partner', async () => {
  const month = new Date().toISOString().slice(0, 7)
  const own = await viewer.ok(readOwnStatement, { query: { month } })
  assert.ok(own.jobs.draft > 0)
  const none = await stranger.ok(readOwnStatement, { query: { month } })
  assert.ok(Object.values(none.jobs).every((jobs) => jobs === 0))
  assert.deepEqual(none.lines, [])
  const csv = await stranger.call(exportOwnStatement, { query: { month } })
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(csv.text.trim().split('\r\n').length, 1, 'only the heads')
})
