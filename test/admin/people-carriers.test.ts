import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import {
  approveCarrier,
  listCarriers,
  readCarrierForStaff,
  rejectCarrier,
  resumeCarrier,
  suspendCarrier,
} from '#contract/admin/carriers.ts'
import { acceptJob, giveBackJob, readCarrier } from '#contract/app/carrier.ts'
import { rateCarrier } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { acceptedDeal, completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { joinAs, joinAsOwner, type Staff } from '../support/staff.ts'

/* Carriers in the panel: staff see what was submitted and what happened since, and decide who may accept jobs. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

const told = 'Falta el seguro'
const paramsOf = ({ accountId }: Person) => ({ account_id: accountId })
const read = (carrier: Person, by: Staff = staff) => by.ok(readCarrierForStaff, { params: paramsOf(carrier) })
const seen = async (carrier: Person) => ({ updated_at: (await read(carrier)).updated_at })

test('staff approve, suspend, resume and reject; the carrier reads the reason, the audit log does not', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  const params = paramsOf(carrier)
  const approved = await staff.ok(approveCarrier, { params, body: await seen(carrier) })
  assert.equal(approved.status, 'approved')
  assert.equal((await staff.ok(suspendCarrier, { params, body: { told } })).status, 'suspended')
  const mine = await carrier.ok(readCarrier)
  assert.deepEqual([mine.status, mine.status_reason], ['suspended', told])
  assert.equal((await read(carrier, viewer)).status_reason, told)
  const back = { told: 'Seguro recibido', ...(await seen(carrier)) }
  assert.equal((await staff.ok(resumeCarrier, { params, body: back })).status, 'approved')
  const other = await market.carrier({ status: 'pending' })
  const rejected = await staff.ok(rejectCarrier, { params: paramsOf(other), body: { told } })
  assert.deepEqual(rejected, await read(other))
  assert.deepEqual(await staff.ok(rejectCarrier, { params: paramsOf(other), body: { told } }), rejected)
  assert.equal(rejected.status, 'rejected')

  const { events } = await viewer.ok(listAuditEvents, { query: { target: carrier.accountId } })
  assert.deepEqual(
    events.map(({ act, actor, reason: why }) => [act, actor.id, why]),
    ['carrier.reinstate', 'carrier.suspend', 'carrier.approve'].map((act) => [act, staff.memberId, null]),
  )
  assert.ok(events.every(({ request_id }) => request_id !== null))
})

test('of two approvals at once, one decides, and both are told how it is now', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  const input = { params: paramsOf(carrier), body: await seen(carrier) }
  const answers = await Promise.all([staff.call(approveCarrier, input), owner.call(approveCarrier, input)])
  assert.deepEqual(
    answers.map(({ status, body }) => [status, 'status' in body && body.status]),
    [
      [200, 'approved'],
      [200, 'approved'],
    ],
  )
  const { events } = await viewer.ok(listAuditEvents, { query: { target: carrier.accountId } })
  assert.equal(events.length, 1)
})

test('what was saved since it was read is not approved, and the status must allow the decision', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  const params = paramsOf(carrier)
  const body = await seen(carrier)
  await app.db.pool.query(
    `update carrier set vehicle = 'lorry', updated_at = now() + interval '1 s' where account_id = $1`,
    [carrier.accountId],
  )
  const { status, text } = await staff.call(approveCarrier, {
    params,
    body,
    headers: { 'accept-language': 'es' },
  })
  assert.equal(status, 409)
  assert.match(text, /han cambiado desde que los abriste/)
  const fresh = await seen(carrier)
  assert.equal(await staff.refused(resumeCarrier, { params, body: { ...fresh, told } }), '409 wrong_state')
  assert.equal(
    await staff.refused(rejectCarrier, { params: { account_id: newId() }, body: { told } }),
    '404 not_found',
  )
  const customer = await market.person()
  assert.equal(await staff.refused(readCarrierForStaff, { params: paramsOf(customer) }), '404 not_found')
})

test('an erased carrier is not let in again, and is not listed', async () => {
  const carrier = await market.carrier({ name: 'Erased', status: 'suspended' })
  const body = { ...(await seen(carrier)), told }
  await eraseAccount(app.db.kysely, { accountId: carrier.accountId, moneySettled: false })
  const params = paramsOf(carrier)
  assert.equal(await staff.refused(resumeCarrier, { params, body }), '409 wrong_state')
  const again = { ...(await seen(carrier)), told }
  assert.equal(await staff.refused(resumeCarrier, { params, body: again }), '409 wrong_state')
  const shown = await read(carrier)
  assert.deepEqual([shown.status, shown.name, shown.phone], ['suspended', '', null])
  const { carriers } = await staff.ok(listCarriers, { body: { filters: { name: 'Erased' } } })
  assert.deepEqual(carriers, [])
})

test('one carrier shows strikes, ratings, payouts, earnings and open jobs', async () => {
  const deal = await completedDeal(market)
  const { carrier, customer } = deal
  await customer.ok(rateCarrier, { params: deal.params, body: { stars: 4, comment: 'On time' } })
  const dropped = await market.posted(await market.person())
  await carrier.ok(acceptJob, { params: { job_id: dropped.job_id } })
  await carrier.ok(giveBackJob, { params: { job_id: dropped.job_id }, body: { reason: 'Flat tyre' } })
  const open = await market.accepted(await market.person(), carrier)

  const shown = await read(carrier)
  assert.deepEqual(shown.rating, { average: 4, count: 1 })
  assert.deepEqual(
    shown.ratings.map(({ job_id, stars, comment }) => [job_id, stars, comment]),
    [[deal.job_id, 4, 'On time']],
  )
  assert.equal(shown.strikes_30_days, 1)
  assert.deepEqual(
    shown.strikes.map(({ job_id, reason: why }) => [job_id, why]),
    [[dropped.job_id, 'Flat tyre']],
  )
  assert.deepEqual(
    shown.open_jobs.map(({ job_id }) => job_id),
    [open.job_id],
  )
  assert.equal(shown.open_jobs_count, 1)
  assert.deepEqual(shown.payout_accounts, [])
  const { owed_cents, parked_cents, paid_cents, expected_cents } = shown.earnings
  assert.ok(owed_cents > 0 && expected_cents > 0)
  // Without a payout account, the money waits.
  assert.deepEqual([parked_cents, paid_cents], [owed_cents, 0])
  const paid = await acceptedDeal(market, { canBePaid: true })
  assert.deepEqual(
    (await read(paid.carrier)).payout_accounts.map(({ processor, ready }) => [processor, ready]),
    [['sandbox', true]],
  )
})

test('a viewer sees no whole number, in the list and in one, and decides nothing', async () => {
  const carrier = await market.carrier({ name: 'Masked', status: 'pending' })
  const masked = `+34•••••${carrier.phone.slice(-3)}`
  const body = { filters: { name: 'masked' } }
  const phones = async (by: Staff) => (await by.ok(listCarriers, { body })).carriers.map((c) => c.phone)
  assert.deepEqual(await phones(viewer), [masked])
  assert.deepEqual(await phones(staff), [carrier.phone])
  assert.equal((await read(carrier, viewer)).phone, masked)
  assert.equal((await read(carrier, staff)).phone, carrier.phone)
  const params = paramsOf(carrier)
  const decision = { ...(await seen(carrier)), told }
  for (const operation of [approveCarrier, resumeCarrier])
    assert.equal(await viewer.refused(operation, { params, body: decision }), '403 role_too_low')
  for (const operation of [rejectCarrier, suspendCarrier])
    assert.equal(await viewer.refused(operation, { params, body: { told } }), '403 role_too_low')
  assert.equal((await read(carrier)).status, 'pending')
})

test('what is not valid is refused', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  const params = paramsOf(carrier)
  const bad = '400 validation_error'
  for (const body of [
    { filters: { status: 'gone' } },
    { filters: { vehicle_size: 'XXL' } },
    { filters: { town: '' } },
    { filters: { name: 'x'.repeat(81) } },
    { filters: { plate: '1\n2' } },
    { name: 'outside the filters' },
    { before: '1' },
    { before: `999999999999999999~${newId()}` },
  ])
    assert.equal(await staff.refused(listCarriers, { body: body as never }), bad, JSON.stringify(body))
  assert.equal(await staff.refused(approveCarrier, { params, body: { updated_at: 'now' } }), bad)
  assert.equal(await staff.refused(approveCarrier, { params, body: {} as never }), bad)
  assert.equal(await staff.refused(rejectCarrier, { params, body: { told: '  ' } }), bad)
  assert.equal(await staff.refused(suspendCarrier, { params, body: { told: 'x'.repeat(301) } }), bad)
  // A place at the end of time is as good as any other.
  await viewer.ok(listCarriers, { body: { before: `99999999999999999~${newId()}` } })
})
