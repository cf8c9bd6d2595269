import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { acceptJob, collectJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal, photoOf } from '../support/deals.ts'
import { runTasks } from '../support/dray.ts'
import { eventsOf } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { codeOf, usualProof, wrongCode } from '../support/proofs.ts'
import { joinAsOwner } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* The code that the customer tells at the delivery (decision 73). */
const market = await openMarket({ DELIVERY_CODE: 'on' })
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db
const owner = await joinAsOwner(app)

const tries = async ({ carrier, params }: Deal) =>
  (await carrier.ok(readCarrierJob, { params })).asked_proof.code_tries
const staffSee = async ({ params }: Deal) => (await owner.ok(readJobForStaff, { params })).delivery_code

async function refusedWith(deal: Deal, body: object): Promise<string> {
  const answer = await deal.carrier.refused(deliverJob, { params: deal.params, body })
  return `${answer.status} ${answer.body.error} ${Object.keys(answer.body.details ?? {}).join(' ')}`
}

test('decision 73: the customer has a code from the acceptance to the delivery, and the carrier never reads it', async () => {
  const deal = await acceptedDeal(market)
  const { customer, carrier, params } = deal
  const code = await codeOf(deal)
  assert.match(code, /^[0-9]{4}$/)
  const texts = [
    await carrier.ok(readCarrierJob, { params }),
    await carrier.ok(collectJob, { params }),
    await carrier.ok(downloadMyData),
    await owner.ok(readJobForStaff, { params }),
  ].map((body) => JSON.stringify(body))
  for (const text of texts) assert.ok(!text.includes(`"${code}"`))
  assert.equal((await carrier.ok(readCarrierJob, { params })).asked_proof.code, true)
  await carrier.ok(deliverJob, { params, body: { code } })
  const job = await customer.ok(readMyJob, { params })
  assert.deepEqual([job.delivery_code, job.proofs.at(-1)?.code], [null, 'used'])
  assert.deepEqual(await staffSee(deal), { asked: true, checks: 1, result: 'used' })
  const { rows } = await pool.query('select code, wrong_code from asked_proof where job_id = $1', [
    deal.job_id,
  ])
  assert.deepEqual(rows, [{ code: null, wrong_code: null }])
})

test('decision 73: the notice of the acceptance tells the code to the customer', async () => {
  const deal = await acceptedDeal(market)
  const code = await codeOf(deal)
  await using _ = runTasks(app)
  await until('the text is written', async () => {
    const { rows } = await pool.query<{ body: string }>(
      `select body from sms where job_id = $1 and account_id is not null`,
      [deal.job_id],
    )
    return rows.some(({ body }) => body.includes(code))
  })
})

test('decision 73: a wrong code is refused and counted, the same one once; the right one still delivers', async () => {
  const deal = await acceptedDeal(market)
  const right = await codeOf(deal)
  for (let time = 0; time < 3; time++)
    assert.equal(await refusedWith(deal, { code: wrongCode(right) }), '422 code_wrong code')
  assert.equal(await tries(deal), 4)
  assert.equal(await refusedWith(deal, { code: wrongCode(right, 2) }), '422 code_wrong code')
  assert.equal(await tries(deal), 3)
  assert.equal((await deal.customer.ok(readMyJob, { params: deal.params })).delivered_at, null)
  await deal.carrier.ok(deliverJob, { params: deal.params, body: { code: right } })
  const events = await eventsOf(app, deal.job_id)
  assert.equal(events.filter((said) => said === 'carrier: delivery code was wrong').length, 2)
  assert.ok(events.includes('carrier: delivered with the code'))
})

test('decision 73: after five codes none counts any longer; a photo instead delivers, and both sides see that', async () => {
  const deal = await acceptedDeal(market)
  const right = await codeOf(deal)
  for (let n = 1; n <= 4; n++)
    assert.equal(await refusedWith(deal, { code: wrongCode(right, n) }), '422 code_wrong code')
  assert.equal(await refusedWith(deal, { code: wrongCode(right, 5) }), '422 code_expired code')
  assert.equal(await refusedWith(deal, { code: right }), '422 code_expired code')
  assert.equal(await tries(deal), 0)
  assert.equal(await refusedWith(deal, { without_code: true }), '400 validation_error photo_id')
  const body = { without_code: true, photo_id: await photoOf(deal.carrier) }
  await deal.carrier.ok(deliverJob, { params: deal.params, body })
  const { proofs } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.equal(proofs.at(-1)?.code, 'bypassed')
  assert.deepEqual(await staffSee(deal), { asked: true, checks: 5, result: 'bypassed' })
})

test('decision 73: without the code nothing is delivered, and a code of other digits is refused', async () => {
  const deal = await acceptedDeal(market)
  assert.equal(await refusedWith(deal, {}), '400 validation_error code')
  assert.equal(
    await refusedWith(deal, { photo_id: await photoOf(deal.carrier) }),
    '400 validation_error code',
  )
  for (const code of ['123', '12345', '12a4', '١٢٣٤'])
    assert.equal(await refusedWith(deal, { code }), '400 validation_error code')
  assert.equal(await tries(deal), 5)
})

test('decision 73: a right code with a photo that cannot be used delivers nothing, and the code is still good', async () => {
  const deal = await acceptedDeal(market)
  const code = await codeOf(deal)
  const photo_id = await photoOf(deal.customer)
  assert.equal(await refusedWith(deal, { code, photo_id }), '400 validation_error photo_id')
  await deal.carrier.ok(deliverJob, { params: deal.params, body: { code } })
})

test('race: twenty wrong codes at once are five checks, and two devices with the right code deliver once', async () => {
  const guessed = await acceptedDeal(market)
  const right = await codeOf(guessed)
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      guessed.carrier.call(deliverJob, { params: guessed.params, body: { code: wrongCode(right, n + 1) } }),
    ),
  )
  assert.deepEqual(await staffSee(guessed), { asked: true, checks: 5, result: null })
  const deal = await acceptedDeal(market)
  const code = await codeOf(deal)
  const answers = await Promise.all(
    [1, 2, 3].map(() => deal.carrier.call(deliverJob, { params: deal.params, body: { code } })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const events = await eventsOf(app, deal.job_id)
  assert.equal(events.filter((said) => said === 'carrier: delivered').length, 1)
})

test('decision 73: the next carrier has a new code and new checks; the code of before delivers nothing', async () => {
  const deal = await acceptedDeal(market)
  const before = await codeOf(deal)
  await refusedWith(deal, { code: wrongCode(before) })
  const other = await market.carrier()
  const by = byOperator('the van broke down')
  let code = before
  // One in ten thousand codes is the same again.
  for (const to of [other, deal.carrier, other]) {
    await reassignJob(
      { kysely, maxOpenJobs: 10, proof: { ...usualProof, hasCode: true } },
      { ...deal, jobId: deal.job_id, carrierId: to.accountId, by },
    )
    code = await codeOf(deal)
    if (code !== before && to === other) break
  }
  assert.notEqual(code, before)
  assert.equal((await deal.carrier.refused(deliverJob, { params: deal.params, body: { code } })).status, 404)
  const moved = { ...deal, carrier: other }
  assert.equal(await tries(moved), 5)
  assert.equal(await refusedWith(moved, { code: before }), '422 code_wrong code')
  await other.ok(deliverJob, { params: deal.params, body: { code } })
})

test('decision 73: a wrong code changes no row of the job, so its partner sees no change', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  await market.post(customer, draft.job_id)
  const carrier = await market.carrier()
  const params = { job_id: draft.job_id }
  await carrier.ok(acceptJob, { params })
  const read = async () => (await market.partner.read(draft.job_id)).body
  const before = await read()
  const { delivery_code } = await customer.ok(readMyJob, { params })
  await carrier.refused(deliverJob, { params, body: { code: wrongCode(delivery_code ?? '') } })
  assert.deepEqual(await read(), before)
})
