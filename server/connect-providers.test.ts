import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../test/support/free-port.ts'
import { readConfig } from './config.ts'
import { connectLimiter } from './connect-providers.ts'
import { createLog } from './log.ts'

for (const [nodes, allowed] of [
  [{ NODES: '4' }, 25],
  [{}, 100],
] as const) {
  test(`a node that starts while Redis is away: ${JSON.stringify(nodes)} gives it ${allowed} of 100 calls`, async (t) => {
    const config = readConfig({ REDIS_URL: `redis://127.0.0.1:${await freePort()}`, ...nodes })
    const limiter = await connectLimiter(config, createLog('silent'))
    t.after(() => limiter.stop())
    assert.equal(limiter.degraded?.(), true)
    const decisions = []
    for (let call = 0; call < 110; call++) decisions.push(await limiter.take('key:a', 100))
    assert.equal(decisions.filter((decision) => decision.allowed).length, allowed)
  })
}

test('NODES is a whole number from 1 to 1000', () => {
  for (const NODES of ['0', '1001', '2.5', 'two'])
    assert.throws(() => readConfig({ NODES }), /- NODES /, NODES)
})
