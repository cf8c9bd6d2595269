import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

test('calls run one at a time, in their order, also after one that fails', async () => {
  const inTurn = createTurns()
  const seen: string[] = []
  const call = (name: string, fails = false) =>
    inTurn(async () => {
      seen.push(`${name} begins`)
      await new Promise(setImmediate)
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const results = await Promise.allSettled([call('a'), call('b', true), call('c')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(
    seen,
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
})

test('a call whose turn does not come in time is refused, and takes no turn', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const inTurn = createTurns()
  const first = Promise.withResolvers<void>()
  const running = inTurn(() => first.promise)
  const refused = assert.rejects(
    inTurn(async () => assert.fail('it has no turn')),
    { code: 'world_busy' },
  )
  await new Promise(setImmediate)
  t.mock.timers.tick(10_000)
  await refused
  const last = inTurn(async () => 'last')
  first.resolve()
  await running
  assert.equal(await last, 'last')
})
