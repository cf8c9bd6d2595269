import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { refundJob } from '#contract/admin/job-acts.ts'
import type { TimelineEntry } from '#contract/admin/job-detail.ts'
import { exportJobTimeline, readJobForStaff } from '#contract/admin/jobs.ts'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { passTime } from '../support/pass-time.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { kind as answering, startSmsProvider } from '../support/sms-provider.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'
import { openStripeMarket } from '../support/stripe-market.ts'
import { until } from '../support/until.ts'

/* DESIGN 6.14 and decision 53: what happened is told as it happened. */
const texts = await startSmsProvider()
const stripe = await openStripeMarket(texts.env)
const { fake, market, sendEvent, saveCard, newCarrier } = stripe
const { app } = market
const { db } = app
after(async () => {
  await stripe[Symbol.asyncDispose]()
  await texts[Symbol.asyncDispose]()
})
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')

const at = (job_id: string) => ({ params: { job_id } })

const timelineOf = async (jobId: string): Promise<TimelineEntry[]> =>
  (await viewer.ok(readJobForStaff, at(jobId))).timeline

/** An entry without its instant, which `passTime` moves. */
const words = ({ kind, what, outcome, to_status, to, amount_cents, reason, from_status }: TimelineEntry) =>
  [kind, what, from_status !== to_status && to_status, outcome, to && `to ${to}`, amount_cents, reason]
    .filter((each) => each !== null && each !== false)
    .join(' | ')

const storyOf = async (jobId: string): Promise<string[]> => (await timelineOf(jobId)).map(words)

const inOrder = (timeline: TimelineEntry[]) => {
  const instants = timeline.map((entry) => entry.at)
  assert.deepEqual(instants, [...instants].sort(), 'by instant')
}

test('a whole life is told as it happened, and what was read before stays as it was', async () => {
  const [customer, { carrier }] = [await market.person('Ana'), await newCarrier()]
  const read: string[][] = []
  let jobId = ''
  const lookAgain = async () => {
    inOrder(await timelineOf(jobId))
    const story = await storyOf(jobId)
    const before = read.at(-1) ?? []
    assert.deepEqual(story.slice(0, before.length), before, 'what was told before is told the same')
    read.push(story)
  }

  texts.behaviour = { taken: false, answer: 'no' }
  const draft = await market.draft(customer)
  jobId = draft.job_id
  const total = draft.price.total_cents
  await lookAgain()
  // The provider is back hours later.
  texts.behaviour = answering
  await passTime(db, '3 hours')
  await until('the text is sent', async () => texts.sentTo(customer.phone) === 1)
  await until('its row says so', async () => (await storyOf(jobId)).some((each) => each.includes('| sent')))
  await lookAgain()

  const body = { payment_id: newId(), source: 'card' as const, payment_method_id: await saveCard(customer) }
  await customer.ok(publishJob, { ...at(jobId), body })
  await settleMoney(app)
  await lookAgain()
  await passTime(db, '6 days 2 hours')
  await settleMoney(app)
  await lookAgain()
  await carrier.ok(acceptJob, at(jobId))
  await carrier.ok(deliverJob, { ...at(jobId), body: {} })
  await settleMoney(app)
  await lookAgain()
  await until('both are told', async () => {
    const { rowCount } = await db.pool.query('select from notice where told_at is null and job_id = $1', [jobId])
    return rowCount === 0
  })
  await lookAgain()
  const staff = await joinAs(app, await joinAsOwner(app), 'staff')
  await staff.ok(refundJob, { ...at(jobId), body: { amount_cents: 1_000, reason: 'A scratch' } })
  await settleMoney(app)
  await lookAgain()
  const intent = fake.books().intents.findLast(({ metadata }) => metadata.dray_job === jobId)
  const reference = fake.people.dispute(intent?.id ?? '')
  await sendEvent('charge.dispute.created', reference)
  await lookAgain()
  fake.people.closeDispute(reference, 'lost')
  await sendEvent('charge.dispute.closed', reference)
  await lookAgain()
  console.log((await storyOf(jobId)).join('\n'), total)
})
