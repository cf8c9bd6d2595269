import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { askForDocument } from '#contract/admin/documents.ts'
import { askCustomer, confirmJobDelivery, moveJobPin, renewJobHold } from '#contract/admin/job-acts.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { readToday } from '#contract/admin/today.ts'
import { newId } from '../../server/lib/ids.ts'
import { earlyDelivery } from '../support/deals.ts'
import { startDray } from '../support/dray.ts'
import { openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { because, joinAs, joinAsOwner, joinAsStaff } from '../support/staff.ts'
import { todayScenes } from '../support/today-scenes.ts'

/* Decision 31: the acts that end entries of Today. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')
const staff = await joinAs(app, owner, 'staff')

const change = (statement: string, ...values: unknown[]) => app.db.pool.query(statement, values)
const at = (job_id: string) => ({ params: { job_id } })
const kinds = async () => (await viewer.ok(readToday)).entries.map(({ kind }) => kind)
const notices = async (kind: string) =>
  (await change('select account_id, job_id from notice where kind = $1', kind)).rows

const ask = (job_id: string, about: 'payment' | 'address') => ({
  ...at(job_id),
  body: { about, ...because },
})

const expiringDraft = async () => {
  const customer = await market.person()
  const { job_id } = await market.draft(customer)
  await change(`update job set expires_at = now() + interval '20 hours' where id = $1`, job_id)
  return { customer, job_id }
}

test('staff ask for the payment: one notice of two members at once, and the entry waits for the customer', async () => {
  const { customer, job_id } = await expiringDraft()
  assert.deepEqual(await kinds(), ['draft_expires'])
  assert.equal(await viewer.refused(askCustomer, ask(job_id, 'payment')), '403 role_too_low')
  const other = await joinAs(app, owner, 'staff')
  const tried = await Promise.all(
    [staff, other].map((member) =>
      member.ok(askCustomer, ask(job_id, 'payment')).then(
        () => 'asked',
        () => 'refused',
      ),
    ),
  )
  assert.deepEqual(tried.sort(), ['asked', 'refused'])
  assert.deepEqual(await notices('payment_wanted'), [{ account_id: customer.accountId, job_id }])
  assert.equal(await staff.refused(askCustomer, ask(job_id, 'payment')), '409 wrong_state')
  assert.deepEqual(await kinds(), [])
  await change(`update notice set created_at = now() - interval '5 hours' where job_id = $1`, job_id)
  assert.deepEqual(await kinds(), ['draft_expires'])
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'job.ask_customer' } })
  assert.equal(events.length, 1)
  await change(`update job set expires_at = now() + interval '3 days' where id = $1`, job_id)
})

test('the request for a payment is refused once a job is paid, and any request while it is unknown or not opened', async () => {
  const { job_id } = await market.posted(await market.person())
  assert.equal(await staff.refused(askCustomer, ask(job_id, 'payment')), '409 wrong_state')
  assert.equal(await staff.refused(askCustomer, ask(newId(), 'payment')), '404 not_found')
  const { body } = await market.partner.create({ customer_phone: '+34611000222' })
  assert.equal(await staff.refused(askCustomer, ask(body.job_id, 'payment')), '409 wrong_state')
  const odd = { ...at(job_id), body: { about: 'weather' as never, ...because } }
  assert.equal(await staff.refused(askCustomer, odd), '400 validation_error')
  assert.equal((await notices('payment_wanted')).length, 1)
  await staff.ok(askCustomer, ask(job_id, 'address'))
  assert.deepEqual((await notices('address_wanted'))[0]?.job_id, job_id)
})

test('a job without a hold: its customer is asked to pay again', async () => {
  const { subject, end } = (await todayScenes.job_hidden[0]?.(market)) ?? assert.fail()
  assert.deepEqual(await kinds(), ['job_hidden'])
  await staff.ok(askCustomer, ask(subject, 'payment'))
  assert.deepEqual(await kinds(), [])
  await end()
})

test('while texts of notices are off, a customer without a device is not asked, and staff are told', async () => {
  const { job_id, customer } = await expiringDraft()
  const silent = await startDray({ SMS_NOTICES: 'off', TRUST_PROXY: '1' }, { beside: app })
  try {
    const member = await joinAsStaff(silent, 'staff')
    const { text } = await member.call(askCustomer, ask(job_id, 'payment'))
    assert.match(text, /Neither a push nor a text reaches this customer/)
    await change(
      `insert into push_subscription (id, account_id, session_id, endpoint, p256dh, auth)
       select $1::uuid, $2, id, 'https://push.example/one', 'p', 'a' from session where account_id = $2 limit 1`,
      newId(),
      customer.accountId,
    )
    await member.ok(askCustomer, ask(job_id, 'payment'))
  } finally {
    await silent[Symbol.asyncDispose]()
  }
  await change(`update job set expires_at = now() + interval '3 days' where id = $1`, job_id)
})

test('staff renew a hold that ends: once in ten minutes, and the job has the new hold', async () => {
  const { job_id } = await market.posted(await market.person())
  const order = { ...at(job_id), body: because }
  assert.equal(await staff.refused(renewJobHold, order), '409 wrong_state', 'it is held for days')
  await change(`update payment set hold_expires_at = now() + interval '20 hours' where job_id = $1`, job_id)
  assert.deepEqual(await kinds(), ['hold_ends'])
  assert.equal(await viewer.refused(renewJobHold, order), '403 role_too_low')
  await staff.ok(renewJobHold, order)
  assert.equal(await staff.refused(renewJobHold, order), '409 payment_pending')
  await settleMoney(app)
  assert.deepEqual(await kinds(), [])
  const { rows } = await change(
    `select count(*)::integer as held from payment where job_id = $1 and status = 'held' and hold_expires_at > now() + interval '2 days'`,
    job_id,
  )
  assert.equal(rows[0].held, 1)
  await change(
    `update payment set hold_expires_at = now() + interval '20 hours' where job_id = $1 and status = 'held'`,
    job_id,
  )
  assert.equal(await staff.refused(renewJobHold, order), '409 wrong_state', 'it was tried just now')
  await change(
    `update payment set hold_expires_at = now() + interval '6 days' where job_id = $1 and status = 'held'`,
    job_id,
  )
})

test('staff set a pin: carriers see the new point, price and distance stay; another place is refused', async () => {
  const { job_id } = await market.posted(await market.person())
  const before = await staff.ok(readJobForStaff, at(job_id))
  const pin = { stop: 'pickup' as const, lat: before.pickup.lat + 0.05, lon: before.pickup.lon }
  const order = { ...at(job_id), body: { ...pin, ...because } }
  assert.equal(await viewer.refused(moveJobPin, order), '403 role_too_low')
  for (const bad of [{ lat: 91 }, { lon: -181 }, { stop: 'garage' as never }, { reason: '' }])
    assert.equal(
      await staff.refused(moveJobPin, { ...order, body: { ...order.body, ...bad } }),
      '400 validation_error',
    )
  const away = { ...order, body: { ...order.body, lat: pin.lat + 1 } }
  assert.equal(await staff.refused(moveJobPin, away), '409 wrong_state')
  const moved = await staff.ok(moveJobPin, order)
  assert.deepEqual(
    [moved.pickup.lat, moved.pickup.uncertainty_km, moved.pickup.provider, moved.pickup.address],
    [pin.lat, 0.05, 'staff', before.pickup.address],
  )
  assert.deepEqual(
    [moved.total_cents, moved.price, moved.route.distance_km],
    [before.total_cents, before.price, before.route.distance_km],
  )
  const { rows } = await change('select feed_lat from job where id = $1', job_id)
  assert.equal(rows[0].feed_lat, Math.round(pin.lat * 100) / 100)
  await change('update job set delivered_at = now() where id = $1', job_id)
  assert.equal(await staff.refused(moveJobPin, order), '409 wrong_state')
  await change('update job set delivered_at = null where id = $1', job_id)
})

test('pins are measured from where the address was located: several short ways do not lead to another place', async () => {
  const { job_id } = await market.posted(await market.person())
  const { pickup } = await staff.ok(readJobForStaff, at(job_id))
  const pinAt = (north: number) => ({
    ...at(job_id),
    body: { stop: 'pickup' as const, lat: pickup.lat + north, lon: pickup.lon, ...because },
  })
  await staff.ok(moveJobPin, pinAt(0.2))
  assert.equal(await staff.refused(moveJobPin, pinAt(0.4)), '409 wrong_state')
  await staff.ok(moveJobPin, pinAt(-0.2))
  const { pickup: moved } = await staff.ok(readJobForStaff, at(job_id))
  assert.equal(moved.lat, pickup.lat - 0.2)
})

test('staff ask a carrier for the next document: once in three days, and not while another waits', async () => {
  const { subject, end } = (await todayScenes.document_expires[0]?.(market)) ?? assert.fail()
  const { rows } = await change('select account_id from carrier_document where id = $1', subject)
  const params = { account_id: rows[0].account_id, document_id: subject }
  const order = { params, body: because }
  assert.deepEqual(await kinds(), ['document_expires'])
  assert.equal(await viewer.refused(askForDocument, order), '403 role_too_low')
  assert.equal(
    await staff.refused(askForDocument, { ...order, params: { ...params, document_id: newId() } }),
    '404 not_found',
  )
  const asked = await Promise.all(
    [staff, owner].map(async (member) => (await member.call(askForDocument, order)).status),
  )
  assert.deepEqual(new Set(asked), new Set([200, 409]))
  assert.deepEqual(await kinds(), [])
  assert.equal((await notices('document_expires')).length, 1)
  await change(`update carrier_document set asked_at = now() - interval '4 days' where id = $1`, subject)
  assert.deepEqual(await kinds(), ['document_expires'])
  await change(
    `insert into carrier_document (id, account_id, kind) select $1, account_id, kind from carrier_document where id = $2`,
    newId(),
    subject,
  )
  assert.equal(await staff.refused(askForDocument, order), '409 wrong_state')
  await change('delete from carrier_document where account_id = $1 and id <> $2', params.account_id, subject)
  await end()
})

test('with play money a delivery in doubt has nothing left to confirm once its carrier is paid', async () => {
  const { job_id } = await earlyDelivery(market)
  await settleMoney(app)
  const job = await staff.ok(readJobForStaff, at(job_id))
  assert.deepEqual([job.status, job.doubt?.resolved_by], ['completed', 'system'])
  assert.equal(job.acts.find(({ act }) => act === 'confirm_delivery')?.possible, false)
  assert.equal(await owner.refused(confirmJobDelivery, { ...at(job_id), body: because }), '409 wrong_state')
  assert.deepEqual(await kinds(), [])
})
