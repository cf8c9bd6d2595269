import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { eraseAccount, suspendAccount } from '#contract/admin/accounts.ts'
import { cancelJob, reassignJob } from '#contract/admin/job-acts.ts'
import { answerPerson, readConversationForStaff } from '#contract/admin/job-conversation.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { readToday } from '#contract/admin/today.ts'
import { giveBackJob } from '#contract/app/carrier.ts'
import { markMessagesRead } from '#contract/app/conversation.ts'
import { newId } from '../../server/lib/ids.ts'
import { removeOldData } from '../../server/privacy/retention.ts'
import { acceptedDeal, completedDeal, type Deal, report } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, reportedAs, sentBy, talkOf } from '../support/message-scenes.ts'
import type { Person } from '../support/person.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

/* Decision 85: a report of a message is open until it is answered, whatever becomes of the job, and opens one talk. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool } = app.db
const owner = await joinAsOwner(app)
const reason = 'the van broke down'

const answer = ({ params }: Deal, to: 'customer' | 'carrier', carrier_id?: string) =>
  owner.ok(answerPerson, {
    params,
    body: { message_id: newId(), to, told: 'We look at it', ...(carrier_id && { carrier_id }) },
  })

/** The entry of *Today* of the one who reported; undefined once it is answered. */
const entryOf = async ({ job_id }: Deal) =>
  (await owner.ok(readToday)).entries.find(
    (entry) => entry.kind === 'message_waiting' && entry.job_id === job_id,
  )

const answersTo = async ({ accountId }: Person, { job_id }: Deal) =>
  (await noticesTo(app, accountId, job_id)).filter((kind) => kind === 'staff_answered').length

const moveTo = ({ params }: Deal, { accountId }: Person) =>
  owner.ok(reassignJob, { params, body: { carrier_id: accountId, reason } })

const moved = async (deal: Deal) => moveTo(deal, await market.carrier({ name: 'Olga' }))

const erased = ({ accountId }: Person) =>
  owner.ok(eraseAccount, { params: { account_id: accountId }, body: { reason, money_settled: true } })

/** As the customer reports a message of a carrier with this name. */
async function reportedDeal(make: typeof acceptedDeal = acceptedDeal) {
  const deal = await make(market)
  await pool.query('update account set name = $2 where id = $1', [deal.carrier.accountId, 'Pedro'])
  await reportedAs(deal.customer, deal, await sentBy(deal.carrier, deal, messageBody('Pay me 50 in cash')))
  return deal
}

const changes: Record<string, (deal: Deal) => Promise<unknown>> = {
  'staff have moved the job to another carrier': moved,
  'it was moved twice': async (deal) => [await moved(deal), await moved(deal)],
  'the job was cancelled by staff': ({ params }) => owner.ok(cancelJob, { params, body: { reason } }),
  'the carrier has given the job back': ({ carrier, params }) =>
    carrier.ok(giveBackJob, { params, body: {} }),
  'the carrier is suspended': ({ carrier: { accountId } }) =>
    owner.ok(suspendAccount, { params: { account_id: accountId }, body: { reason } }),
  'a carrier is suspended whose job was moved': async (deal) => {
    await moved(deal)
    await owner.ok(suspendAccount, { params: { account_id: deal.carrier.accountId }, body: { reason } })
  },
}

for (const [state, change] of Object.entries(changes))
  test(`decision 85: a report waits in Today with the name of its carrier, and is answered, after ${state}`, async () => {
    const deal = await reportedDeal()
    await change(deal)
    const entry = await entryOf(deal)
    assert.deepEqual(
      [entry?.subject_id, entry?.cause, entry?.about_name],
      [`${deal.job_id} customer`, 'customer', 'Pedro'],
    )
    const { conversation } = await owner.ok(readJobForStaff, { params: deal.params })
    const [{ about_carrier_id, report: kind } = {}] = conversation.messages
    assert.deepEqual([about_carrier_id, kind], [deal.carrier.accountId, 'rude'])
    assert.equal(
      conversation.carriers.find(({ account_id }) => account_id === about_carrier_id)?.name,
      'Pedro',
    )
    await answer(deal, 'customer')
    assert.equal(await entryOf(deal), undefined)
    assert.equal(await answersTo(deal.customer, deal), 1)
    assert.equal((await talkOf(deal.customer, deal, 'operator')).messages.at(-1)?.text, 'We look at it')
  })

test('decision 85: a report waits after the job was completed, and after its customer is erased, who is told nothing', async () => {
  const deal = await reportedDeal(completedDeal)
  assert.equal((await entryOf(deal))?.about_name, 'Pedro')
  await erased(deal.customer)
  assert.equal((await entryOf(deal))?.about_name, 'Pedro')
  const { acts } = await owner.ok(readJobForStaff, { params: deal.params })
  assert.equal(acts.find(({ act }) => act === 'answer')?.possible, true)
  await answer(deal, 'customer')
  assert.equal(await entryOf(deal), undefined)
  assert.equal(await answersTo(deal.customer, deal), 0)
  const { rows } = await pool.query('select sender, thread from job_message where job_id = $1', [deal.job_id])
  assert.deepEqual(rows, [{ sender: 'customer', thread: 'customer' }], 'the answer is stored nowhere')
})

test('decision 85: a carrier is told the answer to a report of an erased customer, and both end seven days later', async () => {
  const deal = await completedDeal(market)
  await reportedAs(deal.carrier, deal, await sentBy(deal.customer, deal, messageBody('You are an idiot')))
  await erased(deal.customer)
  assert.deepEqual([(await entryOf(deal))?.cause, (await entryOf(deal))?.about_name], ['carrier', null])
  await answer(deal, 'carrier')
  assert.equal(await entryOf(deal), undefined)
  assert.equal(await answersTo(deal.carrier, deal), 1)
  const count = async () => (await talkOf(deal.carrier, deal, 'operator')).messages.length
  const pass = (span: string) =>
    pool.query('update job_message set created_at = created_at - $2::interval where job_id = $1', [
      deal.job_id,
      span,
    ])
  const days = 10_000
  const retention = {
    RETENTION_JOB_DAYS: days,
    RETENTION_PHOTO_DAYS: days,
    RETENTION_SMS_DAYS: days,
    RETENTION_DOCUMENT_DAYS: days,
    RETENTION_INVOICE_DAYS: days,
  }
  const clean = () => removeOldData({ kysely: app.db.kysely, retention, onRemoved: () => {} })
  await pass('6 days 23 hours')
  await clean()
  assert.equal(await count(), 2)
  await pass('1 hour')
  await clean()
  assert.equal(await count(), 0)
})

test('decision 85: a report of a carrier who is erased waits, without their name', async () => {
  const deal = await completedDeal(market)
  await reportedAs(deal.carrier, deal, await sentBy(deal.customer, deal, messageBody('You are an idiot')))
  await erased(deal.carrier)
  assert.equal((await entryOf(deal))?.subject_id, `${deal.job_id} carrier`)
  await answer(deal, 'carrier')
  assert.equal(await entryOf(deal), undefined)
})

test('decision 85: a carrier whose job was moved is answered about their report, and reads that thread and no more', async () => {
  const deal = await acceptedDeal(market)
  await reportedAs(deal.carrier, deal, await sentBy(deal.customer, deal, messageBody('You are an idiot')))
  const { accountId } = deal.carrier
  const next = await market.carrier({ name: 'Olga' })
  await moveTo(deal, next)
  assert.equal((await entryOf(deal))?.subject_id, `${deal.job_id} carrier ${accountId}`)
  const body = { message_id: newId(), to: 'carrier' as const, told: 'To the other one' }
  assert.match(await owner.refused(answerPerson, { params: deal.params, body }), /^409 wrong_state/)
  await answer(deal, 'carrier', accountId)
  assert.equal(await entryOf(deal), undefined)
  assert.deepEqual([await answersTo(deal.carrier, deal), await answersTo(next, deal)], [1, 0])
  const { messages, open } = await talkOf(deal.carrier, deal, 'operator')
  assert.deepEqual([messages.at(-1)?.text, messages.length, open], ['We look at it', 2, false])
  await deal.carrier.ok(markMessagesRead, {
    params: deal.params,
    body: { thread: 'operator', position: messages.at(-1)?.position ?? 0 },
  })
  await pool.query('update notice set told_at = now()')
  await answer(deal, 'carrier', accountId)
  assert.equal(await answersTo(deal.carrier, deal), 2, 'told again, because the first was read')
  await assert.rejects(talkOf(deal.carrier, deal), /404/)
  assert.deepEqual((await talkOf(next, deal, 'operator')).messages, [])
})

test('decision 85: a node of the version before deletes no open report, except with the row of its job', async () => {
  const deal = await reportedDeal()
  await pool.query('delete from job_message where job_id = $1', [deal.job_id])
  assert.equal((await entryOf(deal))?.about_name, 'Pedro')
  const { job_id: jobId } = await market.draft(await market.person('Ana'))
  await pool.query('update job_message set job_id = $2 where job_id = $1', [deal.job_id, jobId])
  await pool.query('delete from job where id = $1', [jobId])
  const { rowCount } = await pool.query('select from job_message where job_id = $1', [jobId])
  assert.equal(rowCount, 0)
})

/* Who reads which talk when. Each carrier of the job has written one message to the customer. */
type Talks = { deal: Deal; next: Person }

async function twoTalks(before: (deal: Deal) => Promise<unknown>): Promise<Talks> {
  const deal = await acceptedDeal(market)
  const first = await sentBy(deal.carrier, deal, messageBody('first'))
  if (before === reportsFirst) await reportedAs(deal.customer, deal, first)
  else await before(deal)
  const next = await market.carrier({ name: 'Olga' })
  await moveTo(deal, next)
  await sentBy(next, deal, messageBody('second'))
  return { deal, next }
}

const nothing = async () => {}
const reportsFirst = async () => {}
const reportSecond = async ({ deal }: Talks) => {
  const { messages } = await talkOf(deal.customer, deal)
  await reportedAs(deal.customer, deal, messages.at(-1) ?? assert.fail())
}

const matrix: {
  when: string
  before?: (deal: Deal) => Promise<unknown>
  later?: (talks: Talks) => Promise<unknown>
  reads: string[] | null
}[] = [
  { when: 'nothing is reported', reads: null },
  { when: 'a message of the former carrier is reported', before: reportsFirst, reads: ['first'] },
  { when: 'a message of the present carrier is reported', later: reportSecond, reads: ['second'] },
  {
    when: 'a message of each is reported',
    before: reportsFirst,
    later: reportSecond,
    reads: ['first', 'second'],
  },
  { when: 'a problem was reported before the move', before: report, reads: ['first'] },
  { when: 'a problem is reported after the move', later: ({ deal }) => report(deal), reads: ['second'] },
  {
    when: 'the report of the former is long answered, and the talk of the present is reported',
    before: reportsFirst,
    later: async (talks) => {
      await answer(talks.deal, 'customer')
      await pool.query(
        `update job_message set created_at = created_at - interval '8 days' where job_id = $1`,
        [talks.deal.job_id],
      )
      await reportSecond(talks)
    },
    reads: ['second'],
  },
  {
    when: 'the report of the former is long answered',
    before: reportsFirst,
    later: async ({ deal }) => {
      await answer(deal, 'customer')
      await pool.query(
        `update job_message set created_at = created_at - interval '8 days' where job_id = $1`,
        [deal.job_id],
      )
    },
    reads: null,
  },
]

for (const { when, before = nothing, later = nothing, reads } of matrix)
  test(`decision 85: what staff read of two talks when ${when}: ${reads?.join(' and ') ?? 'nothing'}`, async () => {
    const talks = await twoTalks(before)
    await later(talks)
    const { params } = talks.deal
    for (const role of ['staff', 'owner'] as const) {
      const member = role === 'owner' ? owner : await joinAs(app, owner, role)
      const { status, body } = await member.call(readConversationForStaff, { params })
      assert.deepEqual(
        [status, 'messages' in body ? body.messages.map(({ text }) => text) : null],
        [reads ? 200 : 409, reads],
      )
    }
    const viewer = await joinAs(app, owner, 'viewer')
    assert.match(await viewer.refused(readConversationForStaff, { params }), /^403 role_too_low/)
    const { conversation } = await owner.ok(readJobForStaff, { params })
    assert.deepEqual([conversation.open, conversation.together_count], [reads !== null, reads?.length ?? 2])
  })
