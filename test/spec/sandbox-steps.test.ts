import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type StepType, stepTypes } from '#contract/sandbox/step.ts'
import { type StoryName, stories } from '#contract/sandbox/stories.ts'
import type { Clock, Step } from '#contract/sandbox/world.ts'
import { startDray } from '../support/dray.ts'
import { phoneOf, playToEnd, type Refused, type SandboxUser, sandboxUser } from '../support/sandbox.ts'

// Decision 41: programs read what happened by its type and its amount, and what is next by the type of its step.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const typesOf = (steps: Step[]) => steps.map(({ type }) => type)

test('sandbox: each step of a life has its type, and the money that it is about', async () => {
  const user = await sandboxUser(app)
  const { body: job } = await user.create({ customer_phone: phoneOf('happy') })
  const { job_id: jobId } = job
  await playToEnd(user)
  const { timeline } = await user.job(jobId)
  assert.deepEqual(typesOf(timeline), [
    ...[
      'created',
      'sms_sent',
      'link_opened',
      'signed_in',
      'card_added',
      'payment_started',
      'published',
      'hold_done',
    ],
    ...[
      'accepted',
      'collected',
      'arriving',
      'delivered',
      'completed',
      'capture_done',
      'payout_done',
      'rated',
      'rated',
    ],
  ])
  const amounts = Object.fromEntries(
    timeline.flatMap(({ type, amount_eur }) => (amount_eur === null ? [] : [[type, amount_eur]])),
  )
  const { total_customer_pays_eur: total, helper_payout_eur: payout } = job.pricing
  assert.deepEqual(amounts, {
    payment_started: total,
    published: total,
    hold_done: total,
    completed: total,
    capture_done: total,
    payout_done: payout,
  })
})

/** Plays a story. @returns its last steps, from the first of this type. */
async function endOf(story: StoryName, from: StepType): Promise<Step[]> {
  const user = await sandboxUser(app)
  await user.begin(story)
  const steps = await playToEnd(user)
  return steps.slice(typesOf(steps).indexOf(from))
}

test('sandbox: the fee of a cancellation is told in euros, in words and as a number', async () => {
  const [withFee] = await endOf('cancelled_with_fee', 'cancelled')
  assert.ok(withFee?.amount_eur)
  assert.equal(withFee.what, `cancelled for a fee of ${withFee.amount_eur.toFixed(2)} €`)
  const [free] = await endOf('cancelled_free', 'cancelled')
  assert.deepEqual([free?.what, free?.amount_eur], ['cancelled free of charge', 0])
})

test('sandbox: a job that is given back, a refused renewal and an expired draft each have a type', async () => {
  const [given, created, published, ...delivered] = await endOf('given_back', 'given_back')
  assert.deepEqual(typesOf([given, created, published].flatMap((step) => step ?? [])), [
    'given_back',
    'created',
    'published',
  ])
  assert.equal(created?.what, `continues ${given?.job_id}`)
  assert.deepEqual(typesOf(delivered).slice(0, 5), [
    'accepted',
    'collected',
    'arriving',
    'delivered',
    'completed',
  ])
  assert.ok(!typesOf(delivered).includes('release_done'), 'the hold goes on')
  assert.deepEqual(typesOf(await endOf('renewal_refused', 'renewal_refused')), [
    'renewal_refused',
    'cancelled',
    'release_done',
  ])
  assert.deepEqual(typesOf(await endOf('declined', 'hold_refused')), ['hold_refused', 'draft_expired'])
})

test('sandbox: the question of the bank is a step, with the amount, before the customer answers it', async () => {
  const user = await sandboxUser(app)
  const { body: job } = await user.create({ customer_phone: phoneOf('bank_confirmation') })
  await playToEnd(user)
  const { timeline } = await user.job(job.job_id)
  const asked = timeline.findIndex(({ type }) => type === 'confirmation_asked')
  assert.deepEqual(typesOf(timeline.slice(asked - 1, asked + 3)), [
    'payment_started',
    'confirmation_asked',
    'published',
    'hold_done',
  ])
  const { actor, amount_eur: amount, status } = timeline[asked] ?? {}
  assert.deepEqual([actor, amount, status], ['system', job.pricing.total_customer_pays_eur, 'draft'])
})

test('sandbox: no bank asks about a card that pays without a confirmation', async () => {
  for (const story of ['happy', 'declined', 'hold_renewed'] as const) {
    const user = await sandboxUser(app)
    await user.begin(story)
    assert.ok(!typesOf(await playToEnd(user)).includes('confirmation_asked'), story)
  }
})

test('sandbox: a question of the bank that outlives its draft ends first, and both ends are told', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  await user.move(jobId, 'sign_in')
  await user.clock({ advance_seconds: 48 * 3_600 - 300 })
  await user.move(jobId, 'pay', { outcome: 'asks_confirmation' })
  await user.move(jobId, 'publish')
  const { next } = await clockOf(user)
  assert.equal(next?.type, 'hold_refused')
  const { steps } = await user.clock({ to: 'next' })
  assert.deepEqual(typesOf(steps), ['hold_refused', 'draft_expired'])
  assert.equal((await clockOf(user)).next, null)
})

test('sandbox: after a delivery whose money was refused, no renewal is announced, but that the customer pays again', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('capture_refused')
  await user.clock({ advance_seconds: 100 })
  const { next } = await clockOf(user)
  assert.deepEqual([next?.type, next?.what], ['hold_done', 'the customer pays again'])
  assert.deepEqual((await user.job(jobId)).next, next)
  const { steps } = await user.clock({ to: 'next' })
  assert.ok(typesOf(steps).includes('hold_done') && typesOf(steps).includes('completed'))
})

test('sandbox: the end of an earlier question of the bank is announced as one, when the customer pays again meanwhile', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  await user.move(jobId, 'sign_in')
  await user.move(jobId, 'pay', { outcome: 'asks_confirmation' })
  await user.move(jobId, 'publish')
  await user.move(jobId, 'pay', { outcome: 'success' })
  await user.move(jobId, 'publish')
  const { next, status } = await user.job(jobId)
  assert.deepEqual(
    [status, next?.type, next?.what],
    ['posted', 'hold_refused', 'the earlier question of the bank ends'],
  )
  const { steps } = await user.clock({ to: 'next' })
  assert.deepEqual(typesOf(steps), ['hold_refused'])
  assert.equal((await user.job(jobId)).status, 'posted')
})

test('sandbox: a job that was hidden and paid again announces the renewal of its new hold', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  await user.move(jobId, 'sign_in')
  await user.move(jobId, 'pay', { outcome: 'renewal_refused' })
  await user.move(jobId, 'publish')
  assert.ok(typesOf((await user.clock({ to: 'next' })).steps).includes('renewal_refused'))
  await user.move(jobId, 'pay', { outcome: 'success' })
  const { next } = await user.move(jobId, 'publish')
  const { now } = await clockOf(user)
  assert.equal(next?.type, 'hold_renewed')
  assert.ok(Date.parse(next.at) - Date.parse(now) > 5 * 86_400_000)
  assert.ok(typesOf((await user.clock({ to: 'next' })).steps).includes('hold_renewed'))
})

test('sandbox: steps tell a new hold from a first one, and a part that is captured from the whole', async () => {
  const renewal = await endOf('hold_renewed', 'hold_renewed')
  assert.deepEqual(
    renewal.slice(0, 2).map(({ what }) => what),
    ['hold renewed', 'release of the old hold done'],
  )
  const refused = await endOf('capture_refused', 'capture_refused')
  const cents = refused.map(({ what, amount_eur: euros }) => [
    what,
    euros === null ? null : Math.round(euros * 100),
  ])
  const total = cents[0]?.[1]
  assert.ok(total)
  assert.deepEqual(cents.slice(1, 5), [
    ['release done', total],
    ['a new hold done, as the capture was refused', total],
    ['capture refused', total],
    ['release done', total],
  ])
  const withFee = await endOf('cancelled_with_fee', 'capture_done')
  assert.equal(withFee[0]?.what, 'capture of a part done, and the rest of the hold released')
})

test('sandbox: no step of any story is of the type `other`', async () => {
  const user = await sandboxUser(app)
  for (const { name } of stories) await user.begin(name)
  const types = typesOf(await playToEnd(user))
  for (const type of types)
    assert.ok((stepTypes as readonly string[]).includes(type) && type !== 'other', type)
})

test('sandbox: what is next has the type of the step that comes', async () => {
  const user = await sandboxUser(app)
  await user.begin('happy')
  let { next } = await clockOf(user)
  assert.equal(next?.type, 'link_opened')
  while (next) {
    const expected = next
    const moved = await user.clock({ to: 'next' })
    const types = typesOf(moved.steps)
    assert.ok(types.includes(expected.type), `${expected.type} in ${types.join(', ')}`)
    next = moved.next
  }
})

const clockOf = async (user: SandboxUser) => (await user.sandbox<Clock>('GET', '/clock')).body

test('sandbox: a job and the clock tell the same of what is next', async () => {
  for (const story of ['by_hand', 'happy'] as const) {
    const user = await sandboxUser(app)
    const jobId = await user.begin(story)
    assert.deepEqual((await user.job(jobId)).next, (await clockOf(user)).next, story)
  }
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  assert.equal((await user.job(jobId)).next?.type, 'draft_expired')
  for (const move of ['sign_in', 'pay', 'publish'] as const) await user.move(jobId, move)
  assert.deepEqual((await user.job(jobId)).next, (await clockOf(user)).next)
})

test('sandbox: the SMS of a job that this key does not have are a 404, as the job is', async () => {
  const [user, other] = [await sandboxUser(app), await sandboxUser(app)]
  const [mine, expired] = [await user.begin('by_hand'), await user.begin('never_opened')]
  const textsOf = (jobId: string, by = user) => by.sandbox<Refused>('GET', `/sms?job_id=${jobId}`)
  assert.equal((await textsOf(mine)).status, 200)
  for (const answer of [await textsOf(mine, other), await textsOf('019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803')])
    assert.deepEqual([answer.status, answer.body.error], [404, 'not_found'])
  await app.db.pool.query('update job set expires_at = now() where id = $1', [expired])
  assert.equal((await textsOf(expired)).status, 200, 'not deleted yet')
  await playToEnd(user)
  assert.equal((await textsOf(expired)).status, 404)
})

test('sandbox: the catalogue says that a job by hand ends as it is left', async () => {
  const user = await sandboxUser(app)
  const { body } = await user.sandbox<{ stories: { name: string; ends: string }[] }>('GET', '/stories')
  assert.equal(body.stories.find(({ name }) => name === 'by_hand')?.ends, 'as_you_leave_it')
  const { text } = await app.fetch('/docs/sandbox.md')
  assert.match(text, /`\+447700900000`.*as you leave it/)
})
