import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { answerPerson, readConversationForStaff } from '#contract/admin/job-conversation.ts'
import { resolveJobProblems } from '#contract/admin/job-decisions.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { readCarrierJob } from '#contract/app/carrier.ts'
import { markMessagesRead as markRead, sendMessage } from '#contract/app/conversation.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal, completedDeal, type Deal, report } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, sentBy, talkOf } from '../support/message-scenes.ts'
import { seenReports } from '../support/seen-reports.ts'
import { joinAsOwner } from '../support/staff.ts'
import { absentReport, answeredBy, reportedBy } from '../support/wasted-trips.ts'

/* Both sides write to the operator while a report is not decided (decision 71). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool } = app.db
const owner = await joinAsOwner(app)

const toOperator = (text: string) => messageBody(text, 'operator')
const answer = (deal: Deal, to: 'customer' | 'carrier', told: string, message_id = newId()) =>
  owner.ok(answerPerson, { params: deal.params, body: { message_id, to, told } })
const decide = async (deal: Deal, outcome: 'uphold' | 'dismiss' = 'dismiss') => {
  const { problems: seen } = await seenReports(owner, deal.job_id)
  return owner.ok(resolveJobProblems, { params: deal.params, body: { outcome, seen, reason: 'heard both' } })
}
const readTogether = (deal: Deal) => owner.call(readConversationForStaff, { params: deal.params })
const auditOf = async (deal: Deal, act: string) => {
  const target = JSON.stringify([{ type: 'job', id: deal.job_id }])
  const { rows } = await pool.query(
    'select actor_name, changes, reason from audit_event where act = $1 and targets @> $2::jsonb',
    [act, target],
  )
  return rows
}

test('decision 71: a report opens a thread with the operator for each side; a decision closes both', async () => {
  const deal = await acceptedDeal(market)
  const early = await deal.customer.refused(sendMessage, { params: deal.params, body: toOperator('Hello') })
  assert.deepEqual([early.status, early.body.error], [409, 'wrong_state'])
  await report(deal)
  await sentBy(deal.customer, deal, toOperator('It never came'))
  await sentBy(deal.carrier, deal, toOperator('I was there'))
  const { conversation } = await owner.ok(readJobForStaff, { params: deal.params })
  assert.deepEqual(
    conversation.messages.map(({ thread, by, text, waits }) => [thread, by, text, waits]),
    [
      ['customer', 'customer', 'It never came', true],
      ['carrier', 'carrier', 'I was there', true],
    ],
  )
  const [mine, theirs] = [
    await talkOf(deal.customer, deal, 'operator'),
    await talkOf(deal.carrier, deal, 'operator'),
  ]
  assert.deepEqual([mine.messages.length, theirs.messages.length], [1, 1])
  assert.equal(mine.messages[0]?.text, 'It never came')
  await decide(deal)
  for (const person of [deal.customer, deal.carrier]) {
    const late = await person.refused(sendMessage, { params: deal.params, body: toOperator('And now?') })
    assert.equal(late.status, 409)
    const { messages, open } = await talkOf(person, deal, 'operator')
    assert.deepEqual([messages.length, open], [1, false])
  }
  const refused = await owner.refused(answerPerson, {
    params: deal.params,
    body: { message_id: newId(), to: 'customer', told: 'Too late' },
  })
  assert.match(refused, /409 wrong_state/)
})

test('decision 71: a report of the carrier opens the threads too, until the customer has agreed', async () => {
  const deal = await acceptedDeal(market)
  await reportedBy(deal, absentReport({ kind: 'wrong_address' }))
  await sentBy(deal.carrier, deal, toOperator('I waited an hour'))
  await sentBy(deal.customer, deal, toOperator('I was at home'))
  await answeredBy(deal, true)
  const late = await deal.carrier.refused(sendMessage, { params: deal.params, body: toOperator('Paid?') })
  assert.equal(late.status, 409)
})

test('decision 71: an answer is from the company for its person, and from the member in the panel and the audit log', async () => {
  const deal = await acceptedDeal(market)
  await report(deal)
  await sentBy(deal.customer, deal, toOperator('Where is it?'))
  const message_id = newId()
  const told = 'We have called the carrier'
  await answer(deal, 'customer', told, message_id)
  const { conversation, acts } = await answer(deal, 'customer', 'A second click', message_id)
  assert.deepEqual(
    conversation.messages.map(({ by, text, waits }) => [by, text, waits]),
    [
      ['customer', 'Where is it?', false],
      ['staff', told, false],
    ],
  )
  assert.notEqual(conversation.messages[1]?.author, null)
  assert.equal(acts.find(({ act }) => act === 'answer')?.possible, true)
  const { messages } = await talkOf(deal.customer, deal, 'operator')
  assert.deepEqual(Object.keys(messages[1] ?? {}).sort(), [
    'by',
    'message_id',
    'photo',
    'position',
    'reported_as',
    'sent_at',
    'text',
  ])
  assert.deepEqual([messages[1]?.by, messages[1]?.text], ['staff', told])
  assert.deepEqual((await talkOf(deal.carrier, deal, 'operator')).messages, [])
  const audited = await auditOf(deal, 'job.answer')
  assert.equal(audited.length, 1)
  assert.ok(!JSON.stringify(audited).includes(told))
  const seen = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(seen.messages.operator, { open: true, unread: 1, count: 2 })
})

test('decision 71: the person is told of answers once, until they have read', async () => {
  const deal = await acceptedDeal(market)
  await report(deal)
  const told = async () =>
    (await noticesTo(app, deal.carrier.accountId, deal.job_id)).filter((kind) => kind === 'staff_answered')
      .length
  await answer(deal, 'carrier', 'Were you there?')
  await pool.query('update notice set told_at = now()')
  await answer(deal, 'carrier', 'Please answer today')
  assert.equal(await told(), 1)
  const { messages } = await talkOf(deal.carrier, deal, 'operator')
  await deal.carrier.ok(markRead, {
    params: deal.params,
    body: { thread: 'operator', position: messages.at(-1)?.position ?? 0 },
  })
  await answer(deal, 'carrier', 'One more thing')
  assert.equal(await told(), 2)
  const seen = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.equal(seen.messages.operator.unread, 1)
})

test('decision 71: staff read what both wrote each other only while a report is open, and each reading is recorded', async () => {
  const deal = await completedDeal(market)
  await sentBy(deal.customer, deal, messageBody('Between us'))
  assert.equal((await readTogether(deal)).status, 409)
  const { conversation } = await owner.ok(readJobForStaff, { params: deal.params })
  assert.deepEqual([conversation.open, conversation.together_count, conversation.messages], [false, 1, []])
  await report(deal)
  const whole = await owner.ok(readJobForStaff, { params: deal.params })
  assert.ok(!JSON.stringify(whole).includes('Between us'), 'not with the job itself')
  for (let reading = 0; reading < 2; reading++) {
    const { messages } = await owner.ok(readConversationForStaff, { params: deal.params })
    assert.deepEqual(
      messages.map(({ thread, by, text }) => [thread, by, text]),
      [['together', 'customer', 'Between us']],
    )
  }
  assert.equal((await auditOf(deal, 'job.read_messages')).length, 2)
  await decide(deal)
  assert.equal((await readTogether(deal)).status, 409)
  assert.equal((await auditOf(deal, 'job.read_messages')).length, 2, 'a refused reading is not one')
})

test('decision 71: an answer reaches only a person that the job has', async () => {
  const { job_id } = await market.posted(await market.person('Ana'))
  await pool.query(
    `insert into job_problem (id, job_id, reported_by, kind) values ($1, $2, 'staff', 'other')`,
    [newId(), job_id],
  )
  const refused = await owner.refused(answerPerson, {
    params: { job_id },
    body: { message_id: newId(), to: 'carrier', told: 'Hello?' },
  })
  assert.match(refused, /409/)
})
