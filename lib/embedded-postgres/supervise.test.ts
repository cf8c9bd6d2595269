import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { Postmaster } from './postmaster.ts'
import { supervise } from './supervise.ts'

type Fake = Postmaster & { end: (reason: string) => void; stops: number }

function fakePostmaster(): Fake {
  const { promise, resolve } = Promise.withResolvers<string>()
  const fake: Fake = {
    pid: 1,
    ended: promise,
    end: resolve,
    stops: 0,
    send: () => {},
    stop: async () => {
      fake.stops++
      resolve('stopped')
    },
  }
  return fake
}

const log = () => {}

test('a process that ends is restarted; a process that ends too often is given up, with the last reason', async () => {
  const first = fakePostmaster()
  let launches = 0
  const launch = async () => {
    launches++
    if (launches % 2) throw new Error(`fault ${launches}`)
    const again = fakePostmaster()
    again.end(`end ${launches}`)
    return again
  }
  const reported = Promise.withResolvers<string>()
  supervise(first, { launch, log }, [0, 1, 1, 1, 1]).onExit(reported.resolve)
  first.end('killed')
  assert.equal(await reported.promise, 'fault 5')
  assert.equal(launches, 5)
})

test('stop() during the restart pause ends the pause, without a report', async () => {
  const first = fakePostmaster()
  const waits = new EventTarget()
  const supervised = supervise(
    first,
    {
      launch: () => assert.fail('it was started after stop()'),
      log: (event) => waits.dispatchEvent(new Event(event)),
    },
    [600_000],
  )
  supervised.onExit(() => assert.fail('a listener was told'))
  const waiting = once(waits, 'postgres.ended')
  first.end('killed')
  await waiting
  await supervised.stop()
})

test('stop() during a start stops the started process', async () => {
  const first = fakePostmaster()
  const second = fakePostmaster()
  const launching = Promise.withResolvers<void>()
  const launched = Promise.withResolvers<Postmaster>()
  const launch = () => {
    launching.resolve()
    return launched.promise
  }
  const supervised = supervise(first, { launch, log }, [0])
  first.end('killed')
  await launching.promise
  const stopped = supervised.stop()
  launched.resolve(second)
  await stopped
  assert.equal(second.stops, 1)
})
