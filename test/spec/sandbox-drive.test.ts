import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDray } from '../support/dray.ts'
import { positionsOf } from '../support/positions.ts'
import { motorway, motorwayLine } from '../support/roads.ts'
import { drive, routeJson, routerEnv, startRouter } from '../support/routing-engines.ts'
import { type Refused, sandboxUser } from '../support/sandbox.ts'

/* The carrier of a world is on the way (decision 74). */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('sandbox, decision 74: a move puts the van on its way; near the dropoff the customer is told', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept'] as const) await user.move(jobId, move)
  const early = await user.sandbox<Refused>('POST', `/jobs/${jobId}/moves`, { do: 'drive' })
  assert.deepEqual([early.status, early.body.error], [409, 'move_not_possible'])
  await user.move(jobId, 'collect')
  const types = async () => (await user.job(jobId)).timeline.map(({ type }) => type)
  await user.move(jobId, 'drive', { way_percent: 50 })
  assert.ok(!(await types()).includes('arriving'))
  const [half] = await positionsOf(app, jobId)
  await user.move(jobId, 'drive')
  const [near] = await positionsOf(app, jobId)
  assert.ok(half && near && near.lat > half.lat, 'the van moved on')
  assert.equal((await types()).at(-1), 'arriving')
  await user.move(jobId, 'drive')
  assert.equal((await types()).filter((type) => type === 'arriving').length, 1, 'told once')
  await user.move(jobId, 'deliver')
  assert.deepEqual(await positionsOf(app, jobId), [])
})

test('sandbox, decision 74: a bad share of the way is refused', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const way_percent of [-1, 101, 0.5, '50']) {
    const { status, body } = await user.sandbox<Refused>('POST', `/jobs/${jobId}/moves`, {
      do: 'drive',
      way_percent,
    })
    assert.deepEqual([status, body.error], [400, 'validation_error'], String(way_percent))
  }
})

test('sandbox, decision 74: in a story the carrier is about to arrive before it delivers', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  await user.pass(85)
  const { timeline, next } = await user.job(jobId)
  assert.deepEqual([timeline.at(-1)?.type, next?.type], ['arriving', 'delivered'])
  assert.equal((await positionsOf(app, jobId)).length, 1)
  await user.pass(3_600)
  assert.deepEqual(await positionsOf(app, jobId), [])
})

test('sandbox, decision 74: the road of a job of a world is drawn by its own clock, and ends with the delivery', async () => {
  await using engine = await startRouter('osrm', [routeJson(200, drive.osrm(318, 11_400, motorway))])
  await using dray = await startDray(routerEnv('osrm', engine.url))
  const user = await sandboxUser(dray)
  const jobId = await user.begin('by_hand')
  const roads = async () => (await dray.db.pool.query('select line from job_road')).rows
  for (const move of ['sign_in', 'pay', 'publish', 'accept'] as const) await user.move(jobId, move)
  assert.equal(engine.asked.filter((url) => url.includes('simplified')).length, 0, 'a price needs no line')
  await user.move(jobId, 'collect')
  await user.pass(60)
  assert.deepEqual(await roads(), [{ line: motorwayLine }])
  assert.equal(engine.asked.filter((url) => url.includes('simplified')).length, 1)
  await user.move(jobId, 'drive', { way_percent: 50 })
  const [half] = await positionsOf(dray, jobId)
  // In a straight line it would be at 41.03.
  assert.ok(half && half.lat > 41.15 && half.lat < 41.22, `on the motorway: ${half?.lat}`)
  await user.move(jobId, 'deliver')
  assert.deepEqual(await roads(), [])
})
