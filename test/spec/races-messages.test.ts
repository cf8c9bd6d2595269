import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { giveBackJob } from '#contract/app/carrier.ts'
import { markMessagesRead, reportMessage, sendMessage } from '#contract/app/conversation.ts'
import { remindOfMessages } from '../../server/jobs/conversation/remind.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { acceptedDeal, completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, reportedAs, sentBy, talkOf } from '../support/message-scenes.ts'

/* Messages at the same instant (decision 71). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const rounds = 4

test('race: both write at once: each message once, in one order for both', async () => {
  const deal = await acceptedDeal(market)
  const bodies = Array.from({ length: 10 }, (_, n) => messageBody(String(n)))
  await Promise.all(bodies.map((body, n) => sentBy(n % 2 === 0 ? deal.customer : deal.carrier, deal, body)))
  const [mine, theirs] = [await talkOf(deal.customer, deal), await talkOf(deal.carrier, deal)]
  assert.deepEqual(mine.messages, theirs.messages)
  assert.deepEqual(
    mine.messages.map(({ position }) => position),
    bodies.map((_, n) => n + 1),
  )
  assert.deepEqual(new Set(mine.messages.map(({ text }) => text)), new Set(bodies.map(({ text }) => text)))
})

test('race: a request is repeated while it runs: one message, and the same answer', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    const body = messageBody()
    const answers = await Promise.all([1, 2, 3].map(() => sentBy(deal.customer, deal, body)))
    assert.equal(new Set(answers.map((each) => JSON.stringify(each))).size, 1)
    assert.equal((await talkOf(deal.carrier, deal)).messages.length, 1)
  }
})

test('race: a message arrives while the other side marks: it is read, or stays unread with its reminder', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    await sentBy(deal.customer, deal)
    await Promise.all([
      sentBy(deal.customer, deal),
      deal.carrier.ok(markMessagesRead, {
        params: deal.params,
        body: { thread: 'together', position: 9_999 },
      }),
    ])
    const { rows } = await pool.query<{ position: number; waits: boolean }>(
      `select together_position as position, remind_at is not null as waits from message_reader
       where job_id = $1 and account_id = $2`,
      [deal.job_id, deal.carrier.accountId],
    )
    const [row] = rows
    assert.equal(row?.waits, row?.position === 1, JSON.stringify(row))
  }
})

test('race: a message while the job is given back: sent before, or refused', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    const [sent] = await Promise.all([
      deal.carrier.call(sendMessage, { params: deal.params, body: messageBody() }),
      deal.carrier.ok(giveBackJob, { params: deal.params, body: {} }),
    ])
    assert.ok(sent.status === 201 || sent.status === 409, String(sent.status))
    const { messages } = await talkOf(deal.customer, deal)
    assert.equal(messages.length, sent.status === 201 ? 1 : 0)
  }
})

test('race: a message is reported several times at once: one report, and each answer is the same', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await acceptedDeal(market)
    const message = await sentBy(deal.carrier, deal)
    const kinds = ['rude', 'outside_payment', 'other', 'rude'] as const
    const answers = await Promise.all(
      kinds.map((kind) => reportedAs(deal.customer, deal, { ...message, kind })),
    )
    assert.equal(new Set(answers.map(({ reported_as }) => reported_as)).size, 1)
    assert.equal((await talkOf(deal.customer, deal, 'operator')).messages.length, 1)
  }
})

test('race: a message is reported while the other side is erased: it names the message, or is refused', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await completedDeal(market)
    const message = await sentBy(deal.customer, deal)
    const [reported] = await Promise.all([
      deal.carrier.call(reportMessage, {
        params: { ...deal.params, message_id: message.message_id },
        body: { kind: 'rude' },
      }),
      eraseAccount(kysely, { accountId: deal.customer.accountId, moneySettled: true }),
    ])
    assert.ok([200, 404, 409].includes(reported.status), String(reported.status))
    const { rowCount } = await pool.query('select from job_message where job_id = $1', [deal.job_id])
    // Decision 85: what an open report is about stays until staff have answered.
    assert.equal(rowCount, reported.status === 200 ? 1 : 0)
  }
})

test('race: two nodes remind at once: one notice', async () => {
  const deal = await acceptedDeal(market)
  await sentBy(deal.customer, deal)
  await pool.query('update message_reader set remind_at = now()')
  const { signal } = new AbortController()
  await Promise.all([1, 2, 3].map(() => remindOfMessages({ kysely }, signal)))
  const { rowCount } = await pool.query(`select from notice where job_id = $1 and kind = 'messages_unread'`, [
    deal.job_id,
  ])
  assert.equal(rowCount, 1)
})
