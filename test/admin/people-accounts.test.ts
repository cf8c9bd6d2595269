import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  eraseAccount,
  exportAccount,
  listAccounts,
  readAccount,
  readAccountByPhone,
  resumeAccount,
  suspendAccount,
} from '#contract/admin/accounts.ts'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { readMe } from '#contract/app/account.ts'
import { rateCustomer } from '#contract/app/carrier.ts'
import type { MemberRole } from '#contract/vocabulary.ts'
import { presentAccount } from '../../server/http/admin/people/answer-account.ts'
import { newId } from '../../server/lib/ids.ts'
import { findAccount } from '../../server/people/find-accounts.ts'
import { completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { joinAs, joinAsOwner, type Staff, stepUp } from '../support/staff.ts'

/* Customers in the panel: staff find a person, see what concerns them, suspend, export; an owner erases. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

const reason = 'asked for by letter'
const eventsOf = async (target: string) => (await viewer.ok(listAuditEvents, { query: { target } })).events

test('staff find a person by the whole number; the log keeps who asked, and two digits', async () => {
  const person = await market.person('Ana')
  const { accounts } = await staff.ok(readAccountByPhone, { body: { phone: person.phone } })
  assert.deepEqual(
    accounts.map(({ account_id, phone }) => [account_id, phone]),
    [[person.accountId, person.phone]],
  )
  const none = { body: { phone: '+34699999942' } }
  assert.deepEqual(await staff.ok(readAccountByPhone, none), { accounts: [] })
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'account.search_phone' } })
  assert.deepEqual(
    events.map(({ actor, targets, changes }) => [actor.id, targets[0]?.id, changes?.last_two_digits?.to]),
    [
      [staff.memberId, undefined, '42'],
      [staff.memberId, person.accountId, person.phone.slice(-2)],
    ],
  )
  assert.ok(!JSON.stringify(events).includes(person.phone.slice(-4)))
  assert.ok(!app.logged.join('').includes(person.phone))
  assert.equal(await viewer.refused(readAccountByPhone, none), '403 role_too_low')
  const unclear = { body: { phone: '655 100 000' } }
  assert.equal(await staff.refused(readAccountByPhone, unclear), '400 validation_error')
})

test('numbers cannot be tried out: at most 20 a minute for each member', async () => {
  const trying = await joinAs(app, owner, 'staff')
  const body = { phone: '+34699999943' }
  const answers = await Promise.all(
    Array.from({ length: 21 }, () => trying.call(readAccountByPhone, { body })),
  )
  assert.equal(answers.filter(({ status }) => status === 429).length, 1)
  await staff.ok(readAccountByPhone, { body })
})

test('one person shows jobs, ratings, wallet and devices; a viewer sees no whole number', async () => {
  const deal = await completedDeal(market)
  await deal.carrier.ok(rateCustomer, { params: deal.params, body: { stars: 5 } })
  const { accountId, phone } = deal.customer
  const params = { account_id: accountId }
  const shown = await staff.ok(readAccount, { params })
  assert.equal(shown.phone, phone)
  assert.equal(shown.sessions, 1)
  assert.deepEqual(shown.rating, { average: 5, count: 1 })
  assert.deepEqual(
    shown.ratings.map(({ job_id, stars, comment }) => [job_id, stars, comment]),
    [[deal.job_id, 5, null]],
  )
  assert.deepEqual(shown.wallet, { balance_cents: 0, available_cents: 0 })
  assert.deepEqual(
    shown.jobs.map(({ job_id, status, total_cents }) => [job_id, status, total_cents]),
    [[deal.job_id, 'completed', deal.total]],
  )
  assert.equal(shown.open_jobs_count, 0)
  const masked = `+34•••••${phone.slice(-3)}`
  assert.equal((await viewer.ok(readAccount, { params })).phone, masked)
  const { accounts } = await viewer.ok(listAccounts, { body: { filters: { account_id: accountId } } })
  assert.deepEqual(
    accounts.map((account) => account.phone),
    [masked],
  )
  assert.equal(await viewer.refused(readAccount, { params: { account_id: newId() } }), '404 not_found')
})

test('whole phones are for the roles that are named, not for every role but one', async () => {
  const person = await market.person('Eva')
  const account = await findAccount(app.db.kysely, person.accountId)
  const shown = (role: MemberRole) => account && presentAccount(account, { role }).phone
  assert.deepEqual([shown('owner'), shown('staff')], [person.phone, person.phone])
  for (const role of ['viewer', 'developer', 'admin'] as const)
    assert.equal(shown(role), `+34•••••${person.phone.slice(-3)}`, role)
})

test('the jobs of a person are listed newest first, without expired drafts', async () => {
  const person = await market.person('Eva')
  const [older, newer] = [await market.posted(person), await market.posted(person)]
  const draft = await market.draft(person)
  await app.db.pool.query(`update job set created_at = now() - interval '1 day' where id = $1`, [
    newer.job_id,
  ])
  await app.db.pool.query(`update job set expires_at = now() where id = $1`, [draft.job_id])
  const { jobs } = await staff.ok(readAccount, { params: { account_id: person.accountId } })
  assert.deepEqual(
    jobs.map(({ job_id }) => job_id),
    [older.job_id, newer.job_id],
  )
})

test('a suspended account is refused from the next request on, until it is resumed', async () => {
  const person = await market.person('Eva')
  const params = { account_id: person.accountId }
  const shown = await staff.ok(suspendAccount, { params, body: { reason } })
  assert.deepEqual(await staff.ok(suspendAccount, { params, body: { reason } }), shown)
  assert.equal((await person.refused(readMe)).status, 403)
  assert.ok(shown.suspended_at)
  assert.equal(shown.suspended_reason, reason)
  assert.equal((await staff.ok(resumeAccount, { params, body: { reason } })).suspended_at, null)
  await person.ok(readMe)
  assert.deepEqual(
    (await eventsOf(person.accountId)).map(({ act, actor, reason: why }) => [act, actor.id, why]),
    [
      ['account.resume', staff.memberId, reason],
      // This reason is in the row, which an erasure empties.
      ['account.suspend', staff.memberId, null],
    ],
  )
  const unknown = { params: { account_id: newId() }, body: { reason } }
  for (const operation of [suspendAccount, resumeAccount]) {
    assert.equal(await viewer.refused(operation, { params, body: { reason } }), '403 role_too_low')
    assert.equal(await staff.refused(operation, unknown), '404 not_found')
    assert.equal(await staff.refused(operation, { params, body: { reason: '' } }), '400 validation_error')
  }
})

test('staff with a fresh proof download what is held about a person, and it is recorded', async () => {
  const person = await market.person('Pau')
  const input = { params: { account_id: person.accountId }, body: { reason } }
  await stepUp(app, staff)
  const { status, text, headers } = await staff.call(exportAccount, input)
  assert.equal(status, 200)
  assert.match(headers.get('content-disposition') ?? '', /^attachment/)
  const { account } = JSON.parse(text) as { account: { phone: string } }
  assert.equal(account.phone, person.phone)
  const [event] = await eventsOf(person.accountId)
  assert.deepEqual([event?.act, event?.actor.id, event?.reason], ['account.export', staff.memberId, reason])
  const unknown = { params: { account_id: newId() }, body: { reason } }
  assert.equal(await staff.refused(exportAccount, unknown), '404 not_found')
  assert.equal(await viewer.refused(exportAccount, input), '403 role_too_low')
  await forgetProof(staff)
  assert.equal(await staff.refused(exportAccount, input), '403 step_up_required')
})

test('an owner erases a person; afterwards only the id is left', async () => {
  const person = await market.person('Mar')
  const params = { account_id: person.accountId }
  const input = { params, body: { reason } }
  await stepUp(app, staff)
  assert.equal(await staff.refused(eraseAccount, input), '403 role_too_low')
  await forgetProof(owner)
  assert.equal(await owner.refused(eraseAccount, input), '403 step_up_required')
  await stepUp(app, owner)
  assert.equal(await owner.refused(eraseAccount, { params, body: {} as never }), '400 validation_error')
  const erased = await owner.ok(eraseAccount, input)
  assert.deepEqual([erased.name, erased.phone], [null, null])
  assert.deepEqual(await owner.ok(eraseAccount, input), erased)
  assert.equal((await person.refused(readMe)).status, 401)
  const shown = await staff.ok(readAccount, { params })
  assert.deepEqual([shown.name, shown.phone, shown.sessions], [null, null, 0])
  assert.ok(shown.erased_at)
  assert.deepEqual(await staff.ok(readAccountByPhone, { body: { phone: person.phone } }), { accounts: [] })
  assert.equal(await staff.refused(suspendAccount, { params, body: { reason } }), '404 not_found')
  assert.deepEqual(
    (await eventsOf(person.accountId)).map(({ act, actor }) => [act, actor.id, actor.role]),
    [['account.erase', owner.memberId, 'owner']],
  )
  const unknown = { params: { account_id: newId() }, body: { reason } }
  assert.equal(await owner.refused(eraseAccount, unknown), '404 not_found')
})

test('what blocks an erasure is told, each with how to end it; nothing is changed', async () => {
  const deal = await completedDeal(market)
  await stepUp(app, owner)
  const customer = deal.customer.accountId
  await market.post(deal.customer, (await market.draft(deal.customer)).job_id)
  const headers = { 'accept-language': 'es' }
  const open = { params: { account_id: customer }, body: { reason }, headers }
  const { status, body } = await owner.call(eraseAccount, open)
  assert.equal(status, 409)
  assert.ok('details' in body)
  assert.deepEqual(body.details?.open_jobs, 'Encargos publicados sin terminar: 1. Cancélalos.')
  assert.deepEqual(await eventsOf(customer), [])

  // The carrier has no payout account, so the earnings are owed until an owner says that they were paid.
  const params = { account_id: deal.carrier.accountId }
  const owed = await owner.call(eraseAccount, { params, body: { reason } })
  assert.equal(owed.status, 409)
  assert.match(owed.text, /wrong_state.*"earnings"/)
  const paid = { params, body: { reason, money_settled: true } }
  assert.ok((await owner.ok(eraseAccount, paid)).erased_at)
})

const forgetProof = ({ memberId }: Staff) =>
  app.db.pool.query(
    `update member_session set stepped_up_at = now() - interval '1 hour' where member_id = $1`,
    [memberId],
  )
