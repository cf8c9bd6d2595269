import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { markMessagesRead } from '#contract/app/conversation.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { remindOfMessages } from '../../server/jobs/conversation/remind.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, completedDeal, type Deal } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, sentBy } from '../support/message-scenes.ts'
import { usualProof } from '../support/proofs.ts'

/* Who is told of messages, and how often (decision 71). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

const remind = () => remindOfMessages({ kysely }, new AbortController().signal)
const told = async (deal: Deal, kind: string) =>
  (await noticesTo(app, deal.carrier.accountId, deal.job_id)).filter((each) => each === kind).length
const passMinutes = (deal: Deal, minutes: number) =>
  pool.query(
    'update message_reader set remind_at = remind_at - make_interval(mins => $2) where job_id = $1',
    [deal.job_id, minutes],
  )
const read = (deal: Deal) =>
  deal.carrier.ok(markMessagesRead, { params: deal.params, body: { thread: 'together', position: 9_999 } })

test('decision 71: the other side is told of each message, once for messages in a row', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal)
  await sentBy(deal.customer, deal)
  assert.equal(await told(deal, 'message_received'), 1)
  await pool.query('update notice set told_at = now() where job_id = $1', [deal.job_id])
  const body = messageBody()
  await sentBy(deal.customer, deal, body)
  await sentBy(deal.customer, deal, body)
  assert.equal(await told(deal, 'message_received'), 2)
  assert.ok(!(await noticesTo(app, deal.customer.accountId, deal.job_id)).includes('message_received'))
})

test('decision 71: a message that is unread for ten minutes is one reminder, until it is read', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal)
  await passMinutes(deal, 9)
  await remind()
  assert.equal(await told(deal, 'messages_unread'), 0)
  await passMinutes(deal, 2)
  await Promise.all([remind(), remind()])
  await sentBy(deal.customer, deal)
  await passMinutes(deal, 60)
  await remind()
  assert.equal(await told(deal, 'messages_unread'), 1)
  await read(deal)
  await sentBy(deal.customer, deal)
  await passMinutes(deal, 11)
  await remind()
  assert.equal(await told(deal, 'messages_unread'), 2)
})

test('decision 71: after a change of carrier, the customer is reminded of what the new one writes', async () => {
  const deal = await acceptedDeal(market)
  const { accountId } = deal.customer
  const reminders = async () =>
    (await noticesTo(app, accountId, deal.job_id)).filter((kind) => kind === 'messages_unread').length
  await sentBy(deal.carrier, deal)
  await passMinutes(deal, 11)
  await remind()
  assert.equal(await reminders(), 1)
  const next = await market.carrier({ name: 'Olga' })
  const move = { jobId: deal.job_id, carrierId: next.accountId, by: byOperator() }
  await reassignJob({ kysely, maxOpenJobs: 5, proof: usualProof }, move)
  await passMinutes(deal, 60)
  await remind()
  assert.equal(await reminders(), 1, 'what the former carrier wrote is shown no more')
  await sentBy(next, deal)
  await passMinutes(deal, 11)
  await remind()
  assert.equal(await reminders(), 2)
})

test('decision 71: no reminder follows a message that was read in time, and a person gets at most three for a job', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal)
  await read(deal)
  await passMinutes(deal, 60)
  await remind()
  assert.equal(await told(deal, 'messages_unread'), 0)
  for (let round = 0; round < 5; round++) {
    await sentBy(deal.customer, deal)
    await passMinutes(deal, 11)
    await remind()
    await read(deal)
  }
  assert.equal(await told(deal, 'messages_unread'), 3)
})

test('decision 71: after the end of the talk, or an outage of a day, no reminder follows', async () => {
  const [ended, old] = [await completedDeal(market), await acceptedDeal(market)]
  await sentBy(ended.customer, ended)
  await pool.query(`update job set completed_at = now() - interval '8 days' where id = $1`, [ended.job_id])
  await passMinutes(ended, 11)
  await sentBy(old.customer, old)
  await passMinutes(old, 25 * 60)
  await remind()
  assert.deepEqual([await told(ended, 'messages_unread'), await told(old, 'messages_unread')], [0, 0])
})
