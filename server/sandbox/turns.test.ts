import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTurns, type Turn } from './turns.ts'

const patienceMs = 10_000
const neverBusy = () => false

test('calls run one at a time, in their order, also after one that fails', async () => {
  const inTurn = createTurns(neverBusy)
  const seen: string[] = []
  const call = (name: string, fails = false) =>
    inTurn(async () => {
      seen.push(`${name} begins`)
      await new Promise(setImmediate)
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }, patienceMs)
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
  const inTurn = createTurns(neverBusy)
  const first = Promise.withResolvers<void>()
  const running = inTurn(() => first.promise, patienceMs)
  const refused = assert.rejects(
    inTurn(async () => assert.fail('it has no turn'), patienceMs),
    { code: 'world_busy' },
  )
  await new Promise(setImmediate)
  t.mock.timers.tick(patienceMs)
  await refused
  const last = inTurn(async () => 'last', patienceMs)
  first.resolve()
  await running
  assert.equal(await last, 'last')
})

/** A clock that stays at `now`, instead of the real one. */
function stoppedClock(t: TestContext): { now: number } {
  const clock = { now: 0 }
  t.mock.method(performance, 'now', () => clock.now)
  return clock
}

test('a long call lets the others go first when its turn is used up, those without a turn before all', async (t) => {
  const clock = stoppedClock(t)
  const inTurn = createTurns(neverBusy)
  const seen: string[] = []
  const long = (name: string) =>
    inTurn(async (turn: Turn) => {
      for (let part = 1; part <= 2; part++) {
        seen.push(`${name} ${part}`)
        clock.now += 2_001
        assert.ok(await turn.pass(patienceMs))
      }
    }, patienceMs)
  const short = (name: string) => inTurn(async () => seen.push(name), patienceMs)
  await Promise.all([long('a'), long('b'), short('c')])
  assert.deepEqual(seen, ['a 1', 'b 1', 'c', 'a 2', 'b 2'])
})

test('a call keeps its turn while nobody waits, and until it is used up', async (t) => {
  const clock = stoppedClock(t)
  const inTurn = createTurns(neverBusy)
  const seen: string[] = []
  const alone = inTurn(async (turn) => {
    clock.now += 60_000
    assert.ok(!turn.isUsedUp() && (await turn.pass(patienceMs)))
    seen.push('alone')
  }, patienceMs)
  await alone
  const first = inTurn(async (turn) => {
    await new Promise(setImmediate)
    clock.now += 1_999
    assert.ok(!turn.isUsedUp() && (await turn.pass(patienceMs)))
    seen.push('first')
  }, patienceMs)
  await Promise.all([first, inTurn(async () => seen.push('second'), patienceMs)])
  assert.deepEqual(seen, ['alone', 'first', 'second'])
})

test('a long call that gets no turn any more is told, and the turns go on without it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = stoppedClock(t)
  const inTurn = createTurns(neverBusy)
  const second = Promise.withResolvers<void>()
  const long = inTurn(async (turn) => {
    await new Promise(setImmediate)
    clock.now += 2_001
    return turn.pass(patienceMs)
  }, patienceMs)
  const other = inTurn(() => second.promise, patienceMs)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  t.mock.timers.tick(patienceMs)
  assert.equal(await long, false)
  const third = inTurn(async () => 'third', patienceMs)
  second.resolve()
  await other
  assert.equal(await third, 'third')
})

test('while live calls are made, a turn is used up after half a second', async (t) => {
  const clock = stoppedClock(t)
  let isLiveBusy = true
  const inTurn = createTurns(() => isLiveBusy)
  const first = inTurn(async (turn) => {
    await new Promise(setImmediate)
    clock.now += 501
    assert.ok(turn.isUsedUp())
    isLiveBusy = false
    assert.ok(!turn.isUsedUp())
  }, patienceMs)
  await Promise.all([first, inTurn(async () => {}, patienceMs)])
})
