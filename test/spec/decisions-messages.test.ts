import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, giveBackJob, listCarrierJobs, readCarrierJob } from '#contract/app/carrier.ts'
import {
  markMessagesRead,
  maxMessage,
  readConversation,
  sendMessage,
  sendPhotoMessage,
} from '#contract/app/conversation.ts'
import { listMyJobs, readMyJob } from '#contract/app/customer.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, completedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, sentBy, talkOf } from '../support/message-scenes.ts'
import { stranger } from '../support/person.ts'
import { usualProof } from '../support/proofs.ts'

/* Customer and carrier write to each other (decision 71). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

const textsOf = async (deal: Deal, side: 'customer' | 'carrier') =>
  (await talkOf(deal[side], deal)).messages.map(({ by, text }) => `${by}: ${text}`)

test('decision 71: customer and carrier read the same messages, in the order in which they arrived', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal, messageBody('Ring the lower bell'))
  await sentBy(deal.carrier, deal, messageBody('I will.\nAt ten?'))
  await sentBy(deal.customer, deal, messageBody('At ten'))
  const seen = await textsOf(deal, 'customer')
  assert.deepEqual(seen, ['customer: Ring the lower bell', 'carrier: I will.\nAt ten?', 'customer: At ten'])
  assert.deepEqual(await textsOf(deal, 'carrier'), seen)
  const { open, next, ends_at } = await talkOf(deal.carrier, deal)
  assert.deepEqual([open, next, ends_at], [true, null, null])
})

test('decision 71: a long talk is read in pages, without a message twice or missing', async () => {
  const deal = await acceptedDeal(market)
  await pool.query(
    `insert into job_message (id, job_id, position, thread, carrier_id, sender, text, created_at)
     select gen_random_uuid(), $1, n, 'together', $2, case n % 2 when 0 then 'customer' else 'carrier' end, n::text, now()
     from generate_series(1, 120) n`,
    [deal.job_id, deal.carrier.accountId],
  )
  const read: string[] = []
  let before: number | null = null
  do {
    const page = await talkOf(deal.customer, deal, 'together', before)
    read.unshift(...page.messages.map(({ text }) => text ?? ''))
    before = page.next
  } while (before !== null)
  assert.deepEqual(
    read,
    Array.from({ length: 120 }, (_, index) => String(index + 1)),
  )
})

test('decision 71: a repeated request sends once, and an id of another message is refused', async () => {
  const deal = await acceptedDeal(market)
  const body = messageBody()
  const first = await sentBy(deal.customer, deal, body)
  assert.deepEqual(await sentBy(deal.customer, deal, { ...body, text: 'Another text' }), first)
  const asCarrier = await deal.carrier.refused(sendMessage, { params: deal.params, body })
  assert.deepEqual([asCarrier.status, asCarrier.body.error], [409, 'wrong_state'])
  const other = await acceptedDeal(market)
  const elsewhere = await other.customer.refused(sendMessage, { params: other.params, body })
  assert.equal(elsewhere.status, 409)
  assert.equal((await textsOf(deal, 'carrier')).length, 1)
})

test('decision 71: unread messages are counted on the page and in the list until they are read', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal)
  const { position } = await sentBy(deal.customer, deal)
  const counts = async () => {
    const { messages } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
    const { jobs } = await deal.carrier.ok(listCarrierJobs, { query: { state: 'active' } })
    return [messages.together.unread, jobs.find(({ job_id }) => job_id === deal.job_id)?.unread]
  }
  assert.deepEqual(await counts(), [2, 2])
  const mark = (to: number) =>
    deal.carrier.ok(markMessagesRead, { params: deal.params, body: { thread: 'together', position: to } })
  await mark(position - 1)
  assert.deepEqual(await counts(), [1, 1])
  await mark(999_999)
  await mark(1)
  assert.deepEqual(await counts(), [0, 0])
  assert.equal((await talkOf(deal.customer, deal)).other_position, position)
  await sentBy(deal.customer, deal)
  assert.deepEqual(await counts(), [1, 1])
  const own = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(own.messages.together, { open: true, unread: 0, count: 3 })
  const { jobs } = await deal.customer.ok(listMyJobs)
  assert.equal(jobs[0]?.unread, 0)
})

test('decision 71: the partner sees no change of its job', async () => {
  const deal = await acceptedDeal(market)
  const row = async () => (await pool.query('select * from job where id = $1', [deal.job_id])).rows[0]
  const before = await row()
  await sentBy(deal.customer, deal)
  await sentBy(deal.carrier, deal)
  assert.deepEqual(await row(), before)
})

test('decision 71: every other person gets the answer for an unknown job', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal)
  const unknown = { job_id: newId() }
  const others = [await market.person('Eva'), await market.carrier({ name: 'Olga' })]
  for (const person of others) {
    const answers = []
    for (const params of [deal.params, unknown]) {
      const body = { thread: 'together' as const, position: 1 }
      const photo = { params: { ...params, message_id: newId() }, query: { thread: 'together' as const } }
      answers.push([
        (await person.refused(readConversation, { params, query: { thread: 'together' } })).body,
        (await person.refused(sendMessage, { params, body: messageBody() })).body,
        (await person.refused(markMessagesRead, { params, body })).body,
        (await person.refused(sendPhotoMessage, { ...photo, body: Buffer.from('no picture') })).body,
      ])
    }
    assert.deepEqual(answers[0], answers[1])
    assert.ok(answers[0]?.every(({ error }) => error === 'not_found'))
  }
  const signedOut = await stranger(app).refused(sendMessage, { params: deal.params, body: messageBody() })
  assert.equal(signedOut.status, 401)
})

test('decision 71: before the acceptance there is no conversation', async () => {
  const customer = await market.person('Ana')
  const { job_id, messages } = await market.posted(customer)
  assert.deepEqual(messages.together, { open: false, unread: 0, count: 0 })
  const early = await customer.refused(sendMessage, { params: { job_id }, body: messageBody() })
  assert.deepEqual([early.status, early.body.error], [409, 'wrong_state'])
})

test('decision 71: seven days after its end neither side reads or writes', async () => {
  const deal = await completedDeal(market)
  await sentBy(deal.customer, deal)
  assert.notEqual((await talkOf(deal.carrier, deal)).ends_at, null)
  const endedAgo = (span: string) =>
    pool.query('update job set completed_at = now() - $2::interval where id = $1', [deal.job_id, span])
  await endedAgo('6 days 23 hours')
  await sentBy(deal.carrier, deal)
  await endedAgo('7 days')
  for (const person of [deal.customer, deal.carrier]) {
    const { messages, open } = await talkOf(person, deal)
    assert.deepEqual([messages, open], [[], false])
    const late = await person.refused(sendMessage, { params: deal.params, body: messageBody() })
    assert.equal(late.status, 409)
  }
  const { messages } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(messages.together, { open: false, unread: 0, count: 0 })
  const { jobs } = await deal.customer.ok(listMyJobs)
  assert.equal(jobs.find(({ job_id }) => job_id === deal.job_id)?.unread, 0)
})

test('decision 71: a carrier who gave the job back reads and writes no more, and the next one sees none of it', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal, messageBody('The code of the door is 1234'))
  await deal.carrier.ok(giveBackJob, { params: deal.params, body: {} })
  assert.deepEqual((await talkOf(deal.carrier, deal)).messages, [])
  for (const person of [deal.carrier, deal.customer])
    assert.equal(
      (await person.refused(sendMessage, { params: deal.params, body: messageBody() })).status,
      409,
    )
  assert.equal((await talkOf(deal.customer, deal)).messages.length, 1)
  const { successor_id } = await deal.customer.ok(readMyJob, { params: deal.params })
  const next = await market.carrier({ name: 'Olga' })
  const params = { job_id: successor_id ?? assert.fail('no successor') }
  await next.ok(acceptJob, { params })
  const { messages, open } = await talkOf(next, { params })
  assert.deepEqual([messages, open], [[], true])
  await sentBy(next, { params })
  assert.equal(
    (await deal.carrier.call(readConversation, { params, query: { thread: 'together' } })).status,
    404,
  )
})

test('decision 71: staff move a job: the old carrier is out, and the new one starts an empty conversation', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal)
  await sentBy(deal.carrier, deal)
  const next = await market.carrier({ name: 'Olga' })
  const move = { jobId: deal.job_id, carrierId: next.accountId, by: byOperator() }
  await reassignJob({ kysely, maxOpenJobs: 5, proof: usualProof }, move)
  for (const query of [{ thread: 'together' as const }, { thread: 'operator' as const }])
    assert.equal((await deal.carrier.refused(readConversation, { params: deal.params, query })).status, 404)
  assert.equal(
    (await deal.carrier.refused(sendMessage, { params: deal.params, body: messageBody() })).status,
    404,
  )
  assert.deepEqual((await talkOf(next, deal)).messages, [])
  const { messages } = await next.ok(readCarrierJob, { params: deal.params })
  assert.deepEqual(messages.together, { open: true, unread: 0, count: 0 })
  await sentBy(next, deal, messageBody('I am the new one'))
  assert.deepEqual(await textsOf(deal, 'customer'), ['carrier: I am the new one'])
})

test('decision 71: text that disguises itself, shows nothing or is too long is refused; markup is only text', async () => {
  const deal = await acceptedDeal(market)
  const bad = ['', '  ', '\u200B', 'a\u202Eb', 'a\u0000b', 'a\u0007b', 'a\u2066b', 'x'.repeat(maxMessage + 1)]
  for (const text of bad) {
    const body = messageBody(text)
    const { status, body: error } = await deal.customer.refused(sendMessage, { params: deal.params, body })
    assert.deepEqual([status, error.error], [400, 'validation_error'], JSON.stringify(text))
  }
  const good = [
    '<img src=x onerror=alert(1)>',
    "'; drop table job_message; --",
    '😀 ñ 漢字',
    'x'.repeat(maxMessage),
  ]
  for (const text of good) await sentBy(deal.customer, deal, messageBody(text))
  assert.deepEqual(
    await textsOf(deal, 'carrier'),
    good.map((text) => `customer: ${text}`),
  )
})

test('decision 71: many messages in a minute wait, each side for itself, and a job is not filled without end', async () => {
  const deal = await acceptedDeal(market)
  for (let sent = 0; sent < 12; sent++) await sentBy(deal.customer, deal)
  const { status, body } = await deal.customer.refused(sendMessage, {
    params: deal.params,
    body: messageBody(),
  })
  assert.deepEqual([status, body.error], [429, 'rate_limit_exceeded'])
  const wait = body.retry_after_seconds ?? 0
  assert.ok(wait > 0 && wait <= 60, String(wait))
  await sentBy(deal.carrier, deal)
  await pool.query(
    `update job_message set created_at = created_at - interval '61 seconds' where job_id = $1`,
    [deal.job_id],
  )
  await sentBy(deal.customer, deal)
  await pool.query(
    `insert into job_message (id, job_id, position, thread, carrier_id, sender, text, created_at)
     select gen_random_uuid(), $1, 100 + n, 'together', $2, 'customer', 'x', now() - interval '2 hours'
     from generate_series(1, 400) n`,
    [deal.job_id, deal.carrier.accountId],
  )
  assert.equal(
    (await deal.customer.refused(sendMessage, { params: deal.params, body: messageBody() })).status,
    409,
  )
})
