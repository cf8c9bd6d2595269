import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addJobNote, cancelJob, resendJobText } from '#contract/admin/job-acts.ts'
import { listJobs, readJobForStaff } from '#contract/admin/jobs.ts'
import { readToday } from '#contract/admin/today.ts'
import { addTariff } from '../../server/pricing/store.ts'
import { defaultTariff } from '../../server/pricing/tariff.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, completedDeal, report } from '../support/deals.ts'
import { type Market, openMarket } from '../support/market.ts'
import { joinAs, joinAsOwner, type Staff } from '../support/staff.ts'

/* One job in the operator's panel. */
let market: Market
let staff: Staff
let viewer: Staff
before(async () => {
  market = await openMarket()
  const owner = await joinAsOwner(market.app)
  staff = await joinAs(market.app, owner, 'staff')
  viewer = await joinAs(market.app, owner, 'viewer')
})
after(() => market[Symbol.asyncDispose]())

const at = (job_id: string) => ({ params: { job_id } })

test('a job is shown with its two ends, its people and its money', async () => {
  const deal = await completedDeal(market)
  const job = await staff.ok(readJobForStaff, at(deal.job_id))
  assert.equal(job.customer_phone, deal.customer.phone)
  assert.equal(job.carrier_phone, deal.carrier.phone)
  assert.deepEqual([job.pickup.town, job.dropoff.town], ['Madrid', 'Zaragoza'])
  assert.ok(job.pickup.uncertainty_km > 0 && job.pickup.precision)
  assert.equal(job.partner?.partner_id, market.partner.partnerId)
  assert.equal(job.payments[0]?.captured_cents, deal.total)
  assert.deepEqual(job.payments[0]?.effects.map(({ kind, status }) => `${kind} ${status}`).slice(0, 2), [
    'authorize done',
    'capture done',
  ])
  assert.ok(job.ledger.length > 0)
  assert.deepEqual([job.money, job.owed_cents], ['captured', 0])
  assert.equal(job.texts[0]?.kind, 'draft')
  assert.equal(job.texts[0]?.to_phone, deal.customer.phone)
})

test('a job is read by its id, also when references of other jobs say the same', async () => {
  const { job_id } = await acceptedDeal(market)
  for (let n = 0; n < 11; n++) {
    const partner = await market.app.partner()
    await partner.create({ external_reference: job_id })
  }
  assert.equal((await staff.ok(readJobForStaff, at(job_id))).job_id, job_id)
})

test('texts of partners and customers do not turn the words around them', async () => {
  const turned = { title: 'Sofa\u202Egpj', description: 'Blue\u2066 one' }
  const { job_id } = await market.draft(await market.person('Ana'), turned)
  await market.app.db.pool.query(
    `update job set notes = $2, expires_at = now() + interval '2 hours' where id = $1`,
    [job_id, 'Ring\u202E twice'],
  )
  const { title, description, notes } = await staff.ok(readJobForStaff, at(job_id))
  assert.deepEqual([title, description, notes], ['Sofagpj', 'Blue one', 'Ring twice'])
  const { jobs } = await staff.ok(listJobs, { body: { filters: { search: job_id } } })
  assert.equal(jobs[0]?.title, 'Sofagpj')
  const { entries } = await staff.ok(readToday)
  assert.equal(entries.find((entry) => entry.job_id === job_id)?.label, 'Sofagpj')
})

test('a viewer sees the same with masked phones', async () => {
  const deal = await acceptedDeal(market)
  const { text } = await viewer.call(readJobForStaff, at(deal.job_id))
  for (const { phone } of [deal.customer, deal.carrier]) assert.ok(!text.includes(phone))
  const job = await viewer.ok(readJobForStaff, at(deal.job_id))
  for (const phone of [job.customer_phone, job.carrier_phone, job.texts[0]?.to_phone])
    assert.match(phone ?? '', /^\+34•••••\d{3}$/)
})

test('a viewer sees no phone in what people typed, whole for staff', async () => {
  const phone = '612 345 678'
  const typed = { title: `Sofa, ${phone}`, description: `Call ${phone}`, external_reference: `A-${phone}` }
  const { job_id } = await market.draft(await market.person('Ana'), {
    ...typed,
    pickup: { address: `Calle Mayor 1, 28013 Madrid (${phone})` },
  })
  await market.app.db.pool.query(`update job set notes = $2 where id = $1`, [job_id, `Ring ${phone}`])
  assert.ok(!(await viewer.call(readJobForStaff, at(job_id))).text.includes(phone))
  const shown = await staff.ok(readJobForStaff, at(job_id))
  for (const words of [shown.title, shown.description, shown.external_reference, shown.notes])
    assert.ok(words?.includes(phone), String(words))
  assert.ok(shown.pickup.address.includes(phone))
  const { jobs } = await viewer.ok(listJobs, { body: { filters: { search: job_id } } })
  assert.deepEqual([jobs[0]?.title, jobs[0]?.external_reference], ['Sofa, •••••678', 'A-•••••678'])
})

test('the timeline keeps the reason of an act apart from the outcome of a text', async () => {
  const { job_id } = (await market.partner.create()).body
  await market.app.db.pool.query(
    `update sms set created_at = now() - interval '2 minutes', status = 'sent' where job_id = $1`,
    [job_id],
  )
  await staff.ok(resendJobText, { ...at(job_id), body: { reason: 'it never came' } })
  const { timeline } = await staff.ok(readJobForStaff, at(job_id))
  const act = timeline.find(({ kind }) => kind === 'act')
  assert.deepEqual([act?.what, act?.outcome, act?.reason], ['job.resend_sms', null, 'it never came'])
  assert.ok(timeline.filter(({ kind }) => kind === 'text').every(({ outcome }) => outcome !== null))
})

test('the timeline has all that happened in one order, with who did it', async () => {
  const deal = await acceptedDeal(market)
  await report(deal)
  const text = 'Called the carrier'
  await staff.ok(addJobNote, { ...at(deal.job_id), body: { text } })
  await staff.ok(cancelJob, { ...at(deal.job_id), body: { reason: 'nobody came' } })
  const { timeline } = await staff.ok(readJobForStaff, at(deal.job_id))
  const times = timeline.map((entry) => entry.at)
  assert.deepEqual(times, [...times].sort())
  const story = timeline.map(({ kind, actor, what, to_status }) =>
    [kind, actor.type, actor.name, kind === 'event' ? to_status : what].join(' '),
  )
  const expected = [
    'event partner  draft',
    'payment customer Ana publish',
    'event system  posted',
    'notice system  job_posted',
    'event carrier Carrier accepted',
    'notice system  problem_reported',
    `note staff New staff ${text}`,
    'act staff New staff job.add_note',
    'event staff New staff cancelled',
    'act staff New staff job.cancel',
  ]
  for (const entry of expected) assert.ok(story.includes(entry), `${entry}\n${story.join('\n')}`)
  assert.ok(timeline.some(({ kind, what }) => kind === 'text' && what === 'draft'))
  assert.ok(timeline.some(({ kind, outcome }) => kind === 'payment' && outcome === 'held'))
  const notices = timeline.filter(({ what }) => what === 'job_cancelled_by_staff')
  assert.deepEqual(new Set(notices.map(({ to }) => to)), new Set(['carrier', 'customer']))
})

test('the price is computed again from the tariff the job was priced with, to the cent', async () => {
  const floors = { floor: 3, has_elevator: false }
  const before = await market.draft(await market.person(), {
    pickup: { address: 'Calle Mayor 10, 28013 Madrid', ...floors },
  })
  const terms = { ...defaultTariff, baseCents: { S: 1, M: 2, L: 9_999, XL: 4 } }
  await addTariff(market.app.db, { startsAt: new Date(), terms, by: byOperator() })
  const { job_id } = before
  const old = (await staff.ok(readJobForStaff, at(job_id))).price
  assert.equal(old.matches, true)
  assert.deepEqual(old.recomputed, old.stored)
  assert.equal(old.stored.base_cents, defaultTariff.baseCents.L)
  assert.ok(old.stored.stairs_cents > 0)
  await market.app.db.pool.query(
    `update job set price = jsonb_set(price, '{totalCents}', to_jsonb((price->>'totalCents')::int + 1)) where id = $1`,
    [job_id],
  )
  const wrong = (await staff.ok(readJobForStaff, at(job_id))).price
  assert.equal(wrong.matches, false)
  assert.equal(wrong.stored.total_cents, (wrong.recomputed?.total_cents ?? 0) + 1)
})

test('why an act is not possible is told in the language asked for', async () => {
  const { job_id } = await acceptedDeal(market)
  const spanish = await staff.ok(readJobForStaff, { ...at(job_id), headers: { 'accept-language': 'es' } })
  const hide = spanish.acts.find(({ act }) => act === 'hide')
  assert.match(hide?.why_not ?? '', /publicado/)
})

test('an unknown job and an expired draft are not found', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000'
  assert.equal(await staff.refused(readJobForStaff, at(unknown)), '404 not_found')
  const { body } = await market.partner.create()
  await market.app.db.pool.query('update job set expires_at = now() where id = $1', [body.job_id])
  assert.equal(await staff.refused(readJobForStaff, at(body.job_id)), '404 not_found')
})
