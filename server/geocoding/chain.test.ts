import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { located, stub } from '../../test/support/geocoding.ts'
import { cached } from './cache.ts'
import { chain } from './chain.ts'
import type { Geocoded } from './geocoder.ts'

const refusal = (outcome: 'not_found' | 'ambiguous' | 'conflict' | 'unavailable'): Geocoded => ({ outcome })
const here = located({ precision: 'street', uncertaintyKm: 0.3 })

/** The answer of a chain of two geocoders with the given answers, and whether the second was called. */
async function ask(first: Geocoded, second: Geocoded) {
  const engines = [stub('fine', () => first), stub('coarse', () => second)] as const
  const both = chain(engines.map((engine) => cached(engine)))
  const answer = await both.geocode('x')
  return { answer, both, asked: engines[1].asked.length === 1 }
}

describe('a chain of engines', () => {
  test('the first that locates is believed, and the next is not asked', async () => {
    const { answer, asked } = await ask(here, refusal('conflict'))
    assert.deepEqual([answer, asked], [here, false])
  })

  for (const outcome of ['not_found', 'unavailable'] as const) {
    test(`${outcome} passes the address on`, async () => {
      assert.deepEqual((await ask(refusal(outcome), here)).answer, here)
    })
  }

  for (const outcome of ['ambiguous', 'conflict'] as const) {
    test(`${outcome} is final: a coarser engine would only guess`, async () => {
      const { answer, asked } = await ask(refusal(outcome), here)
      assert.deepEqual([answer, asked], [refusal(outcome), false])
    })
  }

  test('all unavailable is unavailable', async () => {
    assert.deepEqual(
      (await ask(refusal('unavailable'), refusal('unavailable'))).answer,
      refusal('unavailable'),
    )
  })

  test('not found by one while the other is down proves nothing', async () => {
    for (const outcome of ['not_found', 'ambiguous'] as const) {
      assert.deepEqual((await ask(refusal('unavailable'), refusal(outcome))).answer, refusal('unavailable'))
    }
    assert.deepEqual((await ask(refusal('not_found'), refusal('unavailable'))).answer, refusal('unavailable'))
  })

  test('a contradiction is reported even if another geocoder is down', async () => {
    assert.deepEqual((await ask(refusal('unavailable'), refusal('conflict'))).answer, refusal('conflict'))
  })

  test('not found by all is not found', async () => {
    assert.deepEqual((await ask(refusal('not_found'), refusal('not_found'))).answer, refusal('not_found'))
  })

  test('peek returns the result of geocode, and nothing while an engine has to be asked', async () => {
    const { both } = await ask(refusal('not_found'), here)
    assert.deepEqual(both.peek('x'), here)
    assert.equal(both.peek('y'), undefined)
    assert.equal((await ask(refusal('unavailable'), here)).both.peek('x'), undefined)
  })
})

describe('a chain with an engine that knows little', () => {
  test('a mere town is passed on, and the smallest uncertainty counts', async () => {
    const town = located({ precision: 'locality', uncertaintyKm: 6, provider: 'fine' })
    const postcode = located({ precision: 'postcode', uncertaintyKm: 2 })
    const sameTown = located({ precision: 'locality', uncertaintyKm: 6, provider: 'coarse' })
    assert.deepEqual((await ask(town, postcode)).answer, postcode)
    assert.deepEqual((await ask(town, sameTown)).answer, town)
    for (const outcome of ['not_found', 'unavailable', 'ambiguous', 'conflict'] as const)
      assert.deepEqual((await ask(town, refusal(outcome))).answer, town, outcome)
  })

  test('each unavailable geocoder is reported with its reason, also when another answers', async () => {
    const reported: string[] = []
    const broken = stub('fine', () => ({ outcome: 'unavailable', reason: 'HTTP 401' }))
    const both = chain([cached(broken), cached(stub('coarse', () => here))], (name, reason) =>
      reported.push(`${name}: ${reason}`),
    )
    assert.deepEqual(await both.geocode('x'), here)
    assert.deepEqual(reported, ['fine: HTTP 401'])
  })
})
