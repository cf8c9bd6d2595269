import assert from 'node:assert/strict'
import { type ChildProcess, spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { connectFor, end, freePort, skip, startRedis } from './testing.ts'

const limit = 100_000
let redis: ChildProcess | undefined
let url: string
before(async () => {
  if (skip) return
  const port = await freePort()
  redis = await startRedis(port)
  url = `redis://127.0.0.1:${port}`
})
after(() => redis && end(redis))

/** How many scripts Redis has run so far, as `EVAL` or `EVALSHA`. */
function scriptsRun(): number {
  const stats = String(spawnSync('redis-cli', ['-u', url, 'info', 'commandstats']).stdout)
  const calls = [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)]
  return calls.reduce((sum, [, count]) => sum + Number(count), 0)
}

test('a window of 100,000 calls is filled in about ten round trips, on all nodes', { skip }, async (t) => {
  const limiter = await connectFor(t, { url })
  const other = await connectFor(t, { url })
  for (let call = 0; call < 3; call++) await limiter.take('key:fill', limit)
  const before = scriptsRun()
  assert.deepEqual(pick(await limiter.fill('key:fill', limit, 1)), { used: limit - 1, isShared: true })
  assert.ok(scriptsRun() - before <= 15, `${scriptsRun() - before} scripts`)
  assert.equal((await other.take('key:fill', limit)).remaining, 0)
  assert.equal((await other.take('key:fill', limit)).allowed, false)
  assert.equal((await limiter.fill('key:fill', limit, 500)).used, limit, 'no call is taken away')
})

test('two fills at once do not go over the limit', { skip }, async (t) => {
  const nodes = [await connectFor(t, { url }), await connectFor(t, { url })]
  const looks = await Promise.all(nodes.map(async (node) => node.fill('key:both', 30_000, 10)))
  assert.deepEqual(
    looks.map(({ used }) => used),
    [29_990, 29_990],
  )
})

test('the share of a node knows of the calls when Redis is lost', { skip }, async (t) => {
  const port = await freePort()
  const lost = await startRedis(port)
  const limiter = await connectFor(t, { url: `redis://127.0.0.1:${port}` })
  await limiter.fill('key:lost', 100, 10)
  await end(lost)
  let allowed = 0
  for (let call = 0; call < 100; call++) if ((await limiter.take('key:lost', 100)).allowed) allowed++
  assert.equal(allowed, 10)
  assert.deepEqual(pick(await limiter.fill('key:other', 100, 10)), { used: 90, isShared: false })
})

const pick = ({ used, isShared }: { used: number; isShared: boolean }) => ({ used, isShared })
