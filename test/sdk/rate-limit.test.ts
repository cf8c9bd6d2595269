import assert from 'node:assert/strict'
import test from 'node:test'
import { sofa, startDray } from '../support/dray.ts'
import { serveLocally } from '../support/local-server.ts'
import { sdkOf } from '../support/sdk.ts'
import { advanceClocks } from '../support/still-clock.ts'
import { trip, unknownJobId } from '../support/trips.ts'

test('a call at the limit waits as long as Retry-After says, and then succeeds', async () => {
  await using app = await startDray()
  const statuses: number[] = []
  const dray = sdkOf(await app.partner({ rateLimit: 1 }), app.url, {
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      statuses.push(response.status)
      return response
    },
  })
  await dray.estimate(trip)
  // The call leaves the window in two seconds, and not in a minute.
  advanceClocks(58_000)
  assert.equal((await dray.createJob(sofa)).status, 'draft')
  assert.deepEqual(statuses, [200, 429, 201])
})

test('waitFor does not poll before the rate limit has a call left, by the clock of the service', async () => {
  const resetSeconds = 1_000_000_002
  const polls: boolean[] = []
  let freeAt = 0
  await using server = await serveLocally((_request, response) => {
    polls.push(performance.now() >= freeAt)
    // Timers may fire a little before their time.
    freeAt = performance.now() + 1_990
    const job = { job_id: unknownJobId, status: polls.length === 1 ? 'draft' : 'posted' }
    const headers = {
      date: new Date((resetSeconds - 2) * 1_000).toUTCString(),
      'x-ratelimit-limit': '1',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(resetSeconds),
    }
    response.writeHead(200, headers).end(JSON.stringify(job))
  })
  const dray = sdkOf({ apiKey: 'dray_test_limited' }, server.url)
  assert.equal((await dray.waitFor(unknownJobId, 'posted', { pollEveryMs: 1 })).status, 'posted')
  assert.deepEqual(polls, [true, true], 'a call was left at each poll')
})
