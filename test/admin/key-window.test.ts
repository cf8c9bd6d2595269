import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeKey, readKeyWindow } from '#contract/admin/keys.ts'
import { startDray } from '../support/dray.ts'
import { rateOf, read } from '../support/rate-window.ts'
import { startRedis } from '../support/redis.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'
import { stopClocks } from '../support/still-clock.ts'

/* Decision 33: the window of a key, as the headers of its calls show it. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

test('reading the window counts nothing and agrees with the headers; a place frees when it says', async () => {
  using clocks = stopClocks()
  const partner = await app.partner({ rateLimit: 3 })
  const params = { key_id: partner.keyId }
  const idle = { limit: 3, used: 0, next_free_at: null, counted_by: 'this_node' }
  assert.deepEqual(await viewer.ok(readKeyWindow, { params }), idle)
  const first = rateOf(await read(partner))
  clocks.advance(10_000)
  const second = rateOf(await read(partner))
  for (let looks = 0; looks < 3; looks++) {
    const { used, next_free_at } = await viewer.ok(readKeyWindow, { params })
    assert.equal(used, 3 - second.remaining)
    assert.equal(Date.parse(next_free_at ?? ''), second.reset * 1_000)
  }
  assert.equal(first.reset, second.reset, 'the first call leaves the window first')
  clocks.advance(50_000)
  assert.equal((await viewer.ok(readKeyWindow, { params })).used, 2)
  clocks.advance(second.reset * 1_000 - clocks.nowMs())
  assert.equal((await viewer.ok(readKeyWindow, { params })).used, 1)
  clocks.advance(60_001)
  assert.deepEqual(await viewer.ok(readKeyWindow, { params }), idle)
})

test('over a limit that was lowered, it says when a call is possible again', async () => {
  using clocks = stopClocks()
  const partner = await app.partner({ rateLimit: 3 })
  const params = { key_id: partner.keyId }
  for (let calls = 0; calls < 3; calls++) {
    await read(partner)
    clocks.advance(5_000)
  }
  await staff.ok(changeKey, { params, body: { rate_limit_per_minute: 1, reason: 'too many calls' } })
  const { limit, used, next_free_at } = await viewer.ok(readKeyWindow, { params })
  assert.deepEqual([limit, used], [1, 3])
  clocks.advance(2_000)
  const refused = await read(partner)
  assert.equal(refused.status, 429)
  assert.equal(Date.parse(next_free_at ?? ''), rateOf(refused).reset * 1_000)
})

test('with Redis the calls of all nodes are counted, and a node without it says that it counts alone', async (t) => {
  await using redis = await startRedis()
  if (!redis) return t.skip('no Redis')
  await using first = await startDray({ REDIS_URL: redis.url })
  await using second = await startDray({ REDIS_URL: redis.url }, { beside: first })
  const there = await joinAsOwner(first)
  const partner = await first.partner({ rateLimit: 10 })
  const params = { key_id: partner.keyId }
  await read(partner)
  const last = await second.fetch('/v1/jobs/x', { headers: { 'x-api-key': partner.apiKey } })
  const shared = await there.ok(readKeyWindow, { params })
  assert.deepEqual([shared.used, shared.counted_by], [2, 'all_nodes'])
  assert.equal(Date.parse(shared.next_free_at ?? ''), rateOf(last).reset * 1_000)
  await redis.stop()
  const alone = await there.ok(readKeyWindow, { params })
  assert.equal(alone.counted_by, 'this_node')
})

test('an unknown key has no window', async () => {
  const params = { key_id: '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803' }
  assert.equal(await viewer.refused(readKeyWindow, { params }), '404 not_found')
})
