import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Decision } from './limiter.ts'
import { connectRedisLimiter } from './redis-limiter.ts'
import type { Order, Report } from './redis-node.fixture.ts'

const present = spawnSync('redis-server', ['--version']).status === 0
const skip = present ? false : 'redis-server IS NOT INSTALLED: the shared rate limit was NOT tested'
if (skip) console.warn(skip)

const quiet = { info: () => {}, warn: () => {} }
/** Connects a limiter that is stopped at the end of the test, even if the test fails. */
async function connectFor(t: TestContext, settings: { url: string; windowMs?: number }) {
  const limiter = await connectRedisLimiter({ ...settings, answerMs: 5000, log: quiet })
  t.after(() => limiter.stop())
  return limiter
}

const allowedOf = (reports: Report[]) =>
  reports.flatMap((report) => report.answers).filter((answer) => answer.allowed)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function startRedis(port: number) {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'], cwd: '/' })
  let said = ''
  for await (const part of redis.stdout) {
    said += String(part)
    if (said.includes('Ready to accept connections')) break
  }
  assert.match(said, /Ready to accept connections/)
  return redis
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

type Node = { take: (order: Order) => Promise<Report>; end: () => Promise<void> }

async function startNode(url: string, windowMs: number, answerMs?: number): Promise<Node> {
  const script = new URL('./redis-node.fixture.ts', import.meta.url)
  const child = fork(script, [url, windowMs, answerMs ?? 200].map(String))
  await once(child, 'message')
  return {
    take: async (order) => {
      const answer = once(child, 'message')
      child.send(order)
      const [report] = (await answer) as [Report]
      return report
    },
    end: () => end(child),
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 200; looks++) {
    if (await condition()) return
    await sleep(50)
  }
  assert.fail('not within 10 s')
}

describe('one Redis that works', { skip }, () => {
  let redis: ChildProcess
  let url: string
  before(async () => {
    const port = await freePort()
    redis = await startRedis(port)
    url = `redis://127.0.0.1:${port}`
  })
  after(() => end(redis))

  test('8.1 of 300 calls over two processes exactly 100 are allowed, each Remaining once, three times of three', async () => {
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

  test('8.2 a place is free when its call is more than one window old, and a refused call took none', async (t) => {
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

  test('8.3 Reset and Retry-After are of the call whose end frees a place, also after the limit was lowered', async (t) => {
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

  test('a burst of thousands that ends at once is dropped whole', async (t) => {
    const limiter = await connectFor(t, { url, windowMs: 500 })
    await Promise.all(Array.from({ length: 3000 }, async () => limiter.take('key:burst', 100_000)))
    await sleep(300)
    await limiter.take('key:burst', 100_000)
    await until(async () => (await limiter.take('key:burst', 100_000)).remaining > 99_900)
  })

  test('Redis flushed, scripts and all: at most one extra window, and the nodes still know of each other', async () => {
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

  test('no client address is kept in Redis', async (t) => {
    const limiter = await connectFor(t, { url })
    await limiter.take('ip:192.0.2.77', 100)
    const keys = spawnSync('redis-cli', ['-u', url, 'keys', '*']).stdout.toString()
    assert.match(keys, /dray:rate:ip:/)
    assert.doesNotMatch(keys, /192\.0\.2\.77/)
  })
})

/** Starts two nodes that share a new Redis server. */
async function startPair(windowMs: number) {
  const port = await freePort()
  const redis = await startRedis(port)
  const url = `redis://127.0.0.1:${port}`
  const nodes = [await startNode(url, windowMs), await startNode(url, windowMs)] as const
  const take = (node: 0 | 1, calls: number) => nodes[node].take({ subject: 'key:a', limit: 100, calls })
  const both = () => Promise.all([take(0, 150), take(1, 150)])
  const close = () => Promise.all([end(redis), ...nodes.map((node) => node.end())])
  const joined = () => until(async () => !(await take(0, 1)).degraded && !(await take(1, 1)).degraded)
  return { port, redis, take, both, joined, close }
}

describe('one Redis that fails', { skip, concurrency: true }, () => {
  test('frozen: answers go on, whole, and bounded over two nodes, also after it is thawed', async () => {
    const { redis, take, both, joined, close } = await startPair(60_000)
    try {
      assert.equal(allowedOf([await take(0, 20), await take(1, 10)]).length, 30)
      redis.kill('SIGSTOP')
      const frozen = await both()
      const answers = frozen.flatMap((report) => report.answers)
      assert.equal(answers.length, 300)
      assert.ok(answers.every(isWhole))
      assert.ok(frozen.every((report) => report.degraded))
      const allowed = allowedOf(frozen).length
      assert.ok(allowed >= 60 && allowed <= 90, `${allowed} when 70 were left`)
      redis.kill('SIGCONT')
      await joined()
      assert.ok(allowedOf(await both()).length <= 90 - allowed)
    } finally {
      await close()
    }
  })

  test('frozen and thawed: one window and a quarter later it is exact again', async () => {
    const { redis, both, joined, close } = await startPair(2000)
    try {
      redis.kill('SIGSTOP')
      assert.ok((await both()).every((report) => report.degraded))
      redis.kill('SIGCONT')
      await joined()
      await sleep(2000 * 1.25 + 2100)
      const thawed = await both()
      assert.ok(thawed.every((report) => !report.degraded))
      assert.equal(allowedOf(thawed).length, 100)
    } finally {
      await close()
    }
  })

  test('frozen when one node had used it all: the other knows', async () => {
    const { redis, take, both, close } = await startPair(60_000)
    try {
      assert.equal(allowedOf([await take(0, 100)]).length, 100)
      redis.kill('SIGSTOP')
      assert.ok(allowedOf(await both()).length <= 20)
    } finally {
      await close()
    }
  })

  test('killed and started empty: what the nodes allowed alone is not allowed again', async () => {
    const { port, redis, both, joined, close } = await startPair(60_000)
    let again: ChildProcess | undefined
    try {
      await end(redis)
      assert.equal(allowedOf(await both()).length, 100)
      again = await startRedis(port)
      await joined()
      assert.ok(allowedOf(await both()).length <= 20)
    } finally {
      await close()
      if (again) await end(again)
    }
  })
})

test('no Redis at the start: the node starts, keeps to its share, and joins when there is one', {
  skip,
}, async (t) => {
  const port = await freePort()
  const limiter = await connectRedisLimiter({
    url: `redis://127.0.0.1:${port}`,
    fallback: { liveNodes: 2 },
    log: quiet,
    windowMs: 1000,
  })
  t.after(() => limiter.stop())
  assert.equal(limiter.degraded(), true)
  const answers = await Promise.all(Array.from({ length: 80 }, async () => limiter.take('key:a', 100)))
  assert.equal(answers.filter((answer) => answer.allowed).length, 50)
  const redis = await startRedis(port)
  t.after(() => end(redis))
  await until(() => !limiter.degraded())
  await sleep(2400)
  const together = await Promise.all(Array.from({ length: 300 }, async () => limiter.take('key:a', 100)))
  assert.equal(together.filter((answer) => answer.allowed).length, 100)
})

test('an address that is none stops the start, and its password stays out of the message', async () => {
  const wrong = connectRedisLimiter({ url: 'redis://user:hush@host:port', log: quiet })
  await assert.rejects(wrong, (error: Error) => !/hush/.test(`${error.message} ${JSON.stringify(error)}`))
})

function isWhole(answer: Decision): boolean {
  return (
    answer.limit === 100 &&
    answer.remaining >= 0 &&
    answer.resetUnixSeconds > 1_700_000_000 &&
    answer.retryAfterSeconds >= 1
  )
}
