import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { answerPerson, readConversationForStaff } from '#contract/admin/job-conversation.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { readToday } from '#contract/admin/today.ts'
import { giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { reportMessage, sendMessage } from '#contract/app/conversation.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { messageReportKinds } from '#contract/message-vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal, completedDeal, type Deal, report } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, reportedAs, sentBy, talkOf } from '../support/message-scenes.ts'
import type { Person } from '../support/person.ts'
import { joinAsOwner } from '../support/staff.ts'

/* The recipient of a message reports it to the operator (decision 71). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool } = app.db
const owner = await joinAsOwner(app)

/** A job in which the carrier has written something that the customer may report. */
async function rudeDeal() {
  const deal = await acceptedDeal(market)
  const message = await sentBy(deal.carrier, deal, messageBody('Pay me 50 in cash'))
  return { deal, message }
}

const refusedReport = async (person: Person, { params }: Pick<Deal, 'params'>, message_id: string) => {
  const { status, body } = await person.refused(reportMessage, {
    params: { ...params, message_id },
    body: { kind: 'rude' },
  })
  return `${status} ${body.error}`
}

const toOperator = (text = 'Please look') => messageBody(text, 'operator')

const answer = ({ params }: Deal, to: 'customer' | 'carrier', told = 'We have talked to them') =>
  owner.ok(answerPerson, { params, body: { message_id: newId(), to, told } })

const isOpenFor = async (person: Person, deal: Deal) => (await talkOf(person, deal, 'operator')).open

const reportsOf = async ({ job_id }: Deal): Promise<number> => {
  const { rowCount } = await pool.query(
    'select from job_message where job_id = $1 and report_kind is not null',
    [job_id],
  )
  return rowCount ?? 0
}

test('decision 71: a reported message is marked for the one who reported it, and opens their thread with the operator', async () => {
  const { deal, message } = await rudeDeal()
  const { customer } = deal
  const seen = await reportedAs(customer, deal, { ...message, kind: 'outside_payment' })
  assert.deepEqual(seen, { ...message, reported_as: 'outside_payment' })
  assert.deepEqual((await talkOf(customer, deal)).messages, [seen])
  const { messages, open } = await talkOf(customer, deal, 'operator')
  assert.deepEqual(
    messages.map(({ by, text, reported_as }) => [by, text, reported_as]),
    [['customer', 'I report a message: it asks to pay outside of the app.', null]],
  )
  assert.equal(open, true)
  await sentBy(customer, deal, toOperator())
  const job = await customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(job.messages.operator, { open: true, unread: 0, count: 2 })
})

test('decision 71: the text of the report is in the language of the person', async () => {
  const { deal, message } = await rudeDeal()
  for (const [language, text] of [
    ['es', 'Aviso de un mensaje: es grosero o amenazante.'],
    ['de', 'Ich melde eine Nachricht: Sie ist beleidigend oder bedrohlich.'],
  ] as const) {
    const { message_id } = language === 'es' ? message : await sentBy(deal.carrier, deal)
    const headers = { 'accept-language': language }
    const params = { ...deal.params, message_id }
    await deal.customer.ok(reportMessage, { params, body: { kind: 'rude' }, headers })
    assert.equal((await talkOf(deal.customer, deal, 'operator')).messages.at(-1)?.text, text)
  }
})

test('decision 71: the sender learns nothing of the report', async () => {
  const { deal, message } = await rudeDeal()
  const body = { message_id: message.message_id, thread: 'together' as const, text: 'Pay me 50 in cash' }
  const seen = async () => ({
    talk: await talkOf(deal.carrier, deal),
    operator: await talkOf(deal.carrier, deal, 'operator'),
    job: await deal.carrier.ok(readCarrierJob, { params: deal.params }),
    sentAgain: await sentBy(deal.carrier, deal, body),
    notices: await noticesTo(app, deal.carrier.accountId, deal.job_id),
  })
  const before = await seen()
  await reportedAs(deal.customer, deal, message)
  assert.deepEqual(await seen(), before)
  const late = await deal.carrier.refused(sendMessage, { params: deal.params, body: toOperator() })
  assert.deepEqual([late.status, late.body.error], [409, 'wrong_state'])
})

test('decision 71: a carrier reports a message of the customer too; the money goes on, and the partner sees no change', async () => {
  const deal = await acceptedDeal(market)
  const row = async () => (await pool.query('select * from job where id = $1', [deal.job_id])).rows[0]
  const before = await row()
  const message = await sentBy(deal.customer, deal, messageBody('You are an idiot'))
  await reportedAs(deal.carrier, deal, message)
  assert.deepEqual(await row(), before)
  assert.equal((await pool.query('select from money_block where job_id = $1', [deal.job_id])).rowCount, 0)
  assert.deepEqual([await isOpenFor(deal.carrier, deal), await isOpenFor(deal.customer, deal)], [true, false])
})

test('decision 71: staff see in Today that a person waits, and the reported message when they read the conversation', async () => {
  const { deal, message } = await rudeDeal()
  await sentBy(deal.customer, deal, messageBody('No'))
  const entryOf = async () =>
    (await owner.ok(readToday)).entries.find(({ subject_id }) => subject_id === `${deal.job_id} customer`)
  assert.equal(await entryOf(), undefined)
  assert.equal((await owner.call(readConversationForStaff, { params: deal.params })).status, 409)
  await reportedAs(deal.customer, deal, message)
  assert.equal((await entryOf())?.kind, 'message_waiting')
  const { conversation, acts } = await owner.ok(readJobForStaff, { params: deal.params })
  assert.equal(conversation.open, true)
  assert.deepEqual(
    conversation.messages.map(({ by, report: kind, waits }) => [by, kind, waits]),
    [['customer', 'rude', true]],
  )
  assert.equal(acts.find(({ act }) => act === 'answer')?.possible, true)
  const { messages } = await owner.ok(readConversationForStaff, { params: deal.params })
  assert.deepEqual(
    messages.map(({ text, report: kind }) => [text, kind]),
    [
      ['Pay me 50 in cash', 'rude'],
      ['No', null],
    ],
  )
  await answer(deal, 'customer')
  assert.equal(await entryOf(), undefined)
  assert.deepEqual(
    (await noticesTo(app, deal.customer.accountId, deal.job_id)).filter((kind) => kind === 'staff_answered'),
    ['staff_answered'],
  )
})

test('decision 71: the sender can answer the operator once they were asked', async () => {
  const { deal, message } = await rudeDeal()
  await reportedAs(deal.customer, deal, message)
  await answer(deal, 'carrier', 'Payment is in the app only')
  assert.equal(await isOpenFor(deal.carrier, deal), true)
  await sentBy(deal.carrier, deal, toOperator('I am sorry'))
})

test('decision 71: what was said about a reported message ends seven days after its last message, and not before an answer', async () => {
  const { deal, message } = await rudeDeal()
  await reportedAs(deal.customer, deal, message)
  const pass = (span: string) =>
    pool.query('update job_message set created_at = created_at - $2::interval where job_id = $1', [
      deal.job_id,
      span,
    ])
  const canStaffRead = async () =>
    (await owner.call(readConversationForStaff, { params: deal.params })).status === 200
  await pass('8 days')
  assert.deepEqual([await isOpenFor(deal.customer, deal), await canStaffRead()], [true, true])
  await answer(deal, 'customer')
  await pass('6 days 23 hours')
  assert.deepEqual([await isOpenFor(deal.customer, deal), await canStaffRead()], [true, true])
  await pass('1 hour')
  assert.deepEqual([await isOpenFor(deal.customer, deal), await canStaffRead()], [false, false])
  const late = await deal.customer.refused(sendMessage, { params: deal.params, body: toOperator() })
  assert.equal(late.status, 409)
  assert.equal((await talkOf(deal.customer, deal, 'operator')).messages.length, 2)
})

test('decision 71: a report of a problem opens both threads as before, also beside a reported message', async () => {
  const { deal, message } = await rudeDeal()
  await reportedAs(deal.customer, deal, message)
  await report(deal)
  assert.equal(await isOpenFor(deal.carrier, deal), true)
})

test('decision 71: an own message, one of another job, of staff, to the operator, and an unknown one are not reported', async () => {
  const { deal, message } = await rudeDeal()
  const other = await rudeDeal()
  assert.equal(await refusedReport(deal.carrier, deal, message.message_id), '409 wrong_state')
  await reportedAs(deal.customer, deal, message)
  await answer(deal, 'customer')
  const { messages } = await talkOf(deal.customer, deal, 'operator')
  const foreign = [other.message, ...messages].map(({ message_id }) => message_id)
  for (const message_id of [...foreign, newId()])
    assert.equal(await refusedReport(deal.customer, deal, message_id), '404 not_found')
  assert.equal(await refusedReport(other.deal.customer, deal, message.message_id), '404 not_found')
  assert.equal(await refusedReport(deal.customer, deal, 'no-id'), '404 not_found')
  assert.deepEqual([await reportsOf(deal), await reportsOf(other.deal)], [1, 0])
})

test('decision 71: an unknown kind, and a report without one, are refused', async () => {
  const { deal, message } = await rudeDeal()
  const params = { ...deal.params, message_id: message.message_id }
  for (const body of [{ kind: 'boring' }, { kind: null }, {}]) {
    const { status, body: error } = await deal.customer.refused(reportMessage, {
      params,
      body: body as never,
    })
    assert.deepEqual([status, error.error], [400, 'validation_error'])
  }
  assert.equal(await reportsOf(deal), 0)
})

test('decision 71: only the first report of a message counts, with every kind', async () => {
  for (const kind of messageReportKinds) {
    const { deal, message } = await rudeDeal()
    const first = await reportedAs(deal.customer, deal, { ...message, kind })
    for (const again of messageReportKinds)
      assert.deepEqual(await reportedAs(deal.customer, deal, { ...message, kind: again }), first)
    assert.equal(first.reported_as, kind)
    assert.equal(await reportsOf(deal), 1)
  }
})

test('decision 71: a message is reported as long as it can be read', async () => {
  const deal = await completedDeal(market)
  const [first, second] = [await sentBy(deal.carrier, deal), await sentBy(deal.carrier, deal)]
  const endedAgo = (span: string) =>
    pool.query('update job set completed_at = now() - $2::interval where id = $1', [deal.job_id, span])
  await endedAgo('6 days 23 hours')
  await reportedAs(deal.customer, deal, first)
  await endedAgo('7 days')
  for (const { message_id } of [first, second])
    assert.equal(await refusedReport(deal.customer, deal, message_id), '409 wrong_state')
})

test('decision 71: after a carrier gave the job back, the customer can still report, and the carrier can not', async () => {
  const { deal, message } = await rudeDeal()
  const own = await sentBy(deal.customer, deal)
  await deal.carrier.ok(giveBackJob, { params: deal.params, body: {} })
  assert.equal(await refusedReport(deal.carrier, deal, own.message_id), '409 wrong_state')
  await reportedAs(deal.customer, deal, message)
  assert.equal(await isOpenFor(deal.customer, deal), true)
})

test('decision 71: a report is not a message for the limits: it is possible after any number of them, and takes no room', async () => {
  const { deal, message } = await rudeDeal()
  const { customer, carrier } = deal
  const theirs = [message]
  while (theirs.length < 12) theirs.push(await sentBy(carrier, deal))
  for (const each of theirs) await reportedAs(customer, deal, each)
  for (let sent = 0; sent < 12; sent++) await sentBy(customer, deal)
  const { status } = await customer.refused(sendMessage, { params: deal.params, body: messageBody() })
  assert.equal(status, 429)
  await pool.query(
    `update job_message set created_at = created_at - interval '61 seconds' where job_id = $1`,
    [deal.job_id],
  )
  await reportedAs(customer, deal, await sentBy(carrier, deal))
  await pool.query(
    `insert into job_message (id, job_id, position, thread, carrier_id, sender, text, created_at)
     select gen_random_uuid(), $1, 100 + n, 'together', $2, 'customer', 'x', now() from generate_series(1, 400) n`,
    [deal.job_id, carrier.accountId],
  )
  await reportedAs(customer, deal, await sentBy(carrier, deal))
  assert.equal(await reportsOf(deal), 14)
})

test('decision 71: the copy for the one who reported has the report, and that of the sender has nothing of it', async () => {
  const { deal, message } = await rudeDeal()
  await reportedAs(deal.customer, deal, message)
  const copyOf = async (person: Person) => JSON.stringify(await person.ok(downloadMyData))
  assert.match(await copyOf(deal.customer), /I report a message/)
  const theirs = await copyOf(deal.carrier)
  assert.doesNotMatch(theirs, /I report a message|rude/)
})

test('decision 71: when the message ends, the report no longer names it; with the data of the job both end', async () => {
  const { deal, message } = await rudeDeal()
  await reportedAs(deal.customer, deal, message)
  const rows = async () =>
    (
      await pool.query('select report_kind, about_id from job_message where job_id = $1 order by position', [
        deal.job_id,
      ])
    ).rows
  assert.deepEqual(await rows(), [
    { report_kind: null, about_id: null },
    { report_kind: 'rude', about_id: message.message_id },
  ])
  // As an erasure of the carrier, also by a node of the version before.
  await pool.query('update account set phone = null, name = null, erased_at = now() where id = $1', [
    deal.carrier.accountId,
  ])
  assert.deepEqual(await rows(), [{ report_kind: 'rude', about_id: null }])
  await answer(deal, 'customer')
  await pool.query('update job set customer_phone = null, data_removed_at = now() where id = $1', [
    deal.job_id,
  ])
  assert.deepEqual(await rows(), [])
})
