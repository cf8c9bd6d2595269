import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, collectJob, deliverJob, giveBackJob, rateCustomer } from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, openDraft, rateCarrier, readMyJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { expireDrafts } from '../../server/jobs/drafts/expire-drafts.ts'
import { newId } from '../../server/lib/ids.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Two concurrent transitions of one job: exactly one wins. RACE_ROUNDS=200 for a long run. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app, partner } = market
const { pool } = app.db

const rounds = (few: number): number => Number(process.env['RACE_ROUNDS'] ?? few)
const at = (job_id: string) => ({ params: { job_id } })
const free = { body: { fee_cents: 0 } }
const read = (customer: Person, id: string) => customer.ok(readMyJob, at(id))
const count = async (sql: string, id: string) => (await pool.query(sql, [id])).rowCount

test('reliability, accept × accept: of fifty carriers one has the job, the others hear that it is taken', async () => {
  const carriers: Person[] = []
  while (carriers.length < 50) carriers.push(await market.carrier())
  for (let round = 0; round < rounds(3); round++) {
    const customer = await market.person()
    const { job_id } = await market.posted(customer)
    const race = await Promise.all(carriers.map((carrier) => carrier.call(acceptJob, at(job_id))))
    // A busy machine may answer 503 and ask for a retry; the first carrier still wins.
    for (const { status } of race) assert.ok([200, 409, 503].includes(status), String(status))
    const answers = []
    for (const carrier of carriers) answers.push(await carrier.call(acceptJob, at(job_id)))
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    assert.equal(winners.length, 1)
    for (const { status, body } of answers)
      if (status !== 200) assert.deepEqual([status, 'error' in body && body.error], [409, 'already_taken'])
    for (const [index, { status }] of race.entries()) assert.ok(status !== 200 || index === winners[0])
    const { carrier } = await read(customer, job_id)
    assert.equal(carrier?.phone, carriers[winners[0] ?? -1]?.phone)
    const sql = `select from notice where job_id = $1 and kind = 'job_accepted'`
    assert.equal(await count(sql, job_id), 1, 'the customer is told once')
    assert.equal(await count(`select from job_event where job_id = $1 and to_status = 'accepted'`, job_id), 1)
  }
})

test('reliability, accept × customer cancel: it ends cancelled, released once, in either order', async () => {
  for (let round = 0; round < rounds(6); round++) {
    const [customer, carrier] = [await market.person(), await market.carrier()]
    const { job_id } = await market.posted(customer)
    const [accepted, cancelled] = await Promise.all([
      carrier.call(acceptJob, at(job_id)),
      customer.call(cancelMyJob, { ...at(job_id), ...free }),
    ])
    // An acceptance does not prevent the cancellation, which is free for five minutes.
    assert.equal(cancelled.status, 200)
    assert.ok([200, 409].includes(accepted.status))
    await settleMoney(app)
    const job = await read(customer, job_id)
    assert.deepEqual(
      [job.status, job.payment.state, job.payment.charged_cents],
      ['cancelled', 'released', null],
    )
    assert.equal(job.accepted_at !== null, accepted.status === 200)
  }
})

test('reliability, deliver × cancel: captured whole or released whole, and never both', async () => {
  for (let round = 0; round < rounds(6); round++) {
    const [customer, carrier] = [await market.person(), await market.carrier()]
    const { job_id } = await market.accepted(customer, carrier)
    const [delivered, cancelled] = await Promise.all([
      carrier.call(deliverJob, { ...at(job_id), body: {} }),
      customer.call(cancelMyJob, { ...at(job_id), ...free }),
    ])
    assert.equal(delivered.status === 200, cancelled.status === 409, 'one of the two')
    assert.equal(delivered.status === 409, cancelled.status === 200)
    await settleMoney(app)
    assertEnd(await read(customer, job_id), delivered.status === 200 ? 'completed' : 'cancelled')
  }
})

test('reliability, give back × cancel × collect: one of them, with its money and its strike', async () => {
  for (let round = 0; round < rounds(6); round++) {
    const [customer, carrier] = [await market.person(), await market.carrier()]
    const { job_id } = await market.accepted(customer, carrier)
    const [givenBack, cancelled, collected] = await Promise.all([
      carrier.call(giveBackJob, { ...at(job_id), body: {} }),
      customer.call(cancelMyJob, { ...at(job_id), ...free }),
      carrier.call(collectJob, at(job_id)),
    ])
    await settleMoney(app)
    const job = await read(customer, job_id)
    // A collected job cannot be cancelled, and a cancelled job cannot be collected.
    const winners = [givenBack, cancelled, collected].filter(({ status }) => status === 200)
    assert.equal(winners.length, 1)
    if (collected.status === 200) assert.equal(job.status, 'accepted')
    else if (givenBack.status === 200) await assertGoesOn(customer, job)
    else assertEnd(job, 'cancelled')
    const strikes = await count('select from carrier_strike where job_id = $1', job_id)
    assert.equal(strikes, givenBack.status === 200 ? 1 : 0)
  }
})

test('every act many times at once is done once', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  const times = [1, 2, 3, 4, 5]
  await Promise.all(times.map(() => carrier.ok(collectJob, at(job_id))))
  await Promise.all(times.map(() => carrier.ok(deliverJob, { ...at(job_id), body: {} })))
  await settleMoney(app)
  assertEnd(await read(customer, job_id), 'completed')
  await Promise.all(times.map(() => customer.ok(rateCarrier, { ...at(job_id), body: { stars: 5 } })))
  const { rows } = await pool.query<{ reason: string }>(
    `select reason from job_event where job_id = $1 and actor in ('carrier', 'customer') order by id`,
    [job_id],
  )
  const reasons = rows.map(({ reason }) => reason)
  for (const reason of ['accepted', 'collected', 'delivered', 'rated'])
    assert.equal(reasons.filter((each) => each === reason).length, 1, reason)
})

test('reliability, open × notes: the notes are saved, or the job is not known yet; a draft is never the wrong state', async () => {
  for (let round = 0; round < rounds(40); round++) {
    const customer = await market.person()
    const { body } = await partner.create({ customer_phone: customer.phone })
    const short_id = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
    const [, notes] = await Promise.all([
      customer.ok(openDraft, { params: { short_id } }),
      customer.call(changeNotes, { ...at(body.job_id), body: { notes: 'Ring twice' } }),
    ])
    assert.ok([200, 404].includes(notes.status), JSON.stringify(notes.body))
    const { notes: saved } = await read(customer, body.job_id)
    assert.equal(saved, notes.status === 200 ? 'Ring twice' : null)
  }
})

test('reliability, rating × rating: one per side, and of two different ones the second is refused', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.accepted(customer, carrier)
  await carrier.ok(deliverJob, { ...at(job_id), body: {} })
  await settleMoney(app)
  const answers = await Promise.all([
    customer.call(rateCarrier, { ...at(job_id), body: { stars: 1 } }),
    customer.call(rateCarrier, { ...at(job_id), body: { stars: 5 } }),
    carrier.call(rateCustomer, { ...at(job_id), body: { stars: 3 } }),
  ])
  const [one, other, carriers] = answers.map(({ status }) => status)
  assert.deepEqual(
    [Math.min(one ?? 0, other ?? 0), Math.max(one ?? 0, other ?? 0), carriers],
    [200, 409, 200],
  )
  assert.equal(await count('select from rating where job_id = $1', job_id), 2)
})

test('reliability, publish × 48 h expiry: a draft whose payment began in time outlives the sweep and the reference', async () => {
  const customer = await market.person()
  const external_reference = 'paying-at-the-last-moment'
  const draft = await market.draft(customer, { external_reference })
  const client = await pool.connect()
  // An uncommitted payment: locks the row of the job like publishing does.
  await client.query('begin')
  await client.query('select from job where id = $1 for no key update', [draft.job_id])
  await client.query(
    `insert into payment (id, purpose, account_id, job_id, source, processor, mode, status, amount_cents)
     values ($1, 'publish', $2, $3, 'wallet', 'sandbox', 'live', 'authorizing', 100)`,
    [newId(), customer.accountId, draft.job_id],
  )
  await client.query(`update job set expires_at = now() where id = $1`, [draft.job_id])
  await client.query('commit')
  client.release()
  await expireDrafts({ pool })
  assert.equal((await partner.create({ external_reference })).status, 400)
  assert.equal((await partner.read(draft.job_id)).body.status, 'draft', 'it stays until that is decided')
  assert.equal((await read(customer, draft.job_id)).payment.state, 'pending')
  await pool.query(`update payment set status = 'refused' where job_id = $1`, [draft.job_id])
  assert.equal((await partner.read(draft.job_id)).status, 404)
  assert.equal((await partner.create({ external_reference })).status, 201)
  assert.equal(await count('select from job where id = $1', draft.job_id), 0)
})

test('a reference is not freed under a payment that is just beginning', async () => {
  const customer = await market.person()
  const external_reference = 'beginning-to-pay'
  const draft = await market.draft(customer, { external_reference })
  await pool.query(`update job set expires_at = now() + interval '300 milliseconds' where id = $1`, [
    draft.job_id,
  ])
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from job where id = $1 for no key update', [draft.job_id])
  await client.query(
    `insert into payment (id, purpose, account_id, job_id, source, processor, mode, status, amount_cents)
     values ($1, 'publish', $2, $3, 'wallet', 'sandbox', 'live', 'authorizing', 100)`,
    [newId(), customer.accountId, draft.job_id],
  )
  await client.query(`select pg_sleep_for('400 milliseconds')`)
  const creating = partner.create({ external_reference })
  await lockAwaited(app)
  await client.query('commit')
  client.release()
  assert.equal((await creating).status, 400, 'the draft whose payment is in progress keeps it')
  assert.equal((await read(customer, draft.job_id)).status, 'draft')
})

test('after all of this the books agree', async () => {
  await pool.query(`delete from payment where status in ('authorizing', 'refused') and source = 'wallet'`)
  await settleMoney(app)
  await assertBooks(app.db)
})

/** Given back: its hold is that of its successor (decision 65). */
async function assertGoesOn(customer: Person, job: CustomerJob): Promise<void> {
  assert.deepEqual([job.status, job.payment.state, job.payment.charged_cents], ['cancelled', 'none', null])
  const { status, payment } = await read(customer, job.successor_id ?? '')
  assert.deepEqual([status, payment.state], ['posted', 'held'])
}

function assertEnd(job: CustomerJob, status: 'completed' | 'cancelled'): void {
  const { state, charged_cents } = job.payment
  const isPaid = status === 'completed'
  assert.deepEqual(
    [job.status, state, charged_cents],
    [status, isPaid ? 'captured' : 'released', isPaid ? job.price.total_cents : null],
  )
}
