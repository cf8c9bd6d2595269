import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import {
  addJobNote,
  cancelJob,
  chargeJobAgain,
  confirmJobDelivery,
  hideJob,
  jobActOperations,
  refundJob,
  resendJobText,
  unhideJob,
  withdrawJobDraft,
} from '#contract/admin/job-acts.ts'
import { resolveJobProblems } from '#contract/admin/job-decisions.ts'
import type { JobAct } from '#contract/admin/job-detail.ts'
import { listJobs, readJobForStaff } from '#contract/admin/jobs.ts'
import { readFeed } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { removeJobData } from '../../server/privacy/remove-job-data.ts'
import { acceptedDeal, completedDeal, earlyDelivery, report, stateOf } from '../support/deals.ts'
import { type Market, openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { seenReports } from '../support/seen-reports.ts'
import { joinAs, joinAsOwner, type Staff, stepUp } from '../support/staff.ts'

/* What staff do with a job in the panel: guarded, with a reason, and recorded in the audit log. */
let market: Market
let owner: Staff
let staff: Staff
let viewer: Staff
before(async () => {
  market = await openMarket({ DELIVERY_DOUBT_HOURS: '24' })
  owner = await joinAsOwner(market.app)
  staff = await joinAs(market.app, owner, 'staff')
  viewer = await joinAs(market.app, owner, 'viewer')
})
after(() => market[Symbol.asyncDispose]())

const at = (job_id: string) => ({ params: { job_id } })
const reason = 'the customer called'
const why = (job_id: string) => ({ ...at(job_id), body: { reason } })

/** The acts of the audit log on a job, oldest first, all by this member. */
async function actsOn(jobId: string): Promise<string[]> {
  const { events } = await owner.ok(listAuditEvents, { query: { target: jobId } })
  for (const { actor, request_id } of events) {
    assert.deepEqual([actor.type, actor.id, actor.role], ['staff', staff.memberId, 'staff'])
    assert.ok(request_id, 'the request is named')
  }
  return events.map(({ act }) => act).toReversed()
}

async function possible(jobId: string): Promise<JobAct[]> {
  const { acts } = await staff.ok(readJobForStaff, at(jobId))
  for (const { possible, why_not } of acts) assert.equal(why_not === null, possible)
  return acts.flatMap(({ act, possible }) => (possible ? [act] : []))
}

test('every act needs the role staff, a reason, and a job', async () => {
  const { job_id } = await acceptedDeal(market)
  const unknown = '00000000-0000-4000-8000-000000000000'
  await stepUp(market.app, staff)
  for (const operation of jobActOperations) {
    const more = {
      refundJob: { refund_id: unknown, amount_cents: 1 },
      resolveJobProblems: { outcome: 'dismiss', seen: [] },
      decideTripReport: { outcome: 'dismiss', seen: [] },
      reassignJob: { carrier_id: unknown },
      askCustomer: { about: 'address' },
      moveJobPin: { stop: 'pickup', lat: 40.4, lon: -3.7 },
    }[operation.operationId as string]
    const text = operation.operationId === 'addJobNote' ? { text: 'x' } : { reason }
    const body = { ...more, ...text } as never
    const refused = (by: Staff, id: string, sent: object) =>
      by.refused(operation, { ...at(id), body: sent } as never)
    assert.equal(await refused(viewer, job_id, body), '403 role_too_low', operation.operationId)
    assert.equal(await refused(staff, unknown, body), '404 not_found', operation.operationId)
    assert.equal(await refused(staff, job_id, { ...more }), '400 validation_error', operation.operationId)
  }
  assert.deepEqual(await actsOn(job_id), [])
})

test('acts that move money need a fresh proof, the others do not', async () => {
  const { job_id } = await acceptedDeal(market)
  await market.app.db.pool.query(
    `update member_session set stepped_up_at = now() - interval '1 day' where member_id = $1`,
    [staff.memberId],
  )
  const needsProof = async (operation: (typeof jobActOperations)[number]) =>
    (await staff.refused(operation, { ...at(job_id), body: {} } as never)) === '403 step_up_required'
  const needing = []
  for (const operation of jobActOperations)
    if (await needsProof(operation)) needing.push(operation.operationId)
  assert.deepEqual(needing, [
    'cancelJob',
    'chargeJobAgain',
    'refundJob',
    'resolveJobProblems',
    'decideTripReport',
    'confirmJobDelivery',
    'reassignJob',
  ])
  await stepUp(market.app, staff)
})

test('a cancelled job gives everything back, and cannot be cancelled again', async () => {
  const deal = await acceptedDeal(market)
  assert.deepEqual(await possible(deal.job_id), ['cancel', 'reassign', 'set_pin', 'note'])
  await staff.ok(cancelJob, why(deal.job_id))
  assert.equal(await stateOf(market.app, deal), 'cancelled released')
  const cancelled = await staff.ok(cancelJob, why(deal.job_id))
  assert.equal(cancelled.status, 'cancelled', 'a repeated call changes nothing')
  assert.deepEqual(await actsOn(deal.job_id), ['job.cancel'])
  assert.deepEqual(await possible(deal.job_id), ['note'])
})

test('a refund gives back at most what was taken', async () => {
  const deal = await completedDeal(market)
  await stepUp(market.app, staff)
  const refund = (amount_cents: number) => ({
    ...at(deal.job_id),
    body: { refund_id: newId(), amount_cents, reason },
  })
  assert.equal(await staff.refused(refundJob, refund(deal.total + 1)), '409 wrong_state')
  const given = await staff.ok(refundJob, refund(100))
  assert.deepEqual([given.amount_cents, given.left_cents], [100, deal.total - 100])
  assert.equal(await staff.refused(refundJob, refund(deal.total)), '409 wrong_state')
  assert.equal(await staff.refused(chargeJobAgain, why(deal.job_id)), '409 wrong_state')
  assert.deepEqual(await actsOn(deal.job_id), ['job.refund'])
  await settleMoney(market.app)
  assert.ok((await possible(deal.job_id)).includes('refund'))
})

test('what is owed is charged again', async () => {
  const deal = await acceptedDeal(market)
  await market.app.db.pool.query(`update payment set status = 'released' where job_id = $1`, [deal.job_id])
  await market.app.db.pool.query(`update job set delivered_at = now(), collected_at = now() where id = $1`, [
    deal.job_id,
  ])
  assert.ok((await possible(deal.job_id)).includes('charge'))
  await stepUp(market.app, staff)
  assert.deepEqual(await staff.ok(chargeJobAgain, why(deal.job_id)), { owed_cents: deal.total })
  assert.equal(await staff.refused(chargeJobAgain, why(deal.job_id)), '409 payment_pending')
  assert.equal(await stateOf(market.app, deal), 'completed captured')
  assert.deepEqual(await actsOn(deal.job_id), ['job.charge'])
})

test('a job in doubt is not owed, and its hold is not charged', async () => {
  const deal = await earlyDelivery(market)
  const { pool } = market.app.db
  // The sandbox moves no real money, so nothing was blocked.
  await pool.query(
    `insert into money_block (job_id, cause, until) values ($1, 'early_delivery', now() + interval '2 days')`,
    [deal.job_id],
  )
  await pool.query(
    `delete from payment_effect where kind = 'capture' and payment_id in (
    select id from payment where job_id = $1)`,
    [deal.job_id],
  )
  await pool.query(`update payment set status = 'held' where job_id = $1`, [deal.job_id])
  const { money, owed_cents, acts } = await staff.ok(readJobForStaff, at(deal.job_id))
  assert.deepEqual([money, owed_cents], ['held', 0])
  const listed = await staff.ok(listJobs, { body: { filters: { money: 'owed' } } })
  assert.deepEqual(listed.jobs, [])
  assert.match(acts.find(({ act }) => act === 'charge')?.why_not ?? '', /blocked/)
  await stepUp(market.app, staff)
  const { status, body } = await staff.call(chargeJobAgain, why(deal.job_id))
  assert.equal(status, 409)
  assert.match((body as unknown as { message: string }).message, /blocked/)
  assert.deepEqual(await actsOn(deal.job_id), [])
})

test('a hidden job is in no feed and cannot be accepted, until it is shown again', async () => {
  const { job_id } = await market.posted(await market.person('Ana'))
  const carrier = await market.carrier()
  const isInFeed = async () => (await carrier.ok(readFeed)).jobs.some((job) => job.job_id === job_id)
  assert.ok(await isInFeed())
  assert.equal((await staff.ok(unhideJob, why(job_id))).hidden, false)
  const hidden = await staff.ok(hideJob, why(job_id))
  assert.equal(hidden.hidden, true)
  assert.equal(await isInFeed(), false)
  assert.deepEqual(await staff.ok(hideJob, why(job_id)), hidden, 'a repeated call changes nothing')
  assert.deepEqual(await possible(job_id), ['cancel', 'unhide', 'ask_address', 'set_pin', 'note'])
  await staff.ok(unhideJob, why(job_id))
  assert.ok(await isInFeed())
  assert.deepEqual(await actsOn(job_id), ['job.hide', 'job.unhide'])
})

test('a draft is texted again and withdrawn', async () => {
  const { body } = await market.partner.create()
  const { job_id } = body
  assert.equal(await staff.refused(resendJobText, why(job_id)), '409 wrong_state')
  await market.app.db.pool.query(`update sms set created_at = now() - interval '2 minutes', status = 'sent'
    where job_id = '${job_id}'`)
  assert.deepEqual(await possible(job_id), ['resend_text', 'withdraw', 'set_pin', 'note'])
  assert.equal((await staff.ok(resendJobText, why(job_id))).is_new, true)
  assert.equal(await staff.refused(cancelJob, why(job_id)), '409 wrong_state')
  await staff.ok(withdrawJobDraft, why(job_id))
  assert.equal(await staff.refused(readJobForStaff, at(job_id)), '404 not_found')
  assert.equal(await staff.refused(withdrawJobDraft, why(job_id)), '404 not_found')
  assert.deepEqual(await actsOn(job_id), ['job.resend_sms', 'job.withdraw'])
})

test('a report is upheld or dismissed, a doubt is ended', async () => {
  const deal = await acceptedDeal(market)
  const decide = async (outcome: 'uphold' | 'dismiss') => {
    const { problems: seen } = await seenReports(staff, deal.job_id)
    return { ...at(deal.job_id), body: { outcome, seen, reason } }
  }
  assert.equal(await staff.refused(resolveJobProblems, await decide('dismiss')), '409 wrong_state')
  await report(deal)
  assert.deepEqual(await staff.ok(resolveJobProblems, await decide('uphold')), { decided: 1 })
  assert.equal(await staff.refused(resolveJobProblems, await decide('uphold')), '409 wrong_state')
  assert.deepEqual(await possible(deal.job_id), ['cancel', 'dismiss', 'reassign', 'set_pin', 'note'])
  assert.deepEqual(await staff.ok(resolveJobProblems, await decide('dismiss')), { decided: 1 })
  assert.equal(await staff.refused(confirmJobDelivery, why(deal.job_id)), '409 wrong_state')
  assert.deepEqual(await actsOn(deal.job_id), ['job.resolve_problems', 'job.resolve_problems'])
  const { events } = await owner.ok(listAuditEvents, { query: { target: deal.job_id } })
  assert.deepEqual(
    events.map(({ changes }) => changes?.outcome),
    [
      { from: 'uphold', to: 'dismiss' },
      { from: null, to: 'uphold' },
    ],
  )
})

test('a note is read by staff only, and goes with the personal data', async () => {
  const deal = await completedDeal(market)
  const text = 'Rang twice.\nNobody answered.'
  await staff.ok(addJobNote, { ...at(deal.job_id), body: { text } })
  const { internal_notes } = await viewer.ok(readJobForStaff, at(deal.job_id))
  assert.deepEqual(
    internal_notes.map((note) => [note.author, note.text]),
    [['New staff', text]],
  )
  const mine = JSON.stringify(await deal.customer.ok(readMyJob, { params: deal.params }))
  assert.ok(!mine.includes('Rang twice'))
  const { events } = await owner.ok(listAuditEvents, { query: { target: deal.job_id } })
  assert.ok(!JSON.stringify(events).includes('Rang twice'))
  assert.deepEqual(await actsOn(deal.job_id), ['job.add_note'])
  await removeJobData(market.app.db.kysely, [deal.job_id])
  const after = await staff.ok(readJobForStaff, at(deal.job_id))
  assert.deepEqual([after.internal_notes, after.price.recomputed, after.price.matches], [[], null, null])
  const late = { ...at(deal.job_id), body: { text } }
  assert.equal(await staff.refused(addJobNote, late), '409 wrong_state')
  for (const blank of ['', '   ', '\u0000'])
    assert.equal(
      await staff.refused(addJobNote, { ...at(deal.job_id), body: { text: blank } }),
      '400 validation_error',
    )
})

test('when the audit event cannot be written, the act is not done', async () => {
  const { job_id } = await market.posted(await market.person('Ana'))
  const { pool } = market.app.db
  await pool.query(`alter table audit_event add constraint no_hiding check (act <> 'job.hide') not valid`)
  const { status } = await staff.call(hideJob, why(job_id))
  await pool.query('alter table audit_event drop constraint no_hiding')
  assert.equal(status, 500)
  assert.equal((await staff.ok(readJobForStaff, at(job_id))).staff_hidden_at, null)
})

test('a delivery in doubt is confirmed by staff', async () => {
  const deal = await earlyDelivery(market)
  const { doubt } = await staff.ok(readJobForStaff, at(deal.job_id))
  assert.ok(doubt, 'the delivery is in doubt')
  await staff.ok(confirmJobDelivery, why(deal.job_id))
  assert.deepEqual(await actsOn(deal.job_id), ['job.confirm_delivery'])
})
