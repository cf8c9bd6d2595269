import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDray } from '../support/dray.ts'
import { startRedis } from '../support/redis.ts'
import { sandboxUser } from '../support/sandbox.ts'

const jobId = '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803'

for (const where of ['memory', 'Redis'])
  test(`sandbox: a window of 100,000 calls is filled in one call, in ${where}`, async (t) => {
    await using redis = where === 'Redis' ? await startRedis() : null
    if (where === 'Redis' && !redis) return t.skip('redis-server IS NOT INSTALLED')
    await using app = await startDray(redis ? { REDIS_URL: redis.url } : {})
    const user = await sandboxUser(app)
    await app.db.pool.query('update api_key set rate_limit_per_minute = 100000 where id = $1', [user.keyId])
    const left = await user.sandbox<{ limit: number; remaining: number }>('POST', '/limit', { remaining: 2 })
    assert.deepEqual(left.body, { limit: 100_000, remaining: 2 })
    assert.equal((await user.read(jobId)).headers.get('x-ratelimit-remaining'), '1')
    await user.sandbox('POST', '/limit', { remaining: 0 })
    const refused = await user.read(jobId)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  })
