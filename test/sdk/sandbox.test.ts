import assert from 'node:assert/strict'
import test from 'node:test'
import { inspect } from 'node:util'
import { type StoryName, stories } from '#contract/sandbox/stories.ts'
import {
  type Dray,
  MoveNotPossibleError,
  NotFoundError,
  RateLimitError,
  TestKeyRequiredError,
  ValidationError,
} from '../../sdk/typescript/src/index.ts'
import { sofa } from '../support/dray.ts'
import { serveLocally } from '../support/local-server.ts'
import { phoneOf } from '../support/sandbox.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'
import { startSdkScene } from '../support/sdk-scene.ts'
import { trip, unknownJobId } from '../support/trips.ts'

const { app, partner: live } = await startSdkScene()

/** A client with a new test key. */
const testClient = async (): Promise<Dray> =>
  sdkOf(await app.partner({ mode: 'test', rateLimit: 1_000 }), app.url, { maxRetries: 0 })

const begin = async (dray: Dray, story: StoryName): Promise<string> =>
  (await dray.createJob({ ...sofa, customer_phone: phoneOf(story) })).job_id

const whats = (steps: { what: string }[]): string[] => steps.map(({ what }) => what)

test('stories gives the catalogue of the service', async () => {
  const told = await (await testClient()).sandbox.stories()
  assert.deepEqual(
    told.map(({ tells: _tells, ...story }) => story),
    [...stories],
  )
  assert.ok(told.every(({ tells }) => tells.length > 20))
})

test('next, advance and advanceTo move the clock, and give the steps on the way', async () => {
  const dray = await testClient()
  const jobId = await begin(dray, 'happy')
  const opened = await dray.sandbox.next()
  assert.deepEqual(whats(opened.steps), ['opened the link'])
  assert.equal(opened.next?.job_id, jobId)
  const moved = await dray.sandbox.advance(60)
  assert.ok(whats(moved.steps).includes('accepted'))
  assert.ok(moved.ahead_seconds > 50)
  assert.equal((await dray.getJob(jobId)).status, 'accepted')
  const target = Date.parse(moved.now) + 3_600_000
  const { now, steps } = await dray.sandbox.advanceTo(new Date(target))
  assert.ok(whats(steps).includes('delivered and paid'))
  assert.ok(Date.parse(now) >= target)
  const later = await dray.sandbox.advanceTo(new Date(target + 3_600_000).toISOString())
  assert.equal(later.next, null)
  const clock = await dray.sandbox.clock()
  assert.deepEqual([clock.now, clock.next], [later.now, null])
})

test('a move of the clock that the service ends early is brought to its end, with all steps', async () => {
  const bodies: unknown[] = []
  await using server = await serveLocally((_request, response, body) => {
    bodies.push(JSON.parse(body))
    const remaining = 3 - bodies.length
    response.end(JSON.stringify({ steps: [{ what: `act ${bodies.length}` }], remaining_seconds: remaining }))
  })
  const moved = await sdkOf({ apiKey: 'dray_test_slow' }, server.url).sandbox.advance(600)
  assert.deepEqual(bodies, [{ advance_seconds: 600 }, { advance_seconds: 2 }, { advance_seconds: 1 }])
  assert.deepEqual([whats(moved.steps), moved.remaining_seconds], [['act 1', 'act 2', 'act 3'], 0])
})

test('moves bring a job through its life, and job tells what happened', async () => {
  const dray = await testClient()
  const id = await begin(dray, 'by_hand')
  await dray.sandbox.move(id, 'open')
  await dray.sandbox.move(id, 'sign_in')
  await dray.sandbox.move(id, 'pay', { outcome: 'asks_confirmation' })
  assert.ok((await dray.sandbox.move(id, 'publish')).moves.includes('confirm'))
  await dray.sandbox.move(id, 'confirm')
  await dray.sandbox.move(id, 'accept')
  assert.equal((await dray.getJob(id)).status, 'accepted')
  await dray.sandbox.move(id, 'collect')
  const half = await dray.sandbox.move(id, 'drive', { way_percent: 50 })
  assert.notEqual(half.timeline.at(-1)?.type, 'arriving', 'half of the way is not near')
  assert.equal((await dray.sandbox.move(id, 'drive')).timeline.at(-1)?.type, 'arriving')
  const { status } = await dray.sandbox.move(id, 'deliver')
  assert.equal(status, 'completed')
  const rated = await dray.sandbox.move(id, 'rate', { by: 'carrier', stars: 4 })
  assert.deepEqual(await dray.sandbox.job(id), rated)
  assert.deepEqual([rated.story, rated.next, rated.moves], ['by_hand', null, ['rate', 'tip']])
  assert.deepEqual(
    rated.timeline.filter(({ what }) => what === 'rated').map(({ actor }) => actor),
    ['carrier'],
  )
})

test('a move that is not possible is a MoveNotPossibleError with the moves that are', async () => {
  const dray = await testClient()
  const id = await begin(dray, 'by_hand')
  const error = await refusalOf(dray.sandbox.move(id, 'deliver'), MoveNotPossibleError)
  assert.deepEqual([error.status, error.code], [409, 'move_not_possible'])
  assert.deepEqual(error.moves, (await dray.sandbox.job(id)).moves)
  assert.deepEqual(error.moves, ['open', 'sign_in'])
})

test('jobs gives the jobs of the key, and sms their texts or those of one, with the link that the customer opens', async () => {
  const dray = await testClient()
  const [first, second] = [await begin(dray, 'by_hand'), await begin(dray, 'by_hand')]
  const jobs = (await dray.sandbox.jobs()).map(({ job_id, story }) => [job_id, story])
  assert.deepEqual(jobs, [
    [second, 'by_hand'],
    [first, 'by_hand'],
  ])
  const all = await dray.sandbox.sms()
  assert.deepEqual(
    all.map(({ job_id }) => job_id),
    [second, first],
  )
  const [text, ...others] = await dray.sandbox.sms(first)
  assert.deepEqual([text?.job_id, text?.to, others], [first, phoneOf('by_hand'), []])
  assert.match(text?.link ?? '', /\/draft\/\w+\?phone=%2B447700900000$/)
})

test('after leaveCalls(0) the next call of the partner API gets a 429', async () => {
  const dray = await testClient()
  assert.deepEqual(await dray.sandbox.leaveCalls(2), { limit: 1_000, remaining: 2 })
  await dray.estimate(trip)
  assert.deepEqual(await dray.sandbox.leaveCalls(0), { limit: 1_000, remaining: 0 })
  await refusalOf(dray.estimate(trip), RateLimitError)
})

test('deleteWorld deletes the jobs and sets the clock back', async () => {
  const dray = await testClient()
  const id = await begin(dray, 'happy')
  await dray.sandbox.advance(40)
  assert.equal(await dray.sandbox.deleteWorld(), undefined)
  await refusalOf(dray.getJob(id), NotFoundError)
  assert.deepEqual(await dray.sandbox.sms(), [])
  assert.ok(Math.abs((await dray.sandbox.clock()).ahead_seconds) < 5)
})

test('play gives the job at the end of its story, null for a deleted draft, and a job without a story as it is', async () => {
  const dray = await testClient()
  const happy = await dray.sandbox.play(await begin(dray, 'happy'))
  assert.equal(happy?.status, 'completed')
  assert.ok(whats(happy.timeline).includes('rated'), 'it plays on after the payment')
  assert.equal(await dray.sandbox.play(await begin(dray, 'never_opened')), null)
  const byHand = await begin(dray, 'by_hand')
  const { now } = await dray.sandbox.clock()
  assert.equal((await dray.sandbox.play(byHand))?.status, 'draft')
  assert.equal((await dray.sandbox.clock()).now, now)
  await refusalOf(dray.sandbox.play(unknownJobId), NotFoundError)
})

test('play sends one request to the clock', async () => {
  const bodies: unknown[] = []
  await using server = await serveLocally((request, response, body) => {
    if (request.method === 'POST') bodies.push(JSON.parse(body))
    response.end(JSON.stringify({ job_id: unknownJobId, remaining_seconds: 0 }))
  })
  await sdkOf({ apiKey: 'dray_test_play' }, server.url).sandbox.play(unknownJobId)
  assert.deepEqual(bodies, [{ to: 'end', job_id: unknownJobId }])
})

test('clients with a `world` have their own jobs and clock, and a name that is not valid is refused', async () => {
  const partner = await app.partner({ mode: 'test' })
  const [left, right] = [
    sdkOf(partner, app.url, { world: 'left' }),
    sdkOf(partner, app.url, { world: 'right' }),
  ]
  const [jobId, other] = [await begin(left, 'happy'), await begin(right, 'happy')]
  const ends = await Promise.all([left.sandbox.play(jobId), right.sandbox.clock()])
  assert.equal(ends[0]?.status, 'completed')
  assert.deepEqual([ends[1].world, ends[1].worlds], ['right', ['left', 'right']])
  assert.equal((await right.getJob(other)).status, 'draft')
  assert.deepEqual(
    (await right.sandbox.jobs()).map(({ job_id }) => job_id),
    [other],
  )
  assert.throws(() => sdkOf(partner, app.url, { world: 'a b' }), TypeError)
})

test('a signal ends a play with its reason', async () => {
  const dray = await testClient()
  const id = await begin(dray, 'happy')
  await assert.rejects(dray.sandbox.play(id, { signal: AbortSignal.abort(new Error('enough')) }), /enough/)
})

test('input that is not valid is a ValidationError that names the field, or rejects before a request is sent', async () => {
  const { sandbox } = await testClient()
  const refused: [call: Promise<unknown>, field: string][] = [
    [sandbox.advance(-1), 'advance_seconds'],
    // JSON makes null of NaN, which is as if it was left out.
    [sandbox.advance(Number.NaN), 'body'],
    [sandbox.advance(31 * 24 * 3_600), 'advance_seconds'],
    [sandbox.advanceTo('tomorrow'), 'to'],
    [sandbox.advanceTo(new Date(0)), 'to'],
    [sandbox.advanceTo(new Date(Number.NaN)), 'body'],
    [sandbox.leaveCalls(-1), 'remaining'],
    [sandbox.move(unknownJobId, 'fly' as 'open'), 'do'],
    [sandbox.move(unknownJobId, 'rate', { stars: 6 }), 'stars'],
  ]
  const errors = await Promise.all(refused.map(([call]) => refusalOf(call, ValidationError)))
  assert.deepEqual(
    errors.map(({ details }) => Object.keys(details).join()),
    refused.map(([, field]) => field),
  )
  const calls = [sandbox.job(''), sandbox.move('../clock', 'open'), sandbox.sms('&'), sandbox.play('..')]
  await Promise.all(calls.map((call) => assert.rejects(call, TypeError)))
})

test('a job of another key is a NotFoundError', async () => {
  const id = await begin(await testClient(), 'by_hand')
  const { sandbox } = await testClient()
  await refusalOf(sandbox.job(id), NotFoundError)
  await refusalOf(sandbox.move(id, 'open'), NotFoundError)
})

test('with a live key every operation is a TestKeyRequiredError', async () => {
  const { sandbox } = sdkOf(live, app.url)
  const calls = [
    sandbox.stories(),
    sandbox.jobs(),
    sandbox.clock(),
    sandbox.advance(1),
    sandbox.advanceTo('2100-01-01T00:00:00Z'),
    sandbox.next(),
    sandbox.job(unknownJobId),
    sandbox.move(unknownJobId, 'open'),
    sandbox.play(unknownJobId),
    sandbox.sms(),
    sandbox.leaveCalls(0),
    sandbox.deleteWorld(),
  ]
  const errors = await Promise.all(calls.map((call) => refusalOf(call, TestKeyRequiredError)))
  for (const { status, code } of errors) assert.deepEqual([status, code], [403, 'test_key_required'])
})

test('the API key is in nothing that the sandbox of a client shows', () => {
  const { sandbox } = sdkOf({ apiKey: 'dray_test_secret' }, app.url)
  assert.doesNotMatch(inspect(sandbox, { depth: null, showHidden: true }) + JSON.stringify(sandbox), /secret/)
})
