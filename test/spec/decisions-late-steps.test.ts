import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { resolveJobProblems } from '#contract/admin/job-decisions.ts'
import { listJobs, readJobForStaff } from '#contract/admin/jobs.ts'
import { readToday } from '#contract/admin/today.ts'
import { collectJob, deliverJob, giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal, photoOf } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { codeOf, usualProof, wrongCode } from '../support/proofs.ts'
import { seenReports } from '../support/seen-reports.ts'
import { joinAsOwner } from '../support/staff.ts'

/* A collection or a delivery that arrives after its carrier has lost the job (decision 87). */
const market = await openMarket({ DELIVERY_CODE: 'on' })
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db
const owner = await joinAsOwner(app)

const now = (): string => new Date().toISOString()
const soon = (): string => new Date(Date.now() + 5_000).toISOString()

const cancel = ({ customer, params }: Deal) => customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } })

async function move({ job_id: jobId }: Deal): Promise<Person> {
  const next = await market.carrier()
  const to = { jobId, carrierId: next.accountId, by: byOperator('The van broke down') }
  await reassignJob({ kysely, maxOpenJobs: 5, proof: usualProof }, to)
  return next
}

async function refusedWith({ carrier, params }: Deal, operation: Step, body: object): Promise<string> {
  const answer = await carrier.refused(operation, { params, body })
  return `${answer.status} ${answer.body.error}`
}
type Step = typeof collectJob | typeof deliverJob

const reportsOf = async ({ params }: Deal) => (await owner.ok(readJobForStaff, { params })).reports
const lateOf = async (deal: Deal) => (await reportsOf(deal)).map(({ late }) => late)
const entriesOf = async ({ job_id }: Deal) =>
  (await owner.ok(readToday)).entries.filter((entry) => entry.job_id === job_id)
const saidOf = async ({ params }: Deal) =>
  (await owner.ok(readJobForStaff, { params })).timeline
    .filter(({ what }) => what.startsWith('arrived after the end'))
    .map(({ what, actor }) => `${actor.type} ${actor.id} ${what}`)
const moneyOf = async ({ job_id }: Deal) =>
  (
    await pool.query(
      `select (select count(*) from money_block where job_id = $1) as blocks,
        (select count(*) from payment_effect e join payment p on p.id = e.payment_id
          where p.job_id = $1 and e.kind in ('capture', 'payout')) as effects,
        (select cancellation_fee_cents from job where id = $1) as fee`,
      [job_id],
    )
  ).rows[0]

test('decision 87: the customer cancels before the collection arrives: staff have one report, and no money moves', async () => {
  const deal = await acceptedDeal(market)
  const collected = { tapped_at: now(), photo_id: await photoOf(deal.carrier) }
  const delivered = { tapped_at: now(), code: await codeOf(deal) }
  await cancel(deal)
  const money = await moneyOf(deal)
  for (let time = 0; time < 2; time++) {
    assert.equal(await refusedWith(deal, collectJob, collected), '409 arrived_late')
    assert.equal(await refusedWith(deal, deliverJob, delivered), '409 arrived_late')
  }
  const { accountId } = deal.carrier
  assert.deepEqual(await lateOf(deal), [
    {
      carrier_id: accountId,
      collected_tapped_at: collected.tapped_at,
      delivered_tapped_at: delivered.tapped_at,
      code: 'right',
    },
  ])
  assert.deepEqual(await saidOf(deal), [
    `carrier ${accountId} arrived after the end: collected at ${collected.tapped_at}`,
    `carrier ${accountId} arrived after the end: delivered at ${delivered.tapped_at}, code: right`,
  ])
  assert.deepEqual(
    (await entriesOf(deal)).map(({ kind, cause }) => [kind, cause]),
    [['problem_open', 'late_step']],
  )
  const staffs = await owner.ok(readJobForStaff, { params: deal.params })
  assert.ok(
    staffs.photos.some(({ url, purpose }) => purpose === 'problem' && url.includes(collected.photo_id)),
  )
  assert.deepEqual(await moneyOf(deal), money)
  const seen = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([seen.status, seen.collected_at, seen.problems], ['cancelled', null, []])
})

test('decision 87: the answer names the contact, and the carrier of a cancelled job reads it and writes to the operator', async () => {
  const deal = await acceptedDeal(market)
  const tapped_at = now()
  await cancel(deal)
  const { carrier, params } = deal
  const { body } = await carrier.refused(collectJob, { params, body: { tapped_at } })
  assert.match(body.message, /^The job ended, or went to another carrier, before this arrived/)
  assert.equal(typeof body.support_url, 'string')
  const job = await carrier.ok(readCarrierJob, { params })
  assert.ok(job.dropoff.address)
  assert.ok(JSON.stringify(job.messages).includes('operator'))
})

test('decision 87: staff move the job before the collection arrives: the former carrier is heard, a stranger is not', async () => {
  const deal = await acceptedDeal(market)
  const body = { tapped_at: now() }
  const next = await move(deal)
  const { params } = deal
  assert.equal(await refusedWith(deal, collectJob, body), '409 arrived_late')
  assert.equal(await refusedWith(deal, collectJob, body), '409 arrived_late')
  assert.equal(await refusedWith(deal, deliverJob, { ...body, code: '1234' }), '409 arrived_late')
  const [late, ...more] = await lateOf(deal)
  assert.deepEqual([late?.carrier_id, late?.collected_tapped_at], [deal.carrier.accountId, body.tapped_at])
  assert.equal(more.length, 0)
  assert.equal((await entriesOf(deal)).length, 1)
  const stranger = await market.carrier()
  const answer = await stranger.refused(collectJob, { params, body })
  assert.deepEqual([answer.status, answer.body.error], [404, 'not_found'])
  const gone = await deal.carrier.refused(readCarrierJob, { params })
  assert.equal(gone.status, 404, 'addresses are for the present carrier')
  await next.ok(collectJob, { params, body: { tapped_at: now() } })
})

test('decision 87: a job that its carrier gave back on another device counts as ended for that carrier', async () => {
  const deal = await acceptedDeal(market)
  const body = { tapped_at: now() }
  await deal.carrier.ok(giveBackJob, { params: deal.params, body: { reason: 'The van broke down' } })
  assert.equal(await refusedWith(deal, collectJob, body), '409 arrived_late')
  assert.equal((await lateOf(deal)).length, 1)
})

test('decision 87: the code is noted as wrong, as missing, or as one that cannot be checked', async () => {
  const codes = []
  for (const body of [{ code: 'wrong' }, { without_code: true }]) {
    const deal = await acceptedDeal(market)
    const sent = 'code' in body ? { code: wrongCode(await codeOf(deal)) } : body
    const tapped_at = now()
    await cancel(deal)
    assert.equal(await refusedWith(deal, deliverJob, { ...sent, tapped_at }), '409 arrived_late')
    codes.push((await lateOf(deal))[0]?.code)
  }
  const moved = await acceptedDeal(market)
  const body = { tapped_at: now(), code: await codeOf(moved) }
  await move(moved)
  assert.equal(await refusedWith(moved, deliverJob, body), '409 arrived_late')
  codes.push((await lateOf(moved))[0]?.code)
  assert.deepEqual(codes, ['wrong', 'none', 'unknown'])
})

test('decision 87: a tap after the end, or without its instant, is refused as before and opens nothing', async () => {
  const cancelled = await acceptedDeal(market)
  const moved = await acceptedDeal(market)
  await cancel(cancelled)
  await move(moved)
  for (const body of [{ tapped_at: soon() }, {}]) {
    assert.equal(await refusedWith(cancelled, collectJob, body), '409 wrong_state')
    assert.equal(await refusedWith(moved, collectJob, body), '404 not_found')
  }
  for (const deal of [cancelled, moved]) {
    assert.deepEqual(await reportsOf(deal), [])
    assert.deepEqual(await entriesOf(deal), [])
  }
})

test('decision 87: a step that arrived in time and is repeated after the end is not late', async () => {
  const deal = await acceptedDeal(market)
  const body = { tapped_at: now() }
  await deal.carrier.ok(collectJob, { params: deal.params, body })
  await pool.query(
    `update job set status = 'cancelled', cancelled_at = now(), cancelled_by = 'staff' where id = $1`,
    [deal.job_id],
  )
  assert.equal(await refusedWith(deal, collectJob, body), '409 wrong_state')
  assert.deepEqual(await reportsOf(deal), [])
})

test('decision 87: staff decide, the entry ends, only the carrier is told, and a further step opens it again', async () => {
  const deal = await acceptedDeal(market)
  const { params, carrier, job_id } = deal
  const tapped_at = now()
  await cancel(deal)
  assert.equal(await refusedWith(deal, collectJob, { tapped_at }), '409 arrived_late')
  const { jobs } = await owner.ok(listJobs, { body: { filters: { problem: 'open' } } })
  assert.ok(jobs.some((job) => job.job_id === job_id))
  const { problems: seen } = await seenReports(owner, job_id)
  const body = { outcome: 'uphold' as const, seen, reason: 'Paid by bank transfer' }
  await owner.ok(resolveJobProblems, { params, body })
  assert.deepEqual(await entriesOf(deal), [])
  const { rows } = await pool.query(
    `select account_id from notice where job_id = $1 and kind = 'problem_resolved'`,
    [job_id],
  )
  assert.deepEqual(rows, [{ account_id: carrier.accountId }])
  assert.equal(await refusedWith(deal, deliverJob, { tapped_at, without_code: true }), '409 arrived_late')
  assert.equal((await entriesOf(deal)).length, 1)
})

test('decision 87: what the carrier said is in the data of the carrier, and not in those of the customer', async () => {
  const deal = await acceptedDeal(market)
  const tapped_at = now()
  await move(deal)
  assert.equal(await refusedWith(deal, collectJob, { tapped_at }), '409 arrived_late')
  const mine = await deal.carrier.ok(downloadMyData)
  assert.deepEqual(
    mine.late_steps.map(({ job_id, collected_tapped_at }) => [job_id, collected_tapped_at]),
    [[deal.job_id, tapped_at]],
  )
  assert.ok(!JSON.stringify(await deal.customer.ok(downloadMyData)).includes(tapped_at))
})
