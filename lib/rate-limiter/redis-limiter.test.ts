import assert from 'node:assert/strict'
import { type ChildProcess, spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectRedisLimiter } from './redis-limiter.ts'
import {
  allowedOf,
  connectFor,
  end,
  freePort,
  keyPrefix,
  quiet,
  skip,
  startNode,
  startRedis,
  until,
} from './testing.ts'

let redis: ChildProcess | undefined
let url: string
before(async () => {
  if (skip) return
  const port = await freePort()
  redis = await startRedis(port)
  url = `redis://127.0.0.1:${port}`
})
after(() => redis && end(redis))

test('two processes, 300 concurrent calls, limit 100: exactly 100 are allowed, each with another `remaining`', {
  skip,
}, async () => {
  const nodes = await Promise.all([startNode(url, 60_000, 5000), startNode(url, 60_000, 5000)])
  try {
    for (const round of [1, 2, 3]) {
      const order = { subject: `key:round-${round}`, limit: 100, calls: 150 }
      const reports = await Promise.all(nodes.map((node) => node.take(order)))
      const allowed = allowedOf(reports)
      assert.equal(allowed.length, 100)
      assert.equal(new Set(allowed.map((answer) => answer.remaining)).size, 100)
      assert.ok(reports.every((report) => !report.degraded))
    }
  } finally {
    await Promise.all(nodes.map((node) => node.end()))
  }
})

test('a call leaves the count when it is more than one window old, and a refused call is not counted', {
  skip,
}, async (t) => {
  const limiter = await connectFor(t, { url, windowMs: 4_000 })
  const first = await limiter.take('key:slide', 2)
  await sleep(2_500)
  await limiter.take('key:slide', 2)
  assert.deepEqual([first.allowed, first.remaining], [true, 1])
  for (let call = 0; call < 5; call++) assert.equal((await limiter.take('key:slide', 2)).allowed, false)
  await sleep(2_000)
  assert.equal((await limiter.take('key:slide', 2)).allowed, true)
  assert.equal((await limiter.take('key:slide', 2)).allowed, false)
})

test('the reset time is that of the call whose expiry allows the next, also after the limit was lowered', {
  skip,
}, async (t) => {
  const limiter = await connectFor(t, { url })
  const earliest = Math.floor((Date.now() + 60_000) / 1000) + 1
  for (let call = 0; call < 5; call++) await limiter.take('key:lowered', 100)
  const refused = await limiter.take('key:lowered', 2)
  const latest = Math.floor((Date.now() + 60_000) / 1000) + 1
  assert.deepEqual([refused.allowed, refused.limit, refused.remaining], [false, 2, 0])
  assert.ok(refused.resetUnixSeconds >= earliest && refused.resetUnixSeconds <= latest)
  assert.ok([60, 61].includes(refused.retryAfterSeconds))
  assert.equal((await limiter.take('key:lowered', 100)).remaining, 94)
})

test('3,000 calls that expire together are removed by the next call', { skip }, async (t) => {
  const limiter = await connectFor(t, { url, windowMs: 500 })
  await Promise.all(Array.from({ length: 3000 }, async () => limiter.take('key:burst', 100_000)))
  await sleep(300)
  await limiter.take('key:burst', 100_000)
  await until(async () => (await limiter.take('key:burst', 100_000)).remaining > 99_900)
})

test('Redis loses its data and scripts: at most one more window is allowed, and the nodes stay connected', {
  skip,
}, async () => {
  const nodes = await Promise.all([startNode(url, 60_000, 5000), startNode(url, 60_000, 5000)])
  const order = { subject: 'key:flushed', limit: 100, calls: 150 }
  try {
    const earlier = await Promise.all(nodes.map((node) => node.take(order)))
    const flushed = spawnSync('redis-cli', ['-u', url, 'eval', "redis.call('FLUSHALL')", '0'])
    assert.equal(flushed.status, 0)
    spawnSync('redis-cli', ['-u', url, 'script', 'flush'])
    const later = await Promise.all(nodes.map((node) => node.take(order)))
    assert.equal(allowedOf(earlier).length, 100)
    assert.equal(allowedOf(later).length, 100)
    assert.ok(later.every((report) => !report.degraded))
  } finally {
    await Promise.all(nodes.map((node) => node.end()))
  }
})

test('Redis stores no client address', { skip }, async (t) => {
  const limiter = await connectFor(t, { url })
  await limiter.take('ip:192.0.2.77', 100)
  const keys = spawnSync('redis-cli', ['-u', url, 'keys', '*']).stdout.toString()
  assert.match(keys, /test:rate:ip:/)
  assert.doesNotMatch(keys, /192\.0\.2\.77/)
})

test('an invalid URL is refused, and the error does not contain its password', async () => {
  const wrong = connectRedisLimiter({ url: 'redis://user:hush@host:port', keyPrefix, log: quiet })
  await assert.rejects(wrong, (error: Error) => !/hush/.test(`${error.message} ${JSON.stringify(error)}`))
})
