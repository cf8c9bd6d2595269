import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { refundJob } from '#contract/admin/job-acts.ts'
import type { TimelineEntry } from '#contract/admin/job-detail.ts'
import { exportJobTimeline, readJobForStaff } from '#contract/admin/jobs.ts'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { runTasks } from '../support/dray.ts'
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
const [viewer, staff] = [await joinAs(app, owner, 'viewer'), await joinAs(app, owner, 'staff')]

/** Time passes for jobs and money; the members stay signed in. */
async function wait(span: string): Promise<void> {
  await passTime(db, span)
  await db.pool.query(
    `update member_session set expires_at = now() + interval '1 day', last_seen_at = now(), stepped_up_at = now()`,
  )
}

/** The lives that were told, for the tests after them. */
const lives: { jobId: string; phone: string }[] = []

const migration = readFileSync(
  new URL('../../server/db/migrations/0056_timeline.sql', import.meta.url),
  'utf8',
)
const backfill = migration.slice(migration.indexOf('-- What is known of older rows'))

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

const wholeLife = ({ total, share }: Record<'total' | 'share', number>): string[] => [
  'event | created | draft',
  'text | draft | written | to customer',
  'text | draft | put_off | to customer | twilio: status 503, code 20503',
  'event | opened',
  'text | draft | sent | to customer',
  'event | pays by card',
  `payment | publish | asked | ${total}`,
  `payment | publish | held | ${total}`,
  'event | the total is held | posted',
  'notice | job_posted | written | to customer',
  `payment | renewal | asked | ${total}`,
  `payment | renewal | held | ${total}`,
  `effect | void | asked | ${total}`,
  `payment | publish | released | ${total}`,
  'event | accepted | accepted',
  'notice | job_accepted | written | to customer',
  'event | delivered',
  `effect | capture | asked | ${total}`,
  `payment | renewal | captured | ${total}`,
  'event | delivered and paid | completed',
  `effect | transfer | asked | ${share}`,
  'notice | job_charged | written | to customer',
  'notice | job_completed | written | to carrier',
  `effect | transfer | done | ${share}`,
  'act | job.refund',
  'event | refund of 1000 cents: A scratch',
  'effect | refund | asked | 1000',
  'effect | refund | done | 1000',
  'notice | job_refunded | written | to customer',
  `dispute | dispute | needs_response | ${total} | fraudulent`,
  `dispute | dispute | withdrawn | ${total}`,
  'block | dispute | begun',
  `dispute | dispute | lost | ${total} | fraudulent`,
]

test('a whole life is told as it happened, and what was read before stays as it was', async () => {
  await using _tasks = runTasks(app)
  const [customer, { carrier }] = [await market.person('Ana'), await newCarrier()]
  const read: string[][] = []
  let jobId = ''
  const readAgain = async () => {
    inOrder(await timelineOf(jobId))
    const story = await storyOf(jobId)
    const before = read.at(-1) ?? []
    assert.deepEqual(story.slice(0, before.length), before, 'what was told before is told the same')
    read.push(story)
  }

  texts.behaviour = { taken: false, answer: 'no' }
  const draft = await market.draft(customer)
  jobId = draft.job_id
  const [total, share] = [draft.price.total_cents, draft.price.total_cents - draft.price.fee_cents]
  await readAgain()
  // The provider is back hours later.
  texts.behaviour = answering
  await wait('3 hours')
  await until('the text is sent', async () => texts.sentTo(customer.phone) === 1)
  await until('its row says so', async () => (await storyOf(jobId)).some((each) => each.includes('| sent')))
  await readAgain()

  const body = { payment_id: newId(), source: 'card' as const, payment_method_id: await saveCard(customer) }
  await customer.ok(publishJob, { ...at(jobId), body })
  await settleMoney(app)
  await readAgain()
  await wait('6 days 2 hours')
  await settleMoney(app)
  await readAgain()
  await carrier.ok(acceptJob, at(jobId))
  await carrier.ok(deliverJob, { ...at(jobId), body: {} })
  await settleMoney(app)
  await readAgain()
  await until('both are told', async () => {
    const untold = 'select from notice where told_at is null and job_id = $1'
    return (await db.pool.query(untold, [jobId])).rowCount === 0
  })
  await readAgain()
  const refund = { refund_id: newId(), amount_cents: 1_000, reason: 'A scratch' }
  await staff.ok(refundJob, { ...at(jobId), body: refund })
  await settleMoney(app)
  await readAgain()
  const intent = fake.books().intents.findLast(({ metadata }) => metadata.dray_job === jobId)
  const reference = fake.people.dispute(intent?.id ?? '')
  await sendEvent('charge.dispute.created', reference)
  await readAgain()
  fake.people.closeDispute(reference, 'lost')
  await sendEvent('charge.dispute.closed', reference)
  await readAgain()
  const story = read.at(-1) ?? []
  // The texts of notices are sent by a task beside the money.
  assert.deepEqual(
    story.filter((each) => !each.startsWith('text | notice')),
    wholeLife({ total, share }),
  )
  lives.push({ jobId, phone: customer.phone })
})

test('a viewer may not download it; staff may, which is recorded; the file has instants in UTC, euros and the text', async () => {
  const { jobId, phone } = lives[0] ?? assert.fail()
  const file = { ...at(jobId), query: { format: 'csv' as const } }
  assert.equal(await viewer.refused(exportJobTimeline, file), '403 role_too_low')
  const csv = (await staff.call(exportJobTimeline, file)).text
  const [head, ...lines] = csv.trim().split('\r\n')
  assert.match(head ?? '', /^\uFEFF?n,at_utc,kind,what,outcome/)
  assert.match(csv, /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,payment,publish,held,.*29631,296\.31/)
  assert.match(lines[1] ?? '', /text,draft,written,.*https?:/)
  assert.ok(!csv.includes(phone), 'phones are masked')
  assert.match(lines.at(-1) ?? '', /act,job\.export_timeline,.*,New staff,/)
  const whole = { ...at(jobId), query: { format: 'json' as const, with_phones: true } }
  const json = JSON.parse((await staff.call(exportJobTimeline, whole)).text)
  assert.deepEqual([json.job_id, json.exported_by, json.price.total_cents], [jobId, 'New staff', 29_631])
  assert.deepEqual(json.timeline.map(words).slice(0, 3), (await storyOf(jobId)).slice(0, 3))
  assert.ok(json.timeline.every((entry: { at: string }) => entry.at.endsWith('Z')))
  const { events } = await owner.ok(listAuditEvents, { query: { act: 'job.export_timeline' } })
  assert.deepEqual(
    events.map(({ actor, targets, changes }) => [actor.id, targets[0]?.id, changes?.with_phones?.to]),
    [
      [staff.memberId, jobId, true],
      [staff.memberId, jobId, false],
    ],
  )
  const unknown = { params: { job_id: newId() }, query: { format: 'csv' as const } }
  assert.equal(await staff.refused(exportJobTimeline, unknown), '404 not_found')
})

test('texts and notices stay in the timeline when their rows are deleted; sign-in codes never were in it', async () => {
  const { jobId } = lives[0] ?? assert.fail()
  const before = await timelineOf(jobId)
  await db.pool.query('delete from sms where job_id = $1', [jobId])
  await db.pool.query('delete from notice where job_id = $1', [jobId])
  assert.deepEqual(await timelineOf(jobId), before)
  assert.ok(before.every(({ kind, what }) => kind !== 'text' || what !== 'code'))
})

test('of older rows the migration tells what is known with its instant, and of the rest that only the last status is', async () => {
  const customer = await market.person()
  const { job_id: jobId } = await market.draft(customer)
  const body = { payment_id: newId(), source: 'card' as const, payment_method_id: await saveCard(customer) }
  await customer.ok(publishJob, { ...at(jobId), body })
  await settleMoney(app)
  await db.pool.query(
    `update sms set status = 'failed', sent_at = null, last_error = 'no such number' where job_id = $1`,
    [jobId],
  )
  const known = await timelineOf(jobId)
  await db.pool.query('delete from timeline_entry')
  await db.pool.query(backfill)
  const told = await timelineOf(jobId)
  assert.deepEqual(told.map(words).sort(), known.map(words).sort())
  const isFailedText = ({ kind, outcome }: TimelineEntry) => kind === 'text' && outcome === 'failed'
  assert.deepEqual(told.filter((entry) => entry.last_known).map(words), [
    'text | draft | failed | to customer | no such number',
  ])
  const exact = (timeline: TimelineEntry[]) => timeline.filter((entry) => !isFailedText(entry))
  assert.deepEqual(exact(told), exact(known))
})

test('a draft that is deleted leaves nothing in the timeline', async () => {
  const { body } = await market.partner.create({ customer_phone: '+34612345999' })
  await db.pool.query(`update sms set status = 'failed' where job_id = $1`, [body.job_id])
  const entries = () => db.pool.query('select from timeline_entry where job_id = $1', [body.job_id])
  assert.equal((await entries()).rowCount, 1)
  await db.pool.query('delete from job where id = $1', [body.job_id])
  assert.equal((await entries()).rowCount, 0)
})
