import assert from 'node:assert/strict'
import test from 'node:test'
import { ConnectionError, type Dray, DrayError } from '../../sdk/typescript/src/index.ts'
import { sofa } from '../support/dray.ts'
import { serveLocally } from '../support/local-server.ts'
import { phoneOf } from '../support/sandbox.ts'
import { refusalOf, sdkOf } from '../support/sdk.ts'
import { startSdkScene } from '../support/sdk-scene.ts'
import { unknownJobId } from '../support/trips.ts'

const { app, proxy } = await startSdkScene()
const dray = sdkOf(await app.partner({ mode: 'test' }), proxy.url)
const moveClock = 'POST /sandbox/v1/clock'

/** How often the request was sent. */
const triesOf = (request: string): number => proxy.asked.filter((each) => each === request).length

test('a move of the clock whose answer is lost happens once: the error leaves it to the program', async () => {
  for (const loss of ['cut', 'half'] as const) {
    const before = { tries: triesOf(moveClock), clock: await dray.sandbox.clock() }
    proxy.lose(moveClock, loss)
    await refusalOf(dray.sandbox.advance(3_600), ConnectionError)
    assert.equal(triesOf(moveClock), before.tries + 1)
    const { now } = await dray.sandbox.clock()
    const moved = (Date.parse(now) - Date.parse(before.clock.now)) / 1_000
    assert.ok(Math.abs(moved - 3_600) < 10, String(moved))
  }
  const calls = [() => dray.sandbox.next(), () => dray.sandbox.advanceTo('2090-01-01T00:00:00Z')]
  for (const call of calls) {
    const before = triesOf(moveClock)
    proxy.lose(moveClock, 'cut')
    await refusalOf(call(), ConnectionError)
    assert.equal(triesOf(moveClock), before + 1)
  }
})

test('a move of a job whose answer is lost happens once, and job tells that it happened', async () => {
  const { job_id } = await dray.createJob({ ...sofa, customer_phone: phoneOf('by_hand') })
  const request = `POST /sandbox/v1/jobs/${job_id}/moves`
  proxy.lose(request, 'cut')
  await refusalOf(dray.sandbox.move(job_id, 'open'), ConnectionError)
  assert.equal(triesOf(request), 1)
  const { timeline } = await dray.sandbox.job(job_id)
  assert.equal(timeline.at(-1)?.what, 'opened the link')
})

test('what a repeated call leaves unchanged is sent again, and so is the clock of a play', async () => {
  const { job_id } = await dray.createJob({ ...sofa, customer_phone: phoneOf('happy') })
  for (const request of [`GET /sandbox/v1/jobs/${job_id}`, 'GET /sandbox/v1/clock', 'GET /sandbox/v1/sms'])
    proxy.lose(request, 'cut')
  assert.ok(await dray.sandbox.sms())
  assert.ok(await dray.sandbox.clock())
  proxy.lose(moveClock, 'cut')
  assert.equal((await dray.sandbox.play(job_id))?.status, 'completed')
  proxy.lose('POST /sandbox/v1/limit', 'cut')
  assert.equal((await dray.sandbox.leaveCalls(50)).remaining, 50)
  proxy.lose('DELETE /sandbox/v1/world', 'cut')
  await dray.sandbox.deleteWorld()
  assert.ok(Math.abs((await dray.sandbox.clock()).ahead_seconds) < 10)
})

const moves: [name: string, call: (dray: Dray) => Promise<unknown>][] = [
  ['advance', ({ sandbox }) => sandbox.advance(1)],
  ['move', ({ sandbox }) => sandbox.move(unknownJobId, 'open')],
]

for (const [name, call] of moves)
  test(`${name} is sent again only after a refusal that did nothing`, async () => {
    const tries = async (status: number, error: string): Promise<number> => {
      await using server = await serveLocally((_request, response) => {
        const isRefused = server.asked.length === 1
        const body = isRefused ? { error, message: 'No.' } : { remaining_seconds: 0 }
        response.writeHead(isRefused ? status : 200).end(JSON.stringify(body))
      })
      await call(sdkOf({ apiKey: 'dray_test_moves' }, server.url)).catch((refusal: unknown) => {
        if (!(refusal instanceof DrayError)) throw refusal
      })
      return server.asked.length
    }
    for (const [status, error] of [
      [408, 'request_timeout'],
      [409, 'world_busy'],
      [429, 'rate_limit_exceeded'],
    ] as const)
      assert.equal(await tries(status, error), 2, error)
    for (const [status, error] of [
      [409, 'move_not_possible'],
      [500, 'internal_error'],
      [502, 'bad_gateway'],
      [503, 'service_unavailable'],
      [504, 'gateway_timeout'],
    ] as const)
      assert.equal(await tries(status, error), 1, error)
  })
