import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThrottle } from './throttle.ts'

test('decision 41: beside other work, statements pause twenty times as long as they took, at most 200 ms', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let isBusy = true
  const throttle = createThrottle(() => isBusy)
  assert.equal(throttle.pause(), null, 'nothing has run')
  for (const { ranMs, pauseMs } of [
    { ranMs: [2, 3], pauseMs: 100 },
    { ranMs: [500], pauseMs: 200 },
  ]) {
    for (const ms of ranMs) throttle.count(ms)
    let isOver = false
    const over = throttle.pause()?.then(() => {
      isOver = true
    })
    assert.equal(throttle.pause(), null, 'what has run is paid for once')
    t.mock.timers.tick(pauseMs - 1)
    await Promise.resolve()
    assert.equal(isOver, false)
    t.mock.timers.tick(1)
    await over
  }
  throttle.count(5)
  isBusy = false
  assert.equal(throttle.pause(), null)
  isBusy = true
  assert.equal(throttle.pause(), null, 'what ran beside nothing is forgotten')
})
