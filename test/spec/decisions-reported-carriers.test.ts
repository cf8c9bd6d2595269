import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { reassignJob } from '#contract/admin/job-acts.ts'
import { answerPerson, readConversationForStaff } from '#contract/admin/job-conversation.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, reportedAs, sentBy, talkOf } from '../support/message-scenes.ts'
import type { Person } from '../support/person.ts'
import { joinAsOwner } from '../support/staff.ts'

/* A report of a message is about the carrier in whose talk it is (decision 71). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { pool } = market.app.db
const owner = await joinAsOwner(market.app)

const moveTo = ({ params }: Deal, { accountId }: Person) =>
  owner.ok(reassignJob, { params, body: { carrier_id: accountId, reason: 'the van broke down' } })

const answer = ({ params }: Deal, to: 'customer' | 'carrier') =>
  owner.ok(answerPerson, { params, body: { message_id: newId(), to, told: 'We look at it' } })

const isOpenFor = async (person: Person, deal: Deal) => (await talkOf(person, deal, 'operator')).open

const canStaffRead = async ({ params }: Deal) => {
  const { conversation } = await owner.ok(readJobForStaff, { params })
  const { status } = await owner.call(readConversationForStaff, { params })
  assert.equal(status, conversation.open ? 200 : 409)
  return conversation.open
}

/** The customer has reported the first carrier, whom the operator has asked; then another carrier has the job. */
async function movedAfterReport() {
  const deal = await acceptedDeal(market)
  await reportedAs(deal.customer, deal, await sentBy(deal.carrier, deal, messageBody('Pay me 50 in cash')))
  assert.equal(await canStaffRead(deal), true)
  await answer(deal, 'carrier')
  assert.equal(await isOpenFor(deal.carrier, deal), true)
  const next = await market.carrier({ name: 'Olga' })
  await moveTo(deal, next)
  const message = await sentBy(next, deal, messageBody('I ring twice'))
  return { deal, next, message }
}

test('decision 71: a report of the former carrier opens no thread of the next one, and stays open itself', async () => {
  const { deal, next, message } = await movedAfterReport()
  assert.deepEqual([await canStaffRead(deal), await isOpenFor(next, deal)], [true, false])
  await reportedAs(deal.customer, deal, message)
  assert.deepEqual([await canStaffRead(deal), await isOpenFor(next, deal)], [true, false])
  await answer(deal, 'carrier')
  assert.equal(await isOpenFor(next, deal), true)
})

test('decision 71: with the first carrier again, the report of them counts again', async () => {
  const { deal } = await movedAfterReport()
  await moveTo(deal, deal.carrier)
  assert.deepEqual([await canStaffRead(deal), await isOpenFor(deal.carrier, deal)], [true, true])
})

test('decision 71: after a report that names no carrier, what staff wrote to the former one opens no thread of the next', async () => {
  const { deal, next } = await movedAfterReport()
  // As a node of the version before writes it.
  await pool.query('update job_message set about_carrier_id = null where job_id = $1', [deal.job_id])
  assert.deepEqual([await canStaffRead(deal), await isOpenFor(next, deal)], [true, false])
  const body = { message_id: newId(), to: 'carrier' as const, told: 'Hello' }
  assert.match(await owner.refused(answerPerson, { params: deal.params, body }), /^409 wrong_state/)
})
