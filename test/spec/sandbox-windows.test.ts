import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Job } from '#contract/partner.ts'
import type { Step } from '#contract/sandbox/world.ts'
import { sofa, startDray } from '../support/dray.ts'
import { assertBooks } from '../support/money-books.ts'
import { phoneOf, type Refused, sandboxUser } from '../support/sandbox.ts'

/* People of a world agree on a time, and its clock stops at the reminders and the deadline (decision 69). */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('sandbox, decision 69: a move agrees on a time; the clock stops at the reminders and at the deadline', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept', 'agree_time'] as const)
    await user.move(jobId, move)
  const types = async () => (await user.job(jobId)).timeline.map(({ type }) => type)
  assert.deepEqual((await types()).slice(-2), ['time_proposed', 'time_agreed'])
  assert.ok(!(await user.job(jobId)).moves.includes('agree_time'))
  const absent = { do: 'report_trip', reason: 'customer_absent' }
  const early = await user.sandbox<Refused>('POST', `/jobs/${jobId}/moves`, absent)
  assert.deepEqual([early.status, early.body.error], [409, 'move_not_possible'], 'the time has not begun')
  await user.pass(4 * 86_400)
  const told = (await types()).filter((type) => type === 'reminded' || type === 'collection_overdue')
  assert.equal(told.at(-1), 'collection_overdue')
  assert.ok(told.slice(0, -1).every((type) => type === 'reminded') && told.length >= 2, told.join())
  const { rows } = await app.db.pool.query(
    'select count(*)::int as n from window_reminder where job_id = $1',
    [jobId],
  )
  assert.equal(rows[0]?.n, 0)
})

test('sandbox, decision 69: the carrier takes a wish, and both move the time by a day', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  await user.move(jobId, 'sign_in')
  const wished = await user.move(jobId, 'wish_time')
  assert.ok(!wished.moves.includes('wish_time'))
  for (const move of ['pay', 'publish', 'accept', 'agree_time'] as const) await user.move(jobId, move)
  const { timeline } = await user.job(jobId)
  assert.deepEqual(
    timeline.slice(-1).map(({ type, what }) => [type, what]),
    [['time_agreed', 'takes a wish']],
  )
  const before = await agreedStart(jobId)
  const moved = await user.move(jobId, 'move_time')
  assert.deepEqual(
    moved.timeline.slice(-2).map(({ type, actor }) => [type, actor]),
    [
      ['time_proposed', 'customer'],
      ['time_agreed', 'carrier'],
    ],
  )
  assert.equal(Math.round(((await agreedStart(jobId)) - before) / 86_400_000), 1)
  assert.deepEqual(
    moved.moves.filter((move) => move.endsWith('_time')),
    ['move_time'],
  )
  await user.move(jobId, 'collect')
  const late = await user.sandbox<Refused>('POST', `/jobs/${jobId}/moves`, { do: 'move_time' })
  assert.deepEqual([late.status, late.body.error], [409, 'move_not_possible'])
})

test('sandbox, decision 69: all texts about a window name the same day and time, on the clock of the world', async () => {
  const user = await sandboxUser(app)
  await user.pass(5 * 86_400 + 4_391)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept', 'agree_time', 'move_time'] as const)
    await user.move(jobId, move)
  const startsAt = await agreedStart(jobId)
  const { rows: aged } = await app.db.pool.query('select aged_ms from job where id = $1', [jobId])
  await user.pass(3 * 86_400)
  const { rows } = await app.db.pool.query<{ kind: string; body: string }>(
    `select notice.kind, sms.body from sms join notice on notice.id = sms.notice_id
     where sms.job_id = $1 and notice.kind in ('time_moved', 'time_in_a_day', 'time_in_an_hour')`,
    [jobId],
  )
  assert.deepEqual([...new Set(rows.map(({ kind }) => kind))].toSorted(), [
    'time_in_a_day',
    'time_in_an_hour',
    'time_moved',
  ])
  const named = rows.map(({ body }) => body.match(/\d+ \p{L}+\.?,? \d\d:\d\d-\d\d:\d\d/u)?.[0])
  assert.equal(new Set(named).size, 1, named.join())
  const inWorld = new Date(startsAt + Number(aged[0]?.aged_ms))
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', timeStyle: 'short' })
  assert.ok(named[0]?.includes(` ${clock.format(inWorld)}-`), `${named[0]}, not ${inWorld.toISOString()}`)
})

test('sandbox, decision 69: a wish that is over by then is not taken: both agree on tomorrow', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'wish_time'] as const) await user.move(jobId, move)
  await user.pass(4 * 86_400)
  for (const move of ['accept', 'agree_time'] as const) await user.move(jobId, move)
  const { timeline } = await user.job(jobId)
  assert.deepEqual(
    timeline.slice(-2).map(({ type }) => type),
    ['time_proposed', 'time_agreed'],
  )
})

test('sandbox, decision 69: a time is moved until the limit of windows, and the move is then gone', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept', 'agree_time'] as const)
    await user.move(jobId, move)
  let { moves } = await user.job(jobId)
  let moved = 0
  for (; moves.includes('move_time'); moved++) ({ moves } = await user.move(jobId, 'move_time'))
  assert.equal(moved, 19)
})

test('sandbox, decision 69: in the story `time_moved` the partner reads a job that only its status changes', async () => {
  const user = await sandboxUser(app)
  const { title, size, pickup, dropoff } = sofa
  const estimate = await user.estimate({ size, pickup, dropoff })
  const input = { title, customer_phone: phoneOf('time_moved'), external_reference: 'order-69' }
  const { status, body: created } = await user.create(input)
  assert.deepEqual([status, created.status, created.sms_sent], [201, 'draft', true])
  assert.deepEqual(created.pricing.calculation_breakdown, estimate.body.calculation_breakdown)
  const { total_customer_pays_eur: total } = created.pricing
  assert.equal(total, estimate.body.total_customer_pays_eur)

  const seen: Job[] = []
  const steps: Step[] = []
  for (let next: unknown = created; next !== null; ) {
    const moved = await user.clock({ to: 'next' })
    const { status: read, body } = await user.read(created.job_id)
    assert.equal(read, 200)
    seen.push(body)
    steps.push(...moved.steps)
    next = moved.next
  }
  const times = new Map(seen.map(({ status: state, updated_at }) => [`${state} ${updated_at}`, state]))
  assert.deepEqual(
    [...times.values()],
    ['draft', 'posted', 'accepted', 'cancelled'],
    'each with one updated_at',
  )
  const { job_id, external_reference, created_at } = created
  for (const { status: _, updated_at: __, ...same } of seen)
    assert.deepEqual(same, { job_id, external_reference, created_at })
  assert.equal((await user.create(input)).status, 400, 'the reference stays taken')
  assertDeadline(steps)
  await assertBooks(app.db)
})

/** The story told by its steps: the deadline is half an hour after the moved window, not a day after the acceptance. */
function assertDeadline(steps: Step[]): void {
  const types = steps.map(({ type }) => type)
  assert.deepEqual(types.slice(types.indexOf('accepted')), [
    ...['accepted', 'time_agreed', 'time_proposed', 'time_agreed', 'reminded', 'reminded'],
    ...['collection_overdue', 'cancelled', 'release_done'],
  ])
  assert.ok(types.indexOf('time_wished') < types.indexOf('published'))
  const after = (type: string) => steps.filter((step) => step.type === type).map((step) => step.after_seconds)
  const [dayBefore = 0, hourBefore = 0] = after('reminded')
  const [overdue = 0] = after('collection_overdue')
  const [cancelled = 0] = after('cancelled')
  const between = [hourBefore - dayBefore, overdue - hourBefore, cancelled - overdue]
  assert.deepEqual(
    between.map((seconds) => Math.round(seconds / 60)),
    [23 * 60, 3.5 * 60, 1],
  )
  assert.ok(overdue > 2 * 86_400)
  assert.equal(steps.find(({ type }) => type === 'cancelled')?.amount_eur, 0)
}

async function agreedStart(jobId: string): Promise<number> {
  const { rows } = await app.db.pool.query('select window_starts_at as at from job where id = $1', [jobId])
  return rows[0].at.getTime()
}
